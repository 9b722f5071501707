/**
 * The nameservers of a domain in custody. The owner keeps control of the DNS: changes are free,
 * recorded, and can be undone, DNSSEC included.
 */
import { dayMs } from '@pier/protocol/time'
import { parse } from 'tldts'
import { toASCII } from 'tr46'
import { AppError } from '../../../platform/app-error.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { readLimits } from '../../../platform/settings.ts'
import type { DsRecord } from '../../../providers/registrar/registrar-port.ts'
import { hasHold, lockDomain, refuseHeld, type Domain } from '../../domains/domains.service.ts'
import { requireStepUp, type Caller } from '../../users/users.service.ts'
import { hasOpenCommand } from '../commands/commands.repository.ts'
import { orderCommand } from '../commands/commands.service.ts'
import { notifyOwner } from '../holdings/custody-notices.ts'
import { findHolding, type Holding } from '../holdings/holdings.repository.ts'
import { countChangesSince, insertChange, listChanges } from './nameservers.repository.ts'

const historyLength = 20

type Wanted = { nameservers: string[]; dsRecords: DsRecord[] }

/** While a loan runs, the owner changes them through the loan, which notifies the lender. */
type Change = Caller & { domainId: string; isInEscrow?: boolean }

export async function changeNameservers(
  tx: Tx,
  input: Change & { nameservers: string[]; ds: 'keep' | 'remove' },
): Promise<string> {
  const { domain, holding } = await lockChangeable(tx, input)
  const nameservers = input.nameservers.map((host) => readHost(host, domain))
  if (new Set(nameservers).size < nameservers.length) {
    throw new AppError('nameserver_same', { field: 'nameservers' })
  }
  const dsRecords = input.ds === 'keep' ? holding.dsRecords : []
  return orderChange(tx, { domain, holding, to: { nameservers, dsRecords } })
}

/** Puts back what was there before a change. */
export async function undoChange(tx: Tx, input: Change & { changeId: string }): Promise<string> {
  const { domain, holding } = await lockChangeable(tx, input)
  const changes = await listChanges(tx, { domainId: domain.id, limit: historyLength })
  const change = changes.find(({ id }) => id === input.changeId)
  if (!change) throw new AppError('not_found')
  const to = { nameservers: change.fromNameservers, dsRecords: change.fromDsRecords }
  return orderChange(tx, { domain, holding, to })
}

async function lockChangeable(
  tx: Tx,
  { userId, sessionId, domainId, isInEscrow = false }: Change,
): Promise<{ domain: Domain; holding: Holding }> {
  const action = 'edit_nameservers'
  await requireStepUp(tx, { userId, sessionId, action, object: domainId })
  const domain = await lockDomain(tx, { domainId, userId })
  const status = isInEscrow ? 'IN_ESCROW' : 'CUSTODY_PAID'
  if (domain.status !== status) throw new AppError('domain_wrong_status')
  await refuseHeld(tx, domainId)
  const holding = await findHolding(tx, domainId)
  if (!holding || holding.leftAt) throw new AppError('domain_wrong_status')
  return { domain, holding }
}

async function orderChange(
  tx: Tx,
  { domain, holding, to }: { domain: Domain; holding: Holding; to: Wanted },
): Promise<string> {
  const domainId = domain.id
  const since = new Date(tx.now.getTime() - dayMs)
  const { nameserverChangesPerDay: max } = await readLimits(tx)
  if ((await countChangesSince(tx, { domainId, since })) >= max) {
    const message = `You can change nameservers up to ${max} times a day`
    throw new AppError('nameserver_changes', { message })
  }
  if (await hasOpenCommand(tx, { domainId, kind: 'set_nameservers' })) {
    throw new AppError('domain_busy')
  }
  if (isSame(holding, to)) throw new AppError('nameservers_unchanged', { field: 'nameservers' })
  const commandId = await orderCommand(tx, { domainId, kind: 'set_nameservers', input: to })
  const from = { nameservers: holding.nameservers, dsRecords: holding.dsRecords }
  await insertChange(tx, { domainId, userId: domain.userId, commandId, from, to })
  await notifyOwner(tx, domain, {
    subject: `${domain.unicodeName}: nameservers are being changed`,
    body: `New nameservers of ${domain.unicodeName}: ${to.nameservers.join(', ')}.`,
    more: ['If that was not you, restore the old ones under My Domains and change your password.'],
    isUrgent: true,
  })
  return commandId
}

const isSame = (one: Wanted, other: Wanted): boolean =>
  [...one.nameservers].sort().join() === [...other.nameservers].sort().join() &&
  JSON.stringify(one.dsRecords) === JSON.stringify(other.dsRecords)

const hostPattern = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/

/** A full host name in its DNS form. A host below the domain itself would need glue. */
function readHost(typed: string, { name }: Domain): string {
  const host = toASCII(typed.trim().replace(/\.$/, ''), { useSTD3ASCIIRules: true })
  const refused = (code: 'nameserver_invalid' | 'nameserver_inside') =>
    new AppError(code, { field: 'nameservers' })
  if (!host || !hostPattern.test(host)) throw refused('nameserver_invalid')
  const { isIp, domain } = parse(host, { allowPrivateDomains: false })
  if (isIp || domain === null) throw refused('nameserver_invalid')
  if (host === name || host.endsWith(`.${name}`)) throw refused('nameserver_inside')
  return host
}

/** What the owner sees: the servers, what changed, and what may be changed now. */
export async function readNameservers(db: Db, { domain, now }: { domain: Domain; now: Date }) {
  const holding = await findHolding(db, domain.id)
  if (!holding || holding.leftAt) throw new AppError('domain_wrong_status')
  const since = new Date(now.getTime() - dayMs)
  const made = await countChangesSince(db, { domainId: domain.id, since })
  const { nameserverChangesPerDay } = await readLimits(db)
  const changesLeft = Math.max(nameserverChangesPerDay - made, 0)
  const frozen = (await hasHold(db, domain.id))
    ? 'This domain is on hold, so its nameservers cannot be changed.'
    : null
  const changes = await listChanges(db, { domainId: domain.id, limit: historyLength })
  return { holding, changes, changesLeft, frozen }
}
