import { linkIn, mailTo } from './inbox.ts'
import { desk, expect, fillLogin, open, register, signUp, somebody, test } from './journey.ts'

test(
  'every call goes to /api with the token in x-access-token, but login and register go without',
  desk,
  async ({ page }) => {
    const calls: { path: string; token: string | undefined; type: string | undefined }[] = []
    page.on('request', (request) => {
      const { pathname, host } = new URL(request.url())
      if (!pathname.startsWith('/api/')) return
      expect(host).toBe(new URL(page.url()).host)
      const headers = request.headers()
      calls.push({
        path: pathname,
        token: headers['x-access-token'],
        type: headers['content-type'],
      })
    })
    const person = somebody()
    await signUp(page, person)
    await open(page, '/login')
    await fillLogin(page, person)
    await expect(page).toHaveURL('/app')

    const entries = calls.filter(({ path }) => /\/(login|register)$/.test(path))
    const others = calls.filter(({ path }) => !/\/(login|register)$/.test(path))
    expect(entries.map(({ path }) => path)).toEqual(['/api/users/register', '/api/users/login'])
    expect(entries.every(({ token, type }) => !token && type === 'application/json')).toBe(true)
    expect(others.length).toBeGreaterThan(0)
    expect(others.every(({ token }) => token?.split('.').length === 3)).toBe(true)
  },
)

test('a 401 from any call removes the tokens and leads to the login', desk, async ({ page }) => {
  await register(page, somebody())
  await page.route('**/api/users/sessions', (route) =>
    route.fulfill({ status: 401, json: { code: 'login_required', message: 'Please log in' } }),
  )

  await page.goto('/app/settings')

  await expect(page).toHaveURL('/login')
  const tokens = await page.evaluate(() => [
    localStorage.getItem('token'),
    localStorage.getItem('refreshToken'),
  ])
  expect(tokens).toEqual([null, null])
})

test('a refresh that yields no token leads to the login', desk, async ({ page }) => {
  await register(page, somebody())
  await page.evaluate(() => {
    localStorage.setItem('refreshToken', 'rt1.00000000-0000-4000-8000-000000000000.x')
    localStorage.setItem('token', `x.${btoa(JSON.stringify({ exp: 1 }))}.x`)
  })

  await page.goto('/app')

  await expect(page).toHaveURL('/login')
})

test(
  'a button that waits for an answer stops waiting after two seconds',
  desk,
  async ({ page }) => {
    await open(page, '/login')
    await page.route('**/api/users/login', () => {})
    await fillLogin(page, somebody())
    const button = page.getByRole('button', { name: 'Continue' })
    const pressedAt = Date.now()

    await expect(button).toHaveAttribute('aria-busy', 'true')
    await expect(button).toHaveAttribute('aria-busy', 'false')

    const waitedMs = Date.now() - pressedAt
    expect(waitedMs).toBeGreaterThan(1200)
    expect(waitedMs).toBeLessThan(3500)
  },
)

test(
  'the page that sets a new password says what is wrong, word for word',
  desk,
  async ({ page }) => {
    const person = somebody()
    await register(page, person)
    await open(page, '/login')
    await page.getByLabel('Email').fill(person.email)
    await page.getByRole('button', { name: 'Forgot My Password' }).click()
    await open(page, linkIn(await mailTo(person.email, 'Set a new password'), 'token='))

    await page.getByLabel('Password', { exact: true }).fill('nine patient lanterns')
    await page.getByLabel('Confirm').fill('nine patient lantern')
    await page.getByRole('button', { name: 'Set Password' }).click()

    await expect(page.getByText("Passwords don't match")).toBeVisible()
  },
)

test('Forgot My Password needs an address', desk, async ({ page }) => {
  await open(page, '/login')
  await page.getByLabel('Email').fill('mara@lindqvist')
  await page.getByRole('button', { name: 'Forgot My Password' }).click()

  await expect(page.getByText('Invalid email')).toBeVisible()
})

test(
  'a request that no page takes answers 405 with Unexpected Application Error',
  desk,
  async ({ page }) => {
    const reply = await page.request.post('/login', { form: { email: 'mara@lind.example' } })

    expect(reply.status()).toBe(405)
    const html = await reply.text()
    expect(html).toContain('Unexpected Application Error')
    expect(html).toContain(`<code>${reply.headers()['x-request-id']}</code>`)
  },
)

test(
  'what did not load shows the reference of the call, and it can be selected',
  desk,
  async ({ page }) => {
    await register(page, somebody())
    const reference = crypto.randomUUID()
    await page.route('**/api/users/sessions', (route) =>
      route.fulfill({
        status: 500,
        headers: { 'x-request-id': reference },
        json: { code: 'unexpected', message: 'An unexpected error has occurred..' },
      }),
    )
    await page.goto('/app/settings')

    const alert = page.locator('#sessions').getByRole('alert')
    await expect(alert).toContainText(`Reference ${reference}`)
    await alert.getByText(reference).dblclick()
    expect(await page.evaluate(() => getSelection()?.toString())).not.toBe('')
  },
)

test.describe('when a screen crashes', () => {
  test.use({ mayComplain: true })

  test('it says that an unexpected error has occurred, and keeps the shell', async ({ page }) => {
    await register(page, somebody())
    await page.route('**/api/users/sessions', (route) => route.fulfill({ json: { sessions: 5 } }))

    const reply = await page.goto('/app/settings')

    await expect(page.getByText('An unexpected error has occurred..')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Alerts' })).toBeVisible()
    expect(reply?.headers()['x-request-id']).toMatch(/^[\da-f-]{36}$/)
    await expect(page.getByText(`Reference ${reply?.headers()['x-request-id']}`)).toBeVisible()
  })
})
