/** Disputes as the two parties open them. */
import type { Party } from '@pier/protocol/lifecycles/loan'
import { invariant } from '../../src/platform/app-error.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import type { House } from '../custody/custody-house.ts'
import { callAs, makeLoan, type Loan, type Member } from '../loans/cast/loans-cast.ts'
import { signWithout } from '../loans/cast/loans-signing.ts'
import type { ApiNode } from '../../test/node.ts'
import { bankDetails } from '../../test/given/given-loans.ts'

const graceDays = 7
const terms = { contract: 0, isExternal: false, isValuable: false, amount: 900 } as const

/** Two people who deal with each other, each at another API process. */
export async function invitePair(house: House, nodes: readonly [ApiNode, ApiNode]) {
  const [borrower, lender] = [await invite(house, nodes[0]), await invite(house, nodes[1])]
  await house.topUp(borrower.id, 100_000)
  return { BORROWER: borrower, LENDER: lender }
}

async function invite(house: House, node: ApiNode): Promise<Member> {
  const person = await house.register(node)
  const saved = await callAs(person, 'PUT', '/users/payout-details', bankDetails)
  invariant(saved.status === 200, `payout details gave ${saved.status}: ${saved.text}`)
  await house.rows(
    `update payees set created_at = created_at - interval '3 days',
       active_from = created_at - interval '2 days' where user_id = $1`,
    [person.id],
  )
  return { ...person, hasHome: false }
}

type Pair = Record<Party, Member>
type Kind = (house: House, pair: Pair) => Promise<Loan>

/** The money has arrived, and the lender disputes something else. */
const running: Kind = async (house, pair) => {
  const loan = await signed(house, pair, 45)
  await submit(loan, 'BORROWER', 'markPaid')
  return loan
}

/** The lender claims to have paid, the borrower that nothing came. */
const notFunded: Kind = async (house, pair) => {
  const loan = await signed(house, pair, 45)
  await submit(loan, 'LENDER', 'reveal', { waives_runway: true })
  await submit(loan, 'LENDER', 'markPaid')
  return loan
}

/** Overdue and with notice given: now it can go to the lender. */
const noticed: Kind = async (house, pair) => {
  const loan = await signed(house, pair, 1)
  await submit(loan, 'BORROWER', 'markPaid')
  await house.moveClock(1 + graceDays + 0.1)
  await submit(loan, 'LENDER', 'finalize', { outcome: 'DEFAULT' })
  return loan
}

const kinds: readonly [Kind, Party][] = [
  [noticed, 'BORROWER'],
  [running, 'LENDER'],
  [notFunded, 'BORROWER'],
]

/** This many disputes, of each kind in turn. */
export async function openDisputes(house: House, pairs: Pair[], count: number): Promise<Loan[]> {
  const loans: Loan[] = []
  for (let index = 0; index < count; index++) {
    const pair = pairs[index % pairs.length]
    // What takes days comes first, so that it makes nothing else overdue.
    const [make, by] = kinds[Math.floor((index * kinds.length) / count)] ?? []
    invariant(pair && make && by, 'there is a kind for each')
    const loan = await make(house, pair)
    await submit(loan, by, 'escalate')
    loans.push(loan)
  }
  return loans
}

async function signed(house: House, pair: Pair, term: number): Promise<Loan> {
  const loan = await makeLoan(house, pair, { ...terms, term })
  for (const party of ['BORROWER', 'LENDER'] as const) {
    await inTransaction(house.owner, (tx) => signWithout(tx, loan, party))
  }
  return loan
}

async function submit(loan: Loan, party: Party, action: string, body?: object): Promise<void> {
  const reply = await callAs(loan.people[party], 'POST', `/escrow/${loan.id}/${action}`, body)
  invariant(reply.status === 200, `${action} gave ${reply.status}: ${reply.text}`)
}
