import { page } from 'vitest/browser'
import type { Loan } from '../../../api/loans/loans.ts'
import { besideLoan } from '../../given/beside-loan.ts'
import { loanId, places } from '../../given/loan.ts'
import type { Answers } from '../fake-server.ts'
import { openApp } from '../open-app.tsx'

export const loanPath = `/app/escrow/${loanId}`

type Opening = Omit<NonNullable<Parameters<typeof openApp>[1]>, 'answers'>

/** The screen of one loan. Actions without an answer of their own return the loan as it is then. */
export function openLoan(loan: Loan | (() => Loan), answers: Answers = {}, opening: Opening = {}) {
  const read = () => (typeof loan === 'function' ? loan() : loan)
  const pressed = Object.fromEntries(presses.map((name) => [`POST /escrow/:id/${name}`, read]))
  const all = { 'GET /escrow/:id': read, ...pressed, ...besideLoan, ...answers }
  return openApp(loanPath, { answers: all, ...opening })
}

/** These return the loan as it is then. */
const presses = [
  'cancel',
  'markPaid',
  'confirmReceipt',
  'withdrawClaim',
  'contest',
  'finalize',
  'surrender',
  'payments',
  'payments/confirm',
  'extension',
  'extension/accept',
  'settlement',
  'settlement/accept',
] as const

export const at = (phase: (typeof places)[number]['phase']) =>
  places.find((place) => place.phase === phase) ?? places[0]

export const actions = () => page.getByRole('region', { name: 'Actions' })

export const press = (name: string) => actions().getByRole('button', { name, exact: true }).click()

/** On a phone most of it is behind a tab, whose name may include an unread count. */
export async function turnTo(tab: string) {
  const button = page.getByRole('tab', { name: tab, exact: false })
  if (button.query()) await button.click()
}
