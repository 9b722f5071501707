import { minuteMs } from '@pier/protocol/time'
import { inTransaction, readClock, type Database } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import type { JobHandler } from '../../../platform/jobs/worker.ts'
import { RegistrationDataError } from '../../../providers/rdap/registration-data.ts'
import type { Fqdn } from '../../../platform/net/fqdn.ts'
import type { DomainClients } from './domain-clients.ts'
import { findRegistration } from './registrations.repository.ts'
import { askForDueRegistrations, recordRegistration } from './registrations.service.ts'

type DomainWorker = { domainTools: DomainClients }
type Asking = DomainWorker & { db: Database }

/** Asks the registry about one name, for somebody who waits. */
export const readRegistrationJob: JobHandler<DomainWorker, 'domains.read-registration'> = async (
  { db, domainTools, settle },
  { name, tries },
) => {
  const answer = await ask({ db, domainTools }, name as Fqdn)
  await settle(async (tx) => {
    if (answer === 'known') return
    if (!(answer instanceof RegistrationDataError)) {
      return recordRegistration(tx, name as Fqdn, answer)
    }
    const waitMs = waitsMs[tries]
    if (waitMs === undefined) return recordRegistration(tx, name as Fqdn, null)
    const afterMs = answer.retryAfterMs ?? waitMs
    return enqueue(tx, 'domains.read-registration', { name, tries: tries + 1 }, { afterMs })
  })
}

const waitsMs = [1, 5, 30, 120, 360].map((minutes) => minutes * minuteMs)

/** Asks about many names in turn. If a server limits us, the rest follow later. */
export const readRegistrationsJob: JobHandler<DomainWorker, 'domains.read-registrations'> = async (
  { db, domainTools, settle },
  { names },
) => {
  for (const [index, name] of names.entries()) {
    const answer = await ask({ db, domainTools }, name as Fqdn)
    if (answer === 'known') continue
    if (!(answer instanceof RegistrationDataError)) {
      await inTransaction(db, (tx) => recordRegistration(tx, name as Fqdn, answer))
    } else if (answer.reason === 'rate-limited') {
      const rest = { names: names.slice(index) }
      const afterMs = answer.retryAfterMs ?? minuteMs
      await settle((tx) => enqueue(tx, 'domains.read-registrations', rest, { afterMs }))
      return
    } else {
      const later = { afterMs: answer.retryAfterMs ?? minuteMs }
      await inTransaction(db, (tx) =>
        enqueue(tx, 'domains.read-registration', { name, tries: 1 }, later),
      )
    }
  }
}

/** The names come from our own tables, so they are names. */
async function ask({ db, domainTools }: Asking, name: Fqdn) {
  const registration = await findRegistration(db, name)
  if (!registration?.askedAt) return 'known' // An earlier run has the answer.
  try {
    return await domainTools.registrationData.lookup(name, await readClock(db))
  } catch (error) {
    if (error instanceof RegistrationDataError) return error
    throw error
  }
}

export const readDueRegistrationsJob: JobHandler<
  DomainWorker,
  'domains.read-due-registrations'
> = ({ settle }) => settle(askForDueRegistrations)
