/** What people do about a loan: one function per action, each through the call of its button. */
import type { Party } from '@pier/protocol/lifecycles/loan'
import { toASCII } from 'tr46'
import type { TestBrowser } from '../../test/test-browser.ts'
import { blackOutStatement, printSlip } from './demo-exhibits.ts'
import { expectStatus } from '../expect-status.ts'
import { addName, askTransfer, untilAsked, untilStatus, type World } from '../fill-domains.ts'
import { accept, list, offer, type Terms } from '../fill-market.ts'
import { waitUntil } from '../wait-until.ts'

export type LoanStory = {
  name: string
  borrower: string
  lender: string
  terms: Terms
  /** Mara's names have theirs in her own list. */
  valueDollars?: number
  /** In custody long before anybody asks for a loan. */
  isHeld?: boolean
  /** Locked at the other registrar, so that it cannot move. */
  isLocked?: boolean
  /** What happens, by days from now. */
  days: [number, ...Step[]][]
}

/** A loan while it is played: its id is known once the offer is accepted. */
export type Played = { story: LoanStory; world: World; id: string }
type Step = (loan: Played) => Promise<void>

type LoanView = {
  code: string
  version: number
  phase: string
  agreement: { state: string }
  borrower_contract_url: string | null
  lender_contract_url: string | null
}
type ToSignView = { name: string; sha256: string; consent: { version: string } }

const enterAs = ({ story, world }: Played, side: Party): Promise<TestBrowser> =>
  world.enter(side === 'BORROWER' ? story.borrower : story.lender)

/** Adds the name, with the record in its DNS. It is found there once the clock has moved. */
export const bring: Step = async (loan) => {
  const { story, world } = loan
  await addName(world, await enterAs(loan, 'BORROWER'), { name: story.name, isProved: true })
}

export const untilProved: Step = async (loan) =>
  untilStatus(await enterAs(loan, 'BORROWER'), loan.story.name, 'EXTERNAL_VERIFIED')

/** Listed, offered on as asked, and accepted. */
export const agree: Step = async (loan) => {
  const { name, terms } = loan.story
  const borrower = await enterAs(loan, 'BORROWER')
  if (!loan.story.isHeld) await untilProved(loan)
  const domainId = await list(borrower, name, terms)
  const offerId = await offer(await enterAs(loan, 'LENDER'), domainId, terms)
  loan.id = await accept(borrower, offerId)
}

export const sign =
  (...sides: Party[]): Step =>
  async (loan) => {
    for (const side of sides) await signAs(loan, side)
    if (sides.length < 2) return
    // The e-seal carries the time at which it was made, so the clock waits for it.
    await waitUntil(async () => (await readLoan(loan)).agreement.state === 'sealed')
  }

async function signAs(loan: Played, side: Party): Promise<void> {
  const browser = await enterAs(loan, side)
  let url: string | null = null
  await waitUntil(async () => {
    const view = await readLoan(loan, side)
    url = side === 'BORROWER' ? view.borrower_contract_url : view.lender_contract_url
    return url !== null
  })
  const path = `/agreements/${String(url).split('/').at(-1)}`
  const { name, sha256, consent } = (await browser.get(path)).json<ToSignView>()
  const typed = { name, document_sha256: sha256, consent_version: consent.version, agreed: true }
  expectStatus(await browser.post(`${path}/sign`, typed), 200)
}

async function readLoan(loan: Played, side: Party = 'BORROWER'): Promise<LoanView> {
  const reply = await (await enterAs(loan, side)).get(`/escrow/${loan.id}`)
  expectStatus(reply, 200)
  return reply.json<LoanView>()
}

/** Requests the transfer into custody for this loan. */
export const move: Step = async (loan) => {
  const borrower = await enterAs(loan, 'BORROWER')
  await askTransfer(loan.world, borrower, loan.story.name)
  await untilAsked(borrower, loan.story.name)
}

export const untilPhase =
  (phase: string): Step =>
  (loan) =>
    waitUntil(async () => (await readLoan(loan)).phase === phase)

const isAgreeing = /\/(accept|confirm)$/

/** The body of an action may depend on the day. */
export const submit =
  (side: Party, action: string, body: object | (() => object) = {}): Step =>
  async (loan) => {
    const browser = await enterAs(loan, side)
    const typed = typeof body === 'function' ? body() : body
    // Whoever agrees to something sends the version they saw.
    const seen = isAgreeing.test(action) ? { version: (await readLoan(loan, side)).version } : {}
    expectStatus(await browser.post(`/escrow/${loan.id}/${action}`, { ...typed, ...seen }), 200)
  }

/** The lender opens the payment details, pays and claims it. */
export const claimPaid: Step = async (loan) => {
  const { code } = await readLoan(loan)
  await submit('LENDER', 'reveal')(loan)
  await submit('LENDER', 'markPaid', { reference: `${code}-IN` })(loan)
}

/** Paid, and receipt confirmed. */
export const fund: Step = async (loan) => {
  await claimPaid(loan)
  await submit('BORROWER', 'confirmReceipt')(loan)
}

/** The borrower opens the payment details, pays everything and claims it. */
export const claimRepaid: Step = async (loan) => {
  const { code } = await readLoan(loan)
  await submit('BORROWER', 'reveal')(loan)
  await submit('BORROWER', 'finalize', { reference: `${code}-OUT` })(loan)
}

/** Writes a message, after reading the earlier ones. */
export const say =
  (side: Party, message: string): Step =>
  async (loan) => {
    const browser = await enterAs(loan, side)
    expectStatus(await browser.post(`/escrow/${loan.id}/read`), 204)
    expectStatus(await browser.post(`/escrow/${loan.id}/message`, { message }), 201)
  }

/** Sends a document, with a message. */
export const show =
  (side: Party, { name, message }: { name: string; message: string }): Step =>
  async (loan) => {
    const browser = await enterAs(loan, side)
    const isPicture = name.endsWith('.png')
    const { code } = await readLoan(loan)
    const bytes = isPicture ? await blackOutStatement() : await printSlip(loan.story, code)
    const headers = {
      'content-type': isPicture ? 'image/png' : 'application/pdf',
      'x-file-name': encodeURIComponent(name),
    }
    const reply = await browser.post(`/escrow/${loan.id}/evidence`, bytes, headers)
    expectStatus(reply, 201)
    const sent = { message, file_id: reply.json<{ id: string }>().id }
    expectStatus(await browser.post(`/escrow/${loan.id}/message`, sent), 201)
  }

/** The borrower changes the nameservers. */
export const turnTo =
  (house: string): Step =>
  async (loan) => {
    const nameservers = [`ns1.${house}`, `ns2.${house}`]
    await submit('BORROWER', 'nameservers', { nameservers })(loan)
    const { name } = loan.story
    await waitUntil(async () => {
      const kept = loan.world.custody.registry.getDomain(toASCII(name) ?? name)
      return [...kept.nameservers].includes(`ns1.${house}`)
    })
  }
