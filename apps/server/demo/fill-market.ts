import { toASCII } from 'tr46'
import { invariant } from '../src/platform/app-error.ts'
import type { TestBrowser } from '../test/test-browser.ts'
import { namesOfSigne } from './demo-names.ts'
import { expectStatus } from './expect-status.ts'
import { addName, readDomain, untilStatus, type World } from './fill-domains.ts'
import { waitUntil } from './wait-until.ts'

export type Terms = { amount: number; term: number; rate: number }
type Bid = Terms & { validDays?: number; message?: string }

/** Signe's names, with the verification record in their DNS. */
export async function bringListedNames(world: World): Promise<void> {
  const names = namesOfSigne.map(({ name, yearsOld }) => ({
    name: toASCII(name) ?? name,
    createdDaysAgo: yearsOld * 365,
  }))
  await world.custody.other.addNames(names)
  const signe = await world.enter('signe')
  for (const { name, valueDollars } of namesOfSigne) {
    await addName(world, signe, { name, isProved: true })
    if (valueDollars) await world.recordValue({ name, dollars: valueDollars })
  }
}

/** Signe's listings, and an offer of Mara's that expires before anybody answers. */
export async function askForLoans({ enter }: World): Promise<void> {
  const [mara, signe] = [await enter('mara'), await enter('signe')]
  for (const { name } of namesOfSigne) await untilStatus(signe, name, 'EXTERNAL_VERIFIED')
  for (const { name, ask } of namesOfSigne.toReversed()) await list(signe, name, ask)
  const { id } = await readDomain(signe, 'reedmarsh.io')
  await offer(mara, id, { amount: 8900, term: 60, rate: 22, validDays: 1 })
}

/** As of today: offers to compare, answered and accepted, on both sides of Mara's loans. */
export async function negotiate({ enter }: World): Promise<void> {
  const [mara, signe] = [await enter('mara'), await enter('signe')]
  const [wen, tomas] = [await enter('wen'), await enter('tomas')]

  const lighthouse = await list(mara, 'oldlighthouse.org', { amount: 2200, term: 30, rate: 20 })
  const denied = await offer(wen, lighthouse, { amount: 2000, term: 30, rate: 24 })
  expectStatus(await mara.post(`/offers/${denied}`, { status: 'DENIED' }), 204)

  const plumbline = await list(mara, 'plumbline.ai', { amount: 32_000, term: 180, rate: 14.5 })
  await offer(signe, plumbline, { amount: 35_000, term: 180, rate: 15.75, validDays: 6 })
  const message = 'I can pay within a day, and have done so before.'
  await offer(tomas, plumbline, { amount: 30_000, term: 210, rate: 13.25, validDays: 4, message })
  await offer(wen, plumbline, { amount: 32_000, term: 180, rate: 14.5, validDays: 1 })

  const tideglass = await list(mara, 'tideglass.com', { amount: 9800, term: 75, rate: 19 })
  await accept(mara, await offer(tomas, tideglass, { amount: 9800, term: 75, rate: 19 }))

  const idOf = async (name: string) => (await readDomain(signe, name)).id
  await offer(mara, await idOf('glasstide.com'), {
    amount: 9000,
    term: 75,
    rate: 19.5,
    validDays: 2,
  })
  await offer(mara, await idOf('7knots.com'), { amount: 21_000, term: 240, rate: 14 })
}

export async function list(browser: TestBrowser, name: string, ask: Terms): Promise<string> {
  const { id } = await readDomain(browser, name)
  const terms = {
    desired_loan_amount: ask.amount,
    desired_term: ask.term,
    desired_apy: ask.rate,
  }
  expectStatus(await browser.post('/listings', { domain_id: id, ...terms }), 201)
  return id
}

export async function offer(lender: TestBrowser, domainId: string, bid: Bid): Promise<string> {
  const { amount, term, rate, validDays, message } = bid
  const terms = { loan_amount: amount, term, apy: rate, valid_days: validDays, message }
  const reply = await lender.post('/offers', { domain_id: domainId, ...terms })
  expectStatus(reply, 201)
  return reply.json<{ id: string }>().id
}

/** Once there is a verification of today: one older than a day is not enough. */
export async function accept(browser: TestBrowser, offerId: string): Promise<string> {
  let id = ''
  await waitUntil(async () => {
    const reply = await browser.post('/escrow/accept', { offerId })
    const isDone = reply.statusCode === 201
    invariant(isDone || reply.body.includes('proof_stale'), `the demo got ${reply.body}`)
    if (isDone) ({ id } = reply.json<{ id: string }>())
    return isDone
  })
  return id
}
