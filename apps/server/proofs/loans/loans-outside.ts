/** What comes from outside a loan: strangers, courts, evasion by the borrower, new payees. */
import { randomUUID } from 'node:crypto'
import { invariant } from '../../src/platform/app-error.ts'
import { bankDetails } from '../../test/given/given-loans.ts'
import { callAs, type Loan } from './cast/loans-cast.ts'
import { catchUp, say, type Scene } from './loans-checks.ts'
import { look } from './loans-oracle.ts'
import { bringDomain } from './cast/loans-transfer.ts'

export async function holdOrLift(scene: Scene, { id, domainId }: Loan): Promise<void> {
  const { house, loans, tally } = scene
  const { isHeld } = await look(house, id)
  await house.rows(
    isHeld
      ? `update domain_holds set lifted_at = app_now() where domain_id = $1 and lifted_at is null`
      : `insert into domain_holds (domain_id, kind, note, created_at) values ($1, 'court', 'proof', app_now())`,
    [domainId],
  )
  const concerned = loans.filter((loan) => loan.domainId === domainId)
  if (isHeld) await catchUp(scene, concerned)
  tally.holds++
}

/** L48: for anyone but the parties the loan does not exist. */
export async function peek({ cast, tally }: Scene, { id, name }: Loan): Promise<void> {
  for (const [method, path, body] of [
    ['GET', ''],
    ['GET', '/events'],
    ['POST', '/cancel'],
    ['POST', '/finalize', { outcome: 'SURRENDER', domain: name }],
    ['POST', '/refinance/confirm'],
  ] as const) {
    const real = await callAs(cast.stranger, method, `/escrow/${id}${path}`, body)
    const none = await callAs(cast.stranger, method, `/escrow/${randomUUID()}${path}`, body)
    invariant(real.status === 404 && real.text === none.text, `L48: ${real.text} / ${none.text}`)
  }
  tally.strangers++
}

/** L11: while a loan is open, its domain can be neither listed nor transferred out. */
export async function tamper({ house }: Scene, { domainId, people, id }: Loan): Promise<void> {
  if ((await look(house, id)).phase === 'ENDED') return
  const ask = { desired_loan_amount: 500, desired_term: 30, desired_apy: 10 }
  const listed = await callAs(people.BORROWER, 'POST', '/listings', { domain_id: domainId, ...ask })
  const left = await callAs(people.BORROWER, 'POST', `/domains/${domainId}/transferOut`)
  invariant(listed.status >= 400 && left.status >= 400, `L11: ${listed.text} ${left.text}`)
}

const otherAccounts = ['SE4550000000058398257466', 'GB82WEST12345698765432']

/** The lender changes payment details: until they count, no clock runs against the borrower. */
export async function changePayee({ people }: Loan, draw: number): Promise<void> {
  const details = { ...bankDetails, account: otherAccounts[draw % 2] }
  await callAs(people.LENDER, 'PUT', '/users/payout-details', details)
}

/** Through the registry, where the other registrar approves the transfer or not. */
export async function bring(scene: Scene, loan: Loan, isGood: boolean): Promise<void> {
  const seen = await look(scene.house, loan.id)
  if (seen.isHeld || seen.isInCustody) return
  await bringDomain(scene.house, loan, isGood)
  const after = await look(scene.house, loan.id)
  const wanted = isGood ? 'AWAITING_PAYMENT' : 'TRANSFER_FAILED'
  invariant(after.phase === wanted, `the transfer led to ${say(after)}`)
  scene.tally.transfers++
}
