import { inBatches } from '../../../platform/batches.ts'
import { readClock } from '../../../platform/db/database.ts'
import type { JobHandler } from '../../../platform/jobs/worker.ts'
import { RegistrationDataError } from '../../../providers/rdap/registration-data.ts'
import type { DomainClients } from '../registrations/domain-clients.ts'
import { deleteLookups, findOpenLookup, type Lookup } from './lookups.repository.ts'
import { keptMs, patienceMs, recordLookup } from './lookups.service.ts'

type DomainWorker = { domainTools: DomainClients }

/** Asks the registry about a name once. Whoever still wants to know asks again with the next look. */
export const lookUpJob: JobHandler<DomainWorker, 'domains.look-up'> = async (
  { db, domainTools, settle },
  { lookupId: id },
) => {
  const lookup = await findOpenLookup(db, id)
  if (!lookup) return // Answered by an earlier run, asked anew, or dropped.
  const data = await ask(domainTools, lookup, await readClock(db))
  await settle((tx) => recordLookup(tx, { id, data }))
}

/** A question that has waited too long is not put: in a flood the registries see none of the rest. */
async function ask({ registrationData }: DomainClients, lookup: Lookup, now: Date) {
  if (now.getTime() - lookup.askedAt.getTime() > patienceMs) return undefined
  try {
    return await registrationData.lookup(lookup.name, now)
  } catch (error) {
    if (error instanceof RegistrationDataError) return undefined
    throw error
  }
}

export const dropLookupsJob: JobHandler<object, 'domains.drop-lookups'> = ({ db }) =>
  inBatches(db, (tx, limit) =>
    deleteLookups(tx, { askedBefore: new Date(tx.now.getTime() - keptMs), limit }),
  )
