import type { JobHandler } from '../../platform/jobs/worker.ts'
import { followName } from '../listings/listings.service.ts'
import { denyOrphans } from '../offers/offers.service.ts'
import { removeOrphan } from './portfolio/adding.service.ts'
import { findRecordToCheck, listForgottenChecks } from './verification/control.repository.ts'
import { recordCheck, takeUpChecks } from './verification/control.service.ts'
import { listOrphans } from './ownership/domains.repository.ts'
import type { DomainClients } from './registrations/domain-clients.ts'

type DomainWorker = { domainTools: DomainClients }

/** Looks for the record of a domain and records what it saw. */
export const checkControlJob: JobHandler<DomainWorker, 'domains.check-control'> = async (
  { db, domainTools: { verifier, publicOrigin }, settle },
  { subjectId: domainId },
) => {
  const record = await findRecordToCheck(db, domainId)
  if (!record) return // Taken off the list, or in custody by now.
  const { name, value } = record
  const check = await verifier.check(name, value)
  await settle(async (tx) => {
    await recordCheck(tx, { domainId, value, check, publicOrigin })
    await followName(tx, name)
    await denyOrphans(tx, name, 'OWNERSHIP_CHANGED')
  })
}

const forgottenMax = 500
const orphansMax = 100

/** Resumes checks lost in an outage, and removes domains of deleted users. */
export const takeUpDomainsJob: JobHandler<DomainWorker, 'domains.take-up'> = ({ settle }) =>
  settle(async (tx) => {
    const before = new Date(tx.now.getTime() - 3_600_000)
    await takeUpChecks(tx, await listForgottenChecks(tx, { before, limit: forgottenMax }))
    for (const { id, name } of await listOrphans(tx, orphansMax)) {
      await removeOrphan(tx, id)
      await followName(tx, name)
      await denyOrphans(tx, name, 'OWNERSHIP_CHANGED')
    }
  })
