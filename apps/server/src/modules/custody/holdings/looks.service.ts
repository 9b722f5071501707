/**
 * Held means seen held: what the registry shows us of a domain that we hold is kept with the moment
 * of the look. One is taken at arrival, after each command and daily; whoever comes upon an old one
 * causes a new one, once.
 */
import { hourMs } from '@pier/protocol/time'
import { inTransaction, type Db, type Tx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import type { DomainInfo } from '../../../providers/registrar/registrar-port.ts'
import {
  freshMs,
  isFresh,
  keepSeen,
  readPassport,
  publishDomainChange,
  type Domain,
} from '../../domains/domains.service.ts'
import { findHolding, markLookAsked, saveSeen } from './holdings.repository.ts'

/** Null where the registry does not know the name. A look that is older than the kept one is dropped. */
export async function recordLook(
  tx: Tx,
  { id: domainId, userId }: Pick<Domain, 'id' | 'userId'>,
  { info, at }: { info: DomainInfo | null; at: Date },
): Promise<void> {
  await saveSeen(tx, { domainId, at, seen: JSON.stringify(keepSeen(info)) })
  await publishDomainChange(tx, userId)
}

/** The passport of a domain, for somebody who has opened its page. An old one is looked at anew. */
export async function visitPassport(db: Db, domain: Domain, now: Date) {
  const holding = await findHolding(db, domain.id)
  if (holding && !isFresh(holding.seenAt, now)) await askForLook(db, { domainId: domain.id, now })
  return readPassport(db, domain, now)
}

/** However many see that it is old, one look an hour is taken. */
async function askForLook(
  db: Db,
  { domainId, now }: { domainId: string; now: Date },
): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const due = { domainId, seenBefore: before(freshMs), askedBefore: before(hourMs) }
  await inTransaction(db, async (tx) => {
    if (await markLookAsked(tx, due)) await enqueue(tx, 'custody.check-holding', { domainId })
  })
}
