/** What a step does to the domain, its listing and its offers, under the lock of the domain. */
import { limits } from '@pier/protocol/limits'
import type { LoanEffect } from '@pier/protocol/lifecycles/loan'
import { hourMs } from '@pier/protocol/time'
import type { Tx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { endCertificate } from '../../custody/custody.service.ts'
import { giveTo, holdInEscrow, leaveEscrow, type Domain } from '../../domains/domains.service.ts'
import { closeListing, restoreListing } from '../../listings/listings.service.ts'
import { denyBackups, denyOrphans } from '../../offers/offers.service.ts'
import type { Loan, LoanChange } from '../facts/loans.repository.ts'
import { releaseRenewalReserve, reserveRenewal } from './renewal-reserve.service.ts'

type Effected = { loan: Loan; domain: Domain }
type Run = (tx: Tx, effected: Effected) => Promise<LoanChange | void>

/** A linked loan leaves the domain alone: it still secures the former loan. */
const unlessLinked =
  (run: Run): Run =>
  async (tx, effected) =>
    effected.loan.isLinked ? undefined : run(tx, effected)

const effects: Record<LoanEffect, Run> = {
  holdInEscrow: unlessLinked(async (tx, { domain, loan }) => {
    await holdInEscrow(tx, domain)
    await enqueue(tx, 'contracts.write-letter', { escrowId: loan.id, kind: 'receipt' })
  }),
  leaveEscrow: unlessLinked((tx, { domain, loan }) => {
    // Money that was repaid may still be called back for a while.
    const isRepaid = loan.status === 'FINALIZED_RETURN_TO_BORROWER'
    const waitMs = isRepaid ? limits.releaseWaitHours * hourMs : 0
    return leaveEscrow(tx, domain, { notBefore: new Date(tx.now.getTime() + waitMs) })
  }),
  giveToLender: async (tx, { domain, loan }) => {
    await giveTo(tx, domain, loan.lenderId)
    await endCertificate(tx, { domainId: domain.id, why: 'new_owner' })
  },
  closeListing: async (tx, { domain }) => {
    await closeListing(tx, { domainId: domain.id, reason: 'loan made' })
  },
  endListing: async (tx, { domain }) => {
    if (await closeListing(tx, { domainId: domain.id, reason: 'loan ended' })) {
      await denyOrphans(tx, domain.name, 'LISTING_REMOVED')
    }
  },
  restoreListing: (tx, { domain }) => restoreListing(tx, domain.id),
  denyBackups: (tx, { domain }) => denyBackups(tx, domain),
  reserveRenewal,
  releaseRenewalReserve: (tx, { loan }) => releaseRenewalReserve(tx, loan),
  startClock: async () => undefined, // Its dates are part of the step itself.
}

export async function runEffects(
  tx: Tx,
  { loan, domain, effects: names }: Effected & { effects: readonly LoanEffect[] },
): Promise<LoanChange> {
  const changes: LoanChange = {}
  if (loan.status === 'FINALIZED_RETURN_TO_BORROWER') {
    await enqueue(tx, 'contracts.write-letter', { escrowId: loan.id, kind: 'letter' })
  }
  for (const name of names) Object.assign(changes, await effects[name](tx, { loan, domain }))
  return changes
}
