import { legalVersions } from '@pier/protocol/company/legal'
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { lastingToken } from '../../testing/lasting-token.ts'
import { openRoutes, refuse, type Answers } from '../../testing/open-screen.tsx'
import { findAll, findNamed, getNamed, namesOf, press, type } from '../../testing/page.ts'
import LoginTab from './login-tab.tsx'
import RegisterTab from './register-tab.tsx'
import SignInScreen from './sign-in-screen.tsx'

let tokens: { token: string; refreshToken: string }
beforeEach(() => {
  tokens = { token: lastingToken(), refreshToken: 'rt1.kept' }
})
const kept = () => ['token', 'refreshToken'].map((key) => localStorage.getItem(key))

const open = (at: string, answers: Answers = {}) =>
  openRoutes(
    [
      {
        element: <SignInScreen />,
        children: [
          { path: '/login', element: <LoginTab /> },
          { path: '/register', element: <RegisterTab /> },
        ],
      },
      { path: '*', element: <h1>Elsewhere</h1> },
    ],
    {
      at,
      ownBanner: true,
      answers: { 'POST /users/login': tokens, 'POST /users/register': tokens, ...answers },
    },
  )

/** The current tab and all tabs. */
const tabs = () => {
  const [current] = [...document.querySelectorAll('h1 a[aria-current="page"]')]
  const all = [...(current?.closest('div')?.querySelectorAll('a') ?? [])]
  return { current: current?.textContent, all: all.map((tab) => tab.textContent) }
}

test('the login is a screen of two tabs, with Login open', async () => {
  await open('/login')

  expect(tabs()).toEqual({ current: 'Login', all: ['Login', 'Register'] })
  expect(namesOf('field')).toEqual(['Email', 'Password', 'MFA code (optional)'])
  expect(namesOf('button')).toEqual(expect.arrayContaining(['Continue', 'Forgot My Password']))
  expect(getNamed('field', /^MFA code/).getAttribute('maxlength')).toBe('6')
})

test('the registration is the other tab of the same screen', async () => {
  await open('/register')

  expect(tabs()).toEqual({ current: 'Register', all: ['Login', 'Register'] })
  expect(namesOf('field')).toEqual(['Full Name', 'Email', 'Password', 'Confirm'])
  expect(findNamed('button', 'Get Started')).toBeDefined()
})

test('each way between the tabs clears the fields and the errors', async () => {
  await open('/login')
  for (const [tab, send] of [
    ['Register', 'Continue'],
    ['Login', 'Get Started'],
  ] as const) {
    await type('Email', 'mara@lindqvist')
    await press('button', send)
    expect(document.body.textContent).toContain('Invalid email')
    await press('link', tab)
    expect(getNamed('field', 'Email')).toHaveProperty('value', '')
    expect(document.body.textContent).not.toContain('Invalid email')
  }
})

test('a login sends email, password and code, stores both tokens and goes to /app', async () => {
  const { sent, path } = await open('/login')
  await type('Email', 'mara@lind.example')
  await type('Password', 'seven quiet herons')
  await type(/^MFA code/, '123456')
  await press('button', 'Continue')

  expect(sent).toEqual([
    {
      name: 'POST /users/login',
      query: {},
      body: { email: 'mara@lind.example', password: 'seven quiet herons', mfa: '123456' },
      token: null,
    },
  ])
  expect(kept()).toEqual([tokens.token, tokens.refreshToken])
  expect(path()).toBe('/app')
})

test('a login that a page asked for leads back to that page', async () => {
  const { path } = await open('/login#from=%2Fapp%2Flend')
  await type('Email', 'mara@lind.example')
  await type('Password', 'seven quiet herons')
  await press('button', 'Continue')

  expect(path()).toBe('/app/lend')
})

test('a registration sends name, email and password, stores both tokens and goes to /app', async () => {
  const { sent, path } = await open('/register')
  await type('Full Name', 'Mara Lindqvist')
  await type('Email', 'mara@lind.example')
  await type('Password', 'seven quiet herons')
  await type('Confirm', 'seven quiet herons')
  await press('button', 'Get Started')

  expect(sent.map(({ name, body, token }) => [name, body, token])).toEqual([
    [
      'POST /users/register',
      {
        name: 'Mara Lindqvist',
        email: 'mara@lind.example',
        password: 'seven quiet herons',
        terms_version: legalVersions.terms.version,
      },
      null,
    ],
  ])
  expect(kept()).toEqual([tokens.token, tokens.refreshToken])
  expect(path()).toBe('/app')
})

test('a refused login is said in the form, and in no banner', async () => {
  const { path } = await open('/login', { 'POST /users/login': refuse(401, 'Words of the server') })
  await type('Email', 'mara@lind.example')
  await type('Password', 'seven quiet herons')
  await press('button', 'Continue')

  expect(document.querySelector('form [role="alert"]')?.textContent).toBe('Words of the server')
  expect(document.querySelector('[data-kind="error"]')).toBeNull()
  expect(path()).toBe('/login')
})

test('Forgot My Password asks for a reset of the address and says Check your email', async () => {
  const { sent } = await open('/login', { 'POST /users/get_reset_token': null })
  await type('Email', 'mara@lind.example')
  await press('button', 'Forgot My Password')

  expect(sent.map(({ name, body }) => [name, body])).toEqual([
    ['POST /users/get_reset_token', { email: 'mara@lind.example' }],
  ])
  expect(findAll('status').map(({ textContent }) => textContent)).toEqual(['Check your email'])
})

test.each([
  ['/login', 'Continue'],
  ['/register', 'Get Started'],
])('a button of %s that waits for an answer stops waiting after 2000 ms', async (at, button) => {
  await open(at)
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  if (at === '/register') await type('Full Name', 'Mara')
  await type('Email', 'mara@lind.example')
  await type('Password', 'seven quiet herons')
  if (at === '/register') await type('Confirm', 'seven quiet herons')
  const isBusy = () => getNamed('button', button).getAttribute('aria-busy')
  vi.useFakeTimers()
  await act(async () => getNamed('button', button).click())

  await act(async () => vi.advanceTimersByTime(1999))
  expect(isBusy()).toBe('true')
  await act(async () => vi.advanceTimersByTime(1))
  expect(isBusy()).toBe('false')
  vi.useRealTimers()
})

test('each form says what is wrong before it is sent', async () => {
  const { sent } = await open('/register')
  await press('button', 'Get Started')
  for (const words of ['Invalid name', 'Invalid email', 'Invalid password'])
    expect(document.body.textContent).toContain(words)
  await type('Password', 'seven quiet herons')
  await type('Confirm', 'seven quiet heron')
  await press('button', 'Get Started')
  expect(document.body.textContent).toContain("Passwords don't match")

  await press('link', 'Login')
  await press('button', 'Continue')
  for (const words of ['Invalid email', 'Invalid password'])
    expect(document.body.textContent).toContain(words)
  await press('button', 'Forgot My Password')
  expect(document.body.textContent).toContain('Invalid email')
  expect(sent).toEqual([])
})
