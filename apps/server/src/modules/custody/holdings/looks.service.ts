/**
 * We count a domain as held only if we saw it: what the registry shows is stored with the time of
 * the look. One is taken on arrival, after each command and about every twelve hours; a visitor who
 * finds an old one triggers one new look.
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

/** `info` is null for an unknown name. A look older than the stored one is dropped. */
export async function recordLook(
  tx: Tx,
  { id: domainId, userId }: Pick<Domain, 'id' | 'userId'>,
  { info, at }: { info: DomainInfo | null; at: Date },
): Promise<void> {
  await saveSeen(tx, { domainId, at, seen: JSON.stringify(keepSeen(info)) })
  await publishDomainChange(tx, userId)
}

/** The passport for a visitor of the domain's page. An old look triggers a new one. */
export async function visitPassport(db: Db, domain: Domain, now: Date) {
  const holding = await findHolding(db, domain.id)
  if (holding && !isFresh(holding.seenAt, now)) await askForLook(db, { domainId: domain.id, now })
  return readPassport(db, domain, now)
}

/** At most one look an hour, however many visitors find it old. */
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
