/** Holds that operators place and lift. What they forbid is asked wherever a domain could move. */
import type { Tx } from '../../platform/db/database.ts'
import { insertDomainEvent, type Domain } from './domains.repository.ts'
import { endHoldRow, insertOperatorHold, type OperatorHold } from './holds.repository.ts'
import { tellDomainChanged } from './domains.service.ts'

export { findHold, listHolds } from './holds.repository.ts'

/** One of a kind at a time. Nothing where there is one already. */
export async function placeHold(
  tx: Tx,
  domain: Domain,
  hold: OperatorHold,
): Promise<string | undefined> {
  const id = await insertOperatorHold(tx, domain.id, hold)
  if (!id) return undefined
  const event = { what: 'hold_set', detail: { kind: hold.kind } }
  await insertDomainEvent(tx, { ...event, id: domain.id, status: domain.status })
  if (!hold.isSecret) await tellDomainChanged(tx, domain.userId)
  return id
}

export async function endHold(
  tx: Tx,
  domain: Domain,
  { holdId, operators }: { holdId: string; operators: string[] },
): Promise<void> {
  await endHoldRow(tx, holdId, operators)
  const event = { what: 'hold_lifted', detail: { holdId } }
  await insertDomainEvent(tx, { ...event, id: domain.id, status: domain.status })
  await tellDomainChanged(tx, domain.userId)
}
