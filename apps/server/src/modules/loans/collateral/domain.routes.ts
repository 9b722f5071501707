import { calls } from '@pier/protocol/calls/calls'
import type { z } from 'zod'
import { invariant } from '../../../platform/app-error.ts'
import { readClock } from '../../../platform/db/database.ts'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { requireUser } from '../../../platform/http/require-user.ts'
import { visitPassport } from '../../custody/custody.service.ts'
import { findDomain } from '../../domains/domains.service.ts'
import { findOpenLoan, type Loan } from '../facts/loans.repository.ts'
import { requireOwnLoan } from '../views/read-loan.ts'

type NameView = z.input<(typeof calls)['GET /escrow/:id/name']['response'][200]>

const endsSoonMs = 45 * 86_400_000

/** Only the two parties may read this; anyone else gets 404. */
export const loanNameRoutes: RoutePlugin = async (app, { db }) => {
  app.addHook('onRequest', requireUser)

  app.get('/escrow/:id/name', { schema: calls['GET /escrow/:id/name'] }, async (request) => {
    const userId = request.user.id
    const { loan } = await requireOwnLoan(db, { escrowId: request.params.id, userId })
    const domain = await findDomain(db, loan.domainId)
    invariant(domain, 'a loan has a domain')
    const now = await readClock(db)
    const passport = await visitPassport(db, domain, now)
    const open = await findOpenLoan(db, domain.id)
    const isOwner = domain.userId === userId
    return { ...presentName(passport, now), loan_on_it: loanOf(loan, open, isOwner) }
  })
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
