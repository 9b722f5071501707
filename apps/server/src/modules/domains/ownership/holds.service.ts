/**
 * Holds that operators place and lift. Whatever moves a domain or changes its nameservers checks
 * for them itself.
 */
import type { Tx } from '../../../platform/db/database.ts'
import { readDomainName } from '../names/domain-name.ts'
import {
  insertDomainEvent,
  lockDomainsOfName,
  lockName,
  type Domain,
} from './domains.repository.ts'
import { endHoldRow, insertOperatorHold, type OperatorHold } from './holds.repository.ts'
import { publishDomainChange } from './domains.service.ts'

/** The row of a name's owner: we hold it, or they have verified it. */
export async function lockDomainCalled(tx: Tx, typed: string): Promise<Domain | undefined> {
  const answer = readDomainName(typed)
  if (!('name' in answer)) return undefined
  await lockName(tx, answer.name.ascii)
  const all = await lockDomainsOfName(tx, answer.name.ascii)
  const rank = ['IN_ESCROW', 'CUSTODY_PAID', 'EXTERNAL_VERIFIED']
  const known = all.filter(({ status }) => rank.includes(status))
  return known.toSorted((a, b) => rank.indexOf(a.status) - rank.indexOf(b.status))[0]
}

/** One of a kind at a time. Nothing where there is one already. */
export async function placeHold(
  tx: Tx,
  domain: Domain,
  hold: OperatorHold,
): Promise<string | undefined> {
  const id = await insertOperatorHold(tx, domain.id, hold)
  if (!id) return undefined
  // Events are in the owner's data export, so a secret hold does not name its kind.
  const event = { what: 'hold_set', detail: hold.isSecret ? {} : { kind: hold.kind } }
  await insertDomainEvent(tx, { ...event, id: domain.id, status: domain.status })
  if (!hold.isSecret) await publishDomainChange(tx, domain.userId)
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
  await publishDomainChange(tx, domain.userId)
}
