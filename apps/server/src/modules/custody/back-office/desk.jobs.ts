/** Finishes what operators settle: the part that needs a call to the registrar. */
import { invariant } from '../../../platform/app-error.ts'
import type { JobHandler } from '../../../platform/jobs/worker.ts'
import { findDomain, getLockedDomain } from '../../domains/domains.service.ts'
import { followDomain, notifyOfName } from '../../loans/loans.service.ts'
import { findAnyDomain, type CustodyWorker } from '../commands/command-run.ts'
import { newsOf } from '../commands/command-news.ts'
import { findCommand } from '../commands/commands.repository.ts'
import { saveHolding } from '../holdings/holdings.repository.ts'
import { recordLook } from '../holdings/looks.service.ts'
import { completeRenewal, failRenewal, planRenewal } from '../renewals/renewals.service.ts'

/** Accepts the registry's current state of the domain as the one we expect. */
export const adoptHoldingJob: JobHandler<CustodyWorker, 'custody.adopt-holding'> = async (
  { db, custodyTools, settle },
  { domainId },
) => {
  const domain = await findDomain(db, domainId)
  if (!domain || domain.archivedAt) return
  const info = await findAnyDomain(custodyTools.registrar, domain.name)
  if (!info?.isSponsoredByUs) return // Nothing to adopt; the next check raises it again.
  await settle(async (tx) => {
    const locked = await getLockedDomain(tx, domainId)
    const { nameservers, dsRecords, expiresAt } = info
    await saveHolding(tx, domainId, { nameservers, dsRecords, expiresAt, checkedAt: tx.now })
    await recordLook(tx, locked, { info, at: tx.now })
    await planRenewal(tx, { domainId, expiresAt })
  })
}

/** Settles a renewal with an unknown outcome the way an operator decided. */
export const settleStuckJob: JobHandler<CustodyWorker, 'custody.settle-stuck'> = async (
  { db, custodyTools, settle },
  { commandId, outcome },
) => {
  const command = await findCommand(db, commandId)
  if (command?.kind !== 'renew') return
  const { domainId } = command
  const { renewalId } = command.input
  const domain = await findDomain(db, domainId)
  invariant(domain, `there is a domain ${domainId}`)
  const info = outcome === 'done' ? await findAnyDomain(custodyTools.registrar, domain.name) : null
  const expiresAt = info?.expiresAt
  invariant(outcome === 'failed' || expiresAt, `the registry says until when ${domain.name} lasts`)
  await settle(async (tx) => {
    const locked = await getLockedDomain(tx, domainId)
    if (expiresAt) await completeRenewal(tx, locked, { renewalId, expiresAt })
    else await failRenewal(tx, locked, renewalId)
    const end = { state: expiresAt ? ('done' as const) : ('refused' as const) }
    const news = await newsOf(tx, command, { end, seen: info })
    if (news) await notifyOfName(tx, domainId, news)
    if (info) await recordLook(tx, locked, { info, at: tx.now })
    await followDomain(tx, domainId)
  })
}
