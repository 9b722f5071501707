import type { Browser, Page } from 'playwright'
import { codeOf } from '../../../apps/server/demo/code-of.ts'
import { demoPassword } from '../../../apps/server/demo/people.ts'
import type { ExampleWorld } from './example-world.ts'
import { isSettled, listLoans, saveTokens } from './in-page.ts'

/** Who looks: somebody of the demo world, or a visitor who has not logged in. */
export type Person = 'mara' | 'wen' | 'tomas' | 'signe' | 'ada' | 'visitor'

export type Visitor = { page: Page; loanOn: (domain: string) => string }

/** A browser of this person, logged in, on a device that asks for no motion. */
export async function openVisitor(
  browser: Browser,
  { origin, notes }: Pick<ExampleWorld, 'origin' | 'notes'>,
  person: Person,
): Promise<Visitor> {
  const address = [203, ...crypto.getRandomValues(new Uint8Array(3))].join('.')
  const context = await browser.newContext({
    baseURL: origin,
    deviceScaleFactor: 1.5,
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'x-forwarded-for': address }, // Limits count by address.
  })
  const page = await context.newPage()
  if (person === 'visitor') return { page, loanOn: () => '' }
  const mfa = person === 'ada' ? codeOf(notes.mfaSecret) : undefined
  await logIn(page, { email: `${person}@demo.example`, password: demoPassword, mfa })
  const loans = await page.evaluate(listLoans)
  const loanOn = (domain: string) => {
    const loan = loans.find((each) => each.domain === domain)
    if (!loan) throw new Error(`${person} has no loan on ${domain}`)
    return `/app/escrow/${loan.id}`
  }
  return { page, loanOn }
}

async function logIn(
  page: Page,
  data: { email: string; password: string; mfa?: string | undefined },
) {
  const reply = await page.request.post('/api/users/login', { data })
  if (!reply.ok()) throw new Error(`${data.email}: ${await reply.text()}`)
  const tokens = (await reply.json()) as Record<string, string>
  // On an empty page of our origin, because any other would go to the login.
  await page.route('**/empty', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto('/empty')
  await page.evaluate(saveTokens, tokens)
}

/** The page is hydrated, and nothing on it is loading or moving. */
export async function settled(page: Page) {
  await page.waitForFunction(isSettled)
}
