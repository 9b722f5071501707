/**
 * We count a domain as held only if we saw it: what the registry shows is stored with the time of
 * the look. One is taken on arrival, after each command and about every twelve hours; a visitor who
 * finds an old one triggers one new look.
 */
import { hourMs, minuteMs } from '@pier/protocol/time'
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
import { askToSign } from '../certificates/certificates.service.ts'
import { findHolding, markLookAsked, saveSeen } from './holdings.repository.ts'

/** `info` is null for an unknown name. A look older than the stored one is dropped. */
export async function recordLook(
  tx: Tx,
  { id: domainId, userId }: Pick<Domain, 'id' | 'userId'>,
  { info, at }: { info: DomainInfo | null; at: Date },
): Promise<void> {
  await saveSeen(tx, { domainId, at, seen: JSON.stringify(keepSeen(info)) })
  await askToSign(tx, domainId)
  await publishDomainChange(tx, userId)
}

/** The passport for a visitor of the domain's page. An old look triggers a new one. */
export async function visitPassport(db: Db, domain: Domain, now: Date) {
  const holding = await findHolding(db, domain.id)
  if (holding && !isFresh(holding.seenAt, now)) await askForLook(db, { domainId: domain.id, now })
  return readPassport(db, domain, now)
}

type Visited = { domainId: string; now: Date }

/** At most one look an hour, however many visitors find it old. */
const askForLook = (db: Db, visited: Visited) =>
  orderLook(db, visited, { freshMs, askedMs: hourMs })

/** Somebody wants to see it read now: at most one look a minute, whoever asks. */
export const askForFreshLook = (db: Db, visited: Visited) =>
  orderLook(db, visited, { freshMs: minuteMs, askedMs: minuteMs })

/** A look that was asked for longer ago is not waited for. */
export const isLookUnderWay = ({ lookAskedAt }: { lookAskedAt: Date | null }, now: Date): boolean =>
  lookAskedAt !== null && now.getTime() - lookAskedAt.getTime() < minuteMs

async function orderLook(
  db: Db,
  { domainId, now }: Visited,
  old: { freshMs: number; askedMs: number },
): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const due = { domainId, seenBefore: before(old.freshMs), askedBefore: before(old.askedMs) }
  await inTransaction(db, async (tx) => {
    if (await markLookAsked(tx, due)) await enqueue(tx, 'custody.check-holding', { domainId })
  })
}
