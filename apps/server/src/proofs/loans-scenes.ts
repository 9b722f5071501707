/** Who the loans of a scene are between, on which terms, and how far they are when it begins. */
import type { EscrowAction } from '@pier/protocol/lifecycles/escrow'
import { makeLoan, type Cast, type Loan, type Terms } from './loans-cast.ts'
import { pressAndCheck, type Scene } from './loans-checks.ts'
import { look } from './loans-oracle.ts'
import type { Press } from './loans-presses.ts'
import { jumpBy, payOut } from './loans-scripts.ts'

const graceDays = 7
const day = 86_400_000

/** Adds one to the scene. The first is overdue, or another lender takes it over. */
export async function addLoan(scene: Scene, index: number, draw: number): Promise<void> {
  const terms = someTerms(draw, index)
  const loan = await makeLoan(scene.house, peopleOf(scene.cast, draw + index), terms)
  scene.loans.push(loan)
  await prepare(scene, loan, { index, draw })
  if (index > 0) return
  if ((draw >> 1) % 2 > 0) await jumpBy(scene, (terms.term + graceDays + 1) * day)
  else await payOut(scene, loan, draw >> 7)
}

const both = (action: EscrowAction): Press[] => [
  { action, actor: 'LENDER' },
  { action, actor: 'BORROWER' },
]
const seen: Press = { action: 'reveal', actor: 'LENDER' }
const claimed: Press = { action: 'markPaid', actor: 'LENDER' }
const contested: Press = { action: 'escalate', actor: 'BORROWER' }

/**
 * The first runs; the second waits for the money, or its lender has seen where to pay, or says that it
 * is sent, or the borrower that it never came; the third waits for signatures.
 */
async function prepare(
  scene: Scene,
  loan: Loan,
  { index, draw }: { index: number; draw: number },
): Promise<void> {
  const seconds = [[], [claimed], [claimed, contested], [seen]]
  const second = seconds[loan.isExternal ? 0 : (draw >> 3) % seconds.length] ?? []
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

/** Terms are short, so that a few jumps lead through all of a loan. One in twelve comes from outside. */
export function someTerms(draw: number, index: number): Terms {
  const isExternal = index === 1 && draw % 4 === 0
  const isValuable = index === 0 && (draw >> 4) % 2 === 0
  const term = [1, 7, 21, 45][(draw >> 2) % 4] ?? 7
  const contract = (draw >> 6) % 3 === 0 ? 1 : 0
  return { term, contract, isExternal, isValuable, amount: 500 + (draw % 40) * 100 }
}
