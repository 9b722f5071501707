import { randomUUID } from 'node:crypto'
import { chromium, type Page } from 'playwright'
import { headlessShell } from '../journeys/chromium.ts'

export type Walked = { pages: number; versions: Set<string>; failures: string[] }

/** Where somebody goes who has an account, by the links of the page, and what they read there. */
const rooms = {
  'My Domains': 'My Domains',
  Transactions: 'Transactions',
  Settings: 'Settings',
  Dashboard: 'Welcome, Wen',
}
const patienceMs = 15_000

/**
 * Two people in a browser. One comes anew each time; the other has registered before, and goes from
 * room to room on the page that they opened then. Whatever fails to load is counted, and so is a room
 * that does not show.
 */
export async function walkInBrowser(origin: string, signal: AbortSignal): Promise<Walked> {
  const walked: Walked = { pages: 0, versions: new Set(), failures: [] }
  const browser = await chromium.launch(headlessShell)
  const open = async () => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true })
    const page = await context.newPage()
    page.setDefaultTimeout(patienceMs)
    listen(page, walked)
    return page
  }
  const walks = [comeAndGo, stay].map((walk) => walk({ open, origin, walked, signal }))
  const ends = await Promise.allSettled(walks)
  for (const end of ends) if (end.status === 'rejected') walked.failures.push(String(end.reason))
  await browser.close()
  return walked
}

function listen(page: Page, walked: Walked): void {
  page.on('pageerror', (error) =>
    walked.failures.push(`in the page ${page.url()}: ${error.stack ?? error.message}`),
  )
  page.on('console', (message) => {
    const text = message.text()
    const isOfAnswer = text.startsWith('Failed to load resource') // Counted below, with its address.
    if (message.type() === 'error' && !isOfAnswer) walked.failures.push(`in the console: ${text}`)
  })
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.status() >= 400) walked.failures.push(`${response.status()} ${pathname}`)
    const version = /\/assets\/entry\.client-([\w-]+)\.js/.exec(pathname)?.[1]
    if (version) walked.versions.add(version)
  })
  page.on('requestfailed', (request) => {
    const { pathname } = new URL(request.url())
    const { errorText = '' } = request.failure() ?? {}
    // Who goes on to another page gives up what was loading, and streams end with their server.
    if (errorText === 'net::ERR_ABORTED' || pathname === '/api/events') return
    walked.failures.push(`${errorText} ${pathname}`)
  })
}

type Walk = { open: () => Promise<Page>; origin: string; walked: Walked; signal: AbortSignal }

async function comeAndGo({ open, origin, walked, signal }: Walk): Promise<void> {
  while (!signal.aborted) {
    const page = await open()
    await page.goto(origin)
    await page.getByRole('link', { name: 'Domains' }).first().click()
    await page.waitForURL('**/domains')
    await page.getByRole('link', { name: 'Login' }).first().click()
    await page.getByRole('textbox', { name: 'Password' }).waitFor()
    walked.pages += 3
    await page.context().close()
  }
}

async function stay({ open, origin, walked, signal }: Walk): Promise<void> {
  const page = await open()
  await page.goto(`${origin}/register`)
  await page.getByLabel('Full Name').fill('Wen Akoto')
  await page.getByLabel('Email').fill(`${randomUUID()}@mail.example`)
  for (const field of ['Password', 'Confirm']) {
    const input = page.getByRole('textbox', { name: field, exact: true })
    await input.fill('quiet harbour lantern')
  }
  await page.getByRole('button', { name: 'Get Started' }).click()
  while (!signal.aborted) {
    for (const [room, title] of Object.entries(rooms)) {
      await page.getByRole('link', { name: room, exact: true }).first().click()
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      walked.pages++
      await page.waitForTimeout(300)
    }
  }
}
