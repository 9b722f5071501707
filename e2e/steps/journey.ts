import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import { linkIn, mailTo } from './inbox.ts'

/**
 * A journey fails if the console reports an error or the content policy is violated. A 4xx answer
 * is logged by Chromium itself and is part of some journeys.
 */
export const test = base.extend<{ cleanConsole: void; mayComplain: boolean }>({
  mayComplain: [false, { option: true }],
  extraHTTPHeaders: async ({ baseURL: _any }, use) => use({ 'x-forwarded-for': someAddress() }),
  cleanConsole: [
    async ({ context, mayComplain }, use) => {
      const complaints: string[] = []
      watch(context, complaints)
      await use()
      if (!mayComplain) expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

export function watch(context: BrowserContext, complaints: string[]) {
  context.on('console', (message) => {
    const isAnswer = message.text().startsWith('Failed to load resource')
    if (['error', 'warning'].includes(message.type()) && !isAnswer) complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(error.error().message))
}

/**
 * Journeys that run on the desktop size only: refusals, files, and long stories whose screens other
 * journeys show on a phone.
 */
export const desk = { tag: '@desk' }
/** Every commit runs these journeys; the others are run by `.ci/full`. */
export const gate = { tag: '@gate' }
export const deskAndGate = { tag: [desk.tag, gate.tag] }

/** Silences the event stream: data is only reloaded by the journey's own actions. */
export const holdNews = (page: Page) => page.route('**/api/events', () => {})

const someAddress = () => [203, ...crypto.getRandomValues(new Uint8Array(3))].join('.')

const password = 'seven quiet herons'

export function somebody() {
  const id = crypto.randomUUID().slice(0, 8)
  return { name: 'Mara Lindqvist', email: `mara.${id}@mail.example`, password }
}

type Person = ReturnType<typeof somebody>

/** Opens a page and waits until it is interactive and loaded. */
export async function open(page: Page, path: string) {
  await page.goto(path)
  await settled(page)
}

/** The gallery shows endless loading states, so it never settles. */
export async function openGallery(page: Page) {
  await page.goto('/design')
  await page.waitForFunction(() => document.documentElement.hasAttribute('data-live'))
}

/** The page is hydrated, and nothing on it is still loading. */
export async function settled(page: Page) {
  await page.waitForFunction(
    () =>
      document.documentElement.hasAttribute('data-live') &&
      !document.querySelector('[aria-busy="true"]'),
  )
}

/** Sets the colour scheme of the device and waits until the page has changed. */
export async function setScheme(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction(
    (scheme) =>
      document.documentElement.dataset.mantineColorScheme === scheme &&
      document.getAnimations().every((animation) => !(animation instanceof CSSTransition)),
    colorScheme,
  )
}

/** Through the form, for the journeys about it. */
export async function signUp(page: Page, person: Person) {
  await open(page, '/register')
  await page.getByLabel('Full Name').fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm').fill(person.password)
  await page.getByRole('button', { name: 'Get Started' }).click()
  await expect(page).toHaveURL('/app')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    person.name.split(' ')[0] ?? '',
  )
}

/**
 * A new user, logged in, on an empty page of our origin. The form has its own journeys; elsewhere
 * its two screens would take longer than the rest.
 */
export async function register(page: Page, person: Person) {
  await enterBy(page, '/api/users/register', person)
}

/** An existing user, logged in the same way. */
export async function logInAgain(page: Page, { email, password: typed }: Omit<Person, 'name'>) {
  await page.context().clearCookies()
  await enterBy(page, '/api/users/login', { email, password: typed })
}

/**
 * Goes to an empty page of our origin. Needed before days pass: an open screen would find its
 * session ended and go to the login by itself, at any time.
 */
export async function leave(page: Page) {
  await page.route('**/empty', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto('/empty')
  await page.unroute('**/empty')
}

async function enterBy(page: Page, path: string, data: object) {
  const reply = await page.request.post(path, { data })
  expect(reply.status(), await reply.text()).toBe(200)
  const tokens = (await reply.json()) as { token: string; refreshToken: string }
  const [, claims = ''] = tokens.token.split('.')
  const { iat } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { iat: number }
  await leave(page)
  await page.evaluate(
    ({ issuedMs, ...given }) => {
      // By this device's clock, which a journey may have moved.
      const clockOffsetMs = String(issuedMs - Date.now())
      for (const [name, value] of Object.entries({ ...given, clockOffsetMs }))
        localStorage.setItem(name, value)
    },
    { ...tokens, issuedMs: iat * 1000 },
  )
}

/** Money needs a verified address, with the token from the mail. */
export async function registerVerified(page: Page, person: Person) {
  await register(page, person)
  const link = linkIn(await mailTo(person.email, 'Verify your email'), 'verify=')
  const token = new URLSearchParams(link.split(/[?#]/).at(-1)).get('verify')
  const reply = await page.request.post('/api/users/verify-email', { data: { token } })
  expect(reply.ok(), await reply.text()).toBe(true)
}

export async function fillLogin(
  page: Page,
  { email, password, mfa = '' }: Omit<Person, 'name'> & { mfa?: string },
) {
  await settled(page) // Input before hydration may be lost.
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('MFA code').fill(mfa)
  await page.getByRole('button', { name: 'Continue' }).click()
}

export async function logOut(page: Page) {
  await openMenu(page)
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/login')
}

export async function openSettings(page: Page) {
  await openMenu(page)
  await page.getByRole('link', { name: 'Settings' }).last().click()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await settled(page) // A loading panel moves those below it away from a click.
}

/** On a phone the entries are in a drawer behind the menu button. */
async function openMenu(page: Page) {
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible()
}
