import type { Browser, BrowserContext, Page } from 'playwright'
import { saveTokens } from '../../docs/help-pictures/in-page.ts'
import type { Town } from './town.ts'

/** Of everybody in a proof. */
const password = 'seven quiet herons'

type Device = { viewport: { width: number; height: number } }

export const phone: Device = { viewport: { width: 412, height: 823 } }
export const desk: Device = { viewport: { width: 1280, height: 800 } }

/** A device that has never been here. Each has an address of its own, by which limits count. */
export function openDevice(browser: Browser, { origin }: Pick<Town, 'origin'>, device: Device) {
  const address = [203, ...crypto.getRandomValues(new Uint8Array(3))].join('.')
  return browser.newContext({
    ...device,
    baseURL: origin,
    extraHTTPHeaders: { 'x-forwarded-for': address },
  })
}

/** Logged in, without having loaded a page of ours. */
export async function logIn(context: BrowserContext, { email }: Pick<Town, 'email'>) {
  const page = await context.newPage()
  const reply = await page.request.post('/api/users/login', { data: { email, password } })
  if (!reply.ok()) throw new Error(`${email}: ${await reply.text()}`)
  const tokens = (await reply.json()) as Record<string, string>
  await page.route('**/empty', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto('/empty')
  await page.evaluate(saveTokens, tokens)
  await page.close()
}

/** A phone on a poor line: a fourth of the processor, 1.6 Mbit/s, 150 ms. */
export async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return session
}

/** No answer of ours is a failure. Returns what has come so far. */
export function watchAnswers(page: Page, origin: string) {
  const came: { type: string; url: string; body: Promise<Buffer> }[] = []
  const wrong: string[] = []
  page.on('response', (response) => {
    if (!response.url().startsWith(origin)) return
    if (response.status() >= 400) wrong.push(`${response.status()} ${response.url()}`)
    const type = response.request().resourceType()
    const isEndless = response.url().endsWith('/api/events')
    const body = isEndless ? Promise.resolve(Buffer.alloc(0)) : response.body()
    came.push({ type, url: response.url(), body: body.catch(() => Buffer.alloc(0)) })
  })
  return {
    came,
    mustBeRight: () => {
      if (wrong.length > 0) throw new Error(`Wrong answers: ${wrong.join(', ')}`)
    },
  }
}
