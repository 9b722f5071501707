/** The parties and terms of the loans of a scene, and how far they are when it begins. */
import type { LoanAction } from '@pier/protocol/lifecycles/loan'
import { dayMs } from '@pier/protocol/time'
import { makeLoan, type Cast, type Loan, type Terms } from './cast/loans-cast.ts'
import { pressAndCheck, type Scene } from './loans-checks.ts'
import { look } from './loans-oracle.ts'
import { bring } from './loans-outside.ts'
import type { Press } from './cast/loans-presses.ts'
import { insist, jumpBy, payOut } from './loans-scripts.ts'

const graceDays = 7

/** The variants of `payOut` and `insist` that come first, so that a few scenes cover them all. */
const payOuts = [10, 3, 12, 13, 17, 8, 22, 23]
const insists = [6, 1, 5, 4]
const turnOf = (picks: readonly number[], turn: number) => picks[turn % picks.length] ?? 0

/**
 * Adds a loan to the scene. Of the first loans every other is refinanced, one in four is overdue
 * and one in four goes into default. Of the second ones with an external domain, one transfer in
 * three fails and one in three succeeds.
 */
export async function addLoan(scene: Scene, index: number, draw: number): Promise<void> {
  const { number } = scene
  const terms = someTerms(number, index, draw)
  const loan = await makeLoan(scene.house, peopleOf(scene.cast, draw + index), terms)
  scene.loans.push(loan)
  await prepare(scene, loan, index)
  const turn = (number / 4) % 3
  if (loan.isExternal && turn < 2) await bring(scene, loan, turn === 1)
  if (index > 0) return
  if (number % 2 === 0) await payOut(scene, loan, turnOf(payOuts, number / 2))
  else if (number % 4 === 1) await jumpBy(scene, (terms.term + graceDays + 1) * dayMs)
  else await insist(scene, loan, turnOf(insists, (number - 3) / 4))
}

const both = (action: LoanAction): Press[] => [
  { action, actor: 'LENDER' },
  { action, actor: 'BORROWER' },
]
const seen: Press = { action: 'reveal', actor: 'LENDER' }
const claimed: Press = { action: 'markPaid', actor: 'LENDER' }
const contested: Press = { action: 'escalate', actor: 'BORROWER' }

/**
 * The first runs; the second waits for its domain, or its lender has seen the payment details or
 * claims to have paid, or the borrower contests that; the third waits for signatures.
 */
async function prepare(scene: Scene, loan: Loan, index: number): Promise<void> {
  const seconds = [[], [claimed], [claimed, contested], [seen]]
  const second = loan.isExternal ? [] : (seconds[scene.number % seconds.length] ?? [])
  const ways: Press[][] = [
    [...both('sign'), { action: 'markPaid', actor: 'BORROWER' }],
    [...both('sign'), ...second],
    [],
  ]
  for (const wanted of ways[index] ?? []) {
    await pressAndCheck(scene, loan, await look(scene.house, loan.id), wanted)
  }
}

export function peopleOf({ borrowers, lenders }: Cast, draw: number) {
  const [one] = borrowers
  const [other] = lenders
  if (!one || !other) throw new Error('a cast has people')
  return {
    BORROWER: borrowers[draw % borrowers.length] ?? one,
    LENDER: lenders[draw % lenders.length] ?? other,
  }
}

/** Terms are short, so that a few jumps cover the whole loan. */
export function someTerms(number: number, index: number, draw: number): Terms {
  return {
    term: [1, 7, 21, 45][(draw >> 2) % 4] ?? 7,
    contract: (draw >> 6) % 3 === 0 ? 1 : 0,
    isExternal: index === 1 && number % 4 === 0,
    isValuable: index === 0 && number % 4 === 3,
    amount: 500 + (draw % 40) * 100,
  }
}
