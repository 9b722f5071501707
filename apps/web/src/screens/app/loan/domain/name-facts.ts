import type { Loan } from '../../../../api/loans/loans.ts'
import type { LoanName } from '../../../../api/loans/loan-files.ts'
import { fullDay } from '../../../../text/date-text.ts'

/** One line of the card. Good is only what is true and was seen within a day. */
export type NameFact = { label: string; value: string; mark: 'good' | 'wait' | null }

type Held = Pick<Loan, 'custody_at' | 'ended_at'>

export function nameFacts(name: LoanName, loan: Held): NameFact[] {
  return [heldAt(name, loan), lock(name, loan), expiry(name), ...loanOnIt(name, loan)]
}

/** While a loan is open on a domain in custody, it has to be held by us and locked. */
const isToBeHeld = ({ custody_at, ended_at }: Held) => custody_at !== null && ended_at === null

function heldAt(name: LoanName, loan: Held): NameFact {
  const label = 'Registrar'
  const value = name.registrar ?? 'Unknown'
  if (name.is_held) return { label, value, mark: name.is_fresh ? 'good' : 'wait' }
  return { label, value, mark: isToBeHeld(loan) ? 'wait' : null }
}

function lock({ is_locked, is_fresh }: LoanName, loan: Held): NameFact {
  const label = 'Transfer lock'
  const otherwise = isToBeHeld(loan) ? 'wait' : null
  if (is_locked === null) return { label, value: 'Unknown', mark: otherwise }
  if (!is_locked) return { label, value: 'Off', mark: otherwise }
  return { label, value: 'On', mark: is_fresh ? 'good' : 'wait' }
}

function expiry({ expires_at, ends_soon }: LoanName): NameFact {
  const value = expires_at ? fullDay(expires_at) : 'Unknown'
  return { label: 'Expires', value, mark: ends_soon ? 'wait' : null }
}

const words = { this: 'This loan', another: 'Another loan', none: 'None' } as const

/** Shown once the loan is over, to the owner of the domain. */
function loanOnIt({ loan_on_it: loan }: LoanName, { ended_at }: Held): NameFact[] {
  if (ended_at === null || loan === null) return []
  return [{ label: 'Open loan', value: words[loan], mark: null }]
}
