import type { CallOutput } from '@pier/protocol/calls/calls'
import { invariant } from '../../../platform/app-error.ts'
import type { Db } from '../../../platform/db/database.ts'
import { visitPassport } from '../../custody/custody.service.ts'
import { findDomain } from '../../domains/domains.service.ts'
import { findOpenLoan, type Loan } from '../facts/loans.repository.ts'

type NameView = CallOutput<'GET /escrow/:id/name'>

const endsSoonMs = 45 * 86_400_000

/** What a party to a loan sees of its domain. */
export async function readName(
  db: Db,
  loan: Loan,
  { id: userId, now }: { id: string; now: Date },
): Promise<NameView> {
  const domain = await findDomain(db, loan.domainId)
  invariant(domain, 'a loan has a domain')
  const passport = await visitPassport(db, domain, now)
  const open = await findOpenLoan(db, domain.id)
  const isOwner = domain.userId === userId
  return { ...presentName(passport, now), loan_on_it: loanOf(loan, open, isOwner) }
}

type Passport = Awaited<ReturnType<typeof visitPassport>>

function presentName(passport: Passport, now: Date): Omit<NameView, 'loan_on_it'> {
  const { expires_at: end } = passport
  return {
    state: passport.state,
    source: passport.source,
    checked_at: passport.fetched_at,
    is_fresh: passport.is_fresh,
    is_asked: passport.is_asked,
    is_held: passport.is_held,
    registrar: passport.registrar,
    is_locked: passport.is_locked,
    expires_at: end,
    ends_soon: end !== null && Date.parse(end) - now.getTime() < endsSoonMs,
    nameservers: passport.nameservers,
    problems: passport.problems,
  }
}

/** After the loan, only the owner may know of other loans on the domain. */
function loanOf(loan: Loan, open: Loan | undefined, isOwner: boolean) {
  if (!loan.endedAt) return 'this' as const
  if (!isOwner) return null
  return open ? ('another' as const) : ('none' as const)
}
