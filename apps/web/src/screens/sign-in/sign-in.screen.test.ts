import type { CallOutput } from '@pier/protocol/calls/calls'
import { legalVersions } from '@pier/protocol/company/legal'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { nothingYet } from '../../testing/given/nothing-yet.ts'
import { lastingToken } from '../../testing/lasting-token.ts'
import { afterAWhile, type Answers, refusal, silence } from '../../testing/screen/fake-server.ts'
import { expectAt } from '../../testing/screen/browser/locators.ts'
import { openApp } from '../../testing/screen/open-app.tsx'
import { testOnBoth } from '../../testing/screen/browser/sizes.ts'

const person = {
  name: 'Mara Lindqvist',
  email: 'mara@mail.example',
  password: 'seven quiet herons',
}
const tokens = (): CallOutput<'POST /users/login'> => ({
  token: lastingToken(),
  refreshToken: 'rt1.kept',
})
const known: Answers = {
  ...nothingYet,
  'POST /users/login': tokens,
  'POST /users/register': tokens,
}

const openAsStranger = (path: string, answers: Answers = {}) =>
  openApp(path, { asStranger: true, answers: { ...known, ...answers } })

const field = (label: string | RegExp) => page.getByLabelText(label, { exact: true })
const button = (name: string) => page.getByRole('button', { name })

async function fillLogin({ email, password } = person) {
  await field('Email').fill(email)
  await field('Password').fill(password)
  await field(/^MFA code/).fill('')
  await button('Continue').click()
}

async function fillRegistration() {
  await field('Full Name').fill(person.name)
  await field('Email').fill(person.email)
  await field('Password').fill(person.password)
  await field('Confirm').fill(person.password)
}

testOnBoth('switching tabs clears fields and errors', async () => {
  await openAsStranger('/login')
  await field('Email').fill('mara@lindqvist')
  await button('Continue').click()
  await expect.element(page.getByText('Invalid email')).toBeVisible()

  await page.getByRole('link', { name: 'Register' }).last().click()
  await expectAt('/register')
  await expect.element(field('Email')).toHaveValue('')
  await expect.element(page.getByText('Invalid email')).not.toBeInTheDocument()
})

testOnBoth('the login form says what is wrong, word for word', async () => {
  await openAsStranger('/login')
  await button('Continue').click()

  await expect.element(page.getByText('Invalid email')).toBeVisible()
  await expect.element(page.getByText('Invalid password')).toBeVisible()
  await expect.element(field('Email')).toHaveFocus()
  await expect.element(field(/^MFA code/)).toHaveAttribute('maxlength', '6')
})

testOnBoth('the register form says what is wrong, word for word', async () => {
  await openAsStranger('/register')
  await field('Password').fill('seven quiet herons')
  await field('Confirm').fill('seven quiet heron')
  await button('Get Started').click()

  await expect.element(page.getByText('Invalid name')).toBeVisible()
  await expect.element(page.getByText('Invalid email')).toBeVisible()
  await expect.element(page.getByText("Passwords don't match")).toBeVisible()
})

testOnBoth('a refused login is said in the form, and the page stays', async () => {
  await openAsStranger('/login', {
    'POST /users/login': refusal(401, 'invalid_credentials', 'Invalid email or password'),
  })
  await fillLogin({ ...person, password: 'not the password' })

  await expect
    .element(page.getByCSS('form').getByRole('alert'))
    .toMatchTextContent('Invalid email or password')
  await expectAt('/login')
})

test('a hurried double click registers once', async () => {
  const { sent } = await openAsStranger('/register', {
    'POST /users/register': afterAWhile(tokens()),
  })
  await fillRegistration()
  await button('Get Started').dblClick()

  await expectAt('/app')
  const body = { ...person, terms_version: legalVersions.terms.version }
  expect(sent).toEqual([{ call: 'POST /users/register', body }])
})

testOnBoth(
  'the register form says what it accepts and what a password needs, before typing',
  async () => {
    await openAsStranger('/register')

    const accepted = `By registering you accept the terms (version ${legalVersions.terms.version}) and the privacy notice.`
    await expect.element(page.getByText(accepted)).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'terms', exact: true }))
      .toHaveAttribute('href', '/terms')
    await expect
      .element(page.getByRole('link', { name: 'privacy notice' }))
      .toHaveAttribute('href', '/privacy')
    await expect.element(page.getByText(/^10 characters or more/)).toBeVisible()
  },
)

test('a refused password is said at its field, and an address in use has a way on', async () => {
  const words = 'This password is on public lists of stolen passwords. Choose another'
  const answers = [
    refusal(422, 'password_breached', words, { field: 'password' }),
    refusal(409, 'registration_refused', 'Could not register with these details'),
  ]
  await openAsStranger('/register', {
    'POST /users/register': () => answers.shift() ?? tokens(),
  })
  await fillRegistration()
  await button('Get Started').click()
  await expect.element(field('Password')).toHaveFocus()
  await expect.element(page.getByText(words)).toBeVisible()

  await button('Get Started').click()
  await page.getByRole('link', { name: 'log in' }).click()
  await expectAt('/login')
})

test('a login never leads out of the app', async () => {
  const app = await openApp('/login', { answers: known })
  for (const from of ['https://evil.example/app', '//evil.example/app', '/app/../login']) {
    await app.open(`/login#from=${encodeURIComponent(from)}`)
    await expect.poll(() => location.pathname + location.hash).toBe('/login')
    await fillLogin()
    await expect.poll(() => location.href, { message: from }).toBe(`${location.origin}/app`)
  }
})

test('a button that waits for an answer stops waiting after two seconds', async () => {
  await openAsStranger('/login', { 'POST /users/login': silence })
  await fillLogin()
  const pressedAt = Date.now()

  await expect.element(button('Continue')).toHaveAttribute('aria-busy', 'true')
  await expect.element(button('Continue')).toHaveAttribute('aria-busy', 'false')

  const waitedMs = Date.now() - pressedAt
  expect(waitedMs).toBeGreaterThan(1200)
  expect(waitedMs).toBeLessThan(3500)
})

test('Forgot My Password needs an address', async () => {
  const { sent } = await openAsStranger('/login')
  await field('Email').fill('mara@lindqvist')
  await button('Forgot My Password').click()

  await expect.element(page.getByText('Invalid email')).toBeVisible()
  expect(sent).toEqual([])
})

test('every call goes to /api with the token in x-access-token, but login and register go without', async () => {
  const app = await openAsStranger('/register')
  const calls = listenToCalls()
  await fillRegistration()
  await button('Get Started').click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect.element(heading).toMatchTextContent('Mara')
  await app.open('/login')
  await fillLogin()
  await expectAt('/app')
  await expect.element(heading).toMatchTextContent('Mara')

  const entries = calls.filter(({ path }) => /\/(login|register)$/.test(path))
  const others = calls.filter(({ path }) => !/\/(login|register)$/.test(path))
  expect(entries.map(({ path }) => path)).toEqual(['/api/users/register', '/api/users/login'])
  expect(entries.every(({ token, type }) => !token && type === 'application/json')).toBe(true)
  expect(others.length).toBeGreaterThan(0)
  expect(others.every(({ token }) => token?.split('.').length === 3)).toBe(true)
  expect(calls.every(({ host }) => host === location.host)).toBe(true)
})

type Call = { host: string; path: string; token: string | null; type: string | null }

/** All API calls from here on, with their host and headers. */
function listenToCalls(): Call[] {
  const calls: Call[] = []
  const note = (address: string | URL, headers: Headers) => {
    const { host, pathname: path } = new URL(address, location.href)
    const [token, type] = [headers.get('x-access-token'), headers.get('content-type')]
    if (path.startsWith('/api/')) calls.push({ host, path, token, type })
  }
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init: RequestInit = {}) => {
    note(input instanceof Request ? input.url : input, new Headers(init.headers))
    return answer(input, init)
  })
  // API requests that bypass `fetch`, as of a picture, are noted here.
  const observer = new PerformanceObserver((seen) => {
    for (const { name } of seen.getEntries()) note(name, new Headers())
  })
  observer.observe({ type: 'resource' })
  onTestFinished(() => observer.disconnect())
  return calls
}
