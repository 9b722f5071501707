/**
 * The passport of a domain: what its registry says, what we know as its registrar, and its
 * valuation. Facts older than a day are shown while new ones are requested.
 */
import { inTransaction, type Db } from '../../../platform/db/database.ts'
import type { Domain } from '../ownership/domains.repository.ts'
import { presentPassport, type Passport } from './passport.ts'
import {
  findHolding,
  findRegistration,
  listChanges,
} from '../registrations/registrations.repository.ts'
import { askForRegistrations, isStale } from '../registrations/registrations.service.ts'
import { findPolicy } from '../registrations/tld-policies.repository.ts'
import { findValuation } from './valuations.repository.ts'

const changesShownMax = 50

export async function readPassport(db: Db, domain: Domain, now: Date): Promise<Passport> {
  const { id, name, suffix } = domain
  const registration = await findRegistration(db, name)
  const isOld = isStale(registration, now)
  if (isOld) await inTransaction(db, (tx) => askForRegistrations(tx, [name]))
  return presentPassport({
    domain,
    registration: isOld ? await findRegistration(db, name) : registration,
    holding: await findHolding(db, id),
    policy: await findPolicy(db, { suffix, now }),
    valuation: await findValuation(db, { name, now }),
    changes: await listChanges(db, name, changesShownMax),
    now,
  })
}
