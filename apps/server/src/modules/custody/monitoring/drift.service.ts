/**
 * Checks that the registry still has a domain as we left it. A difference raises an alarm: the
 * domain is put on hold, its owner is notified, and an operator looks.
 */
import type { Tx } from '../../../platform/db/database.ts'
import type { DomainInfo } from '../../../providers/registrar/registrar-port.ts'
import { setHold, type Domain } from '../../domains/domains.service.ts'
import { insertAlarm } from './alarms.repository.ts'
import { wasTouchedSince } from '../commands/commands.repository.ts'
import { orderCommand } from '../commands/commands.service.ts'
import { notifyOwner } from '../holdings/custody-notices.ts'
import { findHolding, saveHolding, type Holding } from '../holdings/holdings.repository.ts'
import { recordLook } from '../holdings/looks.service.ts'
import { planRenewal } from '../renewals/renewals.service.ts'
import { findOpenTransfer } from '../transfers/transfers.repository.ts'
import { completeTransferOut } from '../transfers/transfers-out.service.ts'

export const custodyLocks = ['clientTransferProhibited', 'clientDeleteProhibited']
/** Somebody else acts on the name: a court, a panel, the registry, or nobody renewed it. */
const foreignStatuses = /^(server\w+|pendingDelete|pendingTransfer|redemptionPeriod|clientHold)$/

export type Alarm = { kind: string; detail: string }

/** Returns new alarms. `readAt` is from before the query: what we changed since is not drift. */
export async function compareHolding(
  tx: Tx,
  domain: Domain,
  { info, readAt }: { info: DomainInfo | null; readAt: Date },
): Promise<Alarm[]> {
  const holding = await findHolding(tx, domain.id)
  if (!holding || holding.leftAt) return []
  if (await wasTouchedSince(tx, { domainId: domain.id, since: readAt })) {
    await saveHolding(tx, domain.id, { checkedAt: tx.now })
    return []
  }
  const transfer = await findOpenTransfer(tx, domain.id)
  const isOut = transfer?.direction === 'out' && holding.isUnlocked
  if (isOut && !info?.isSponsoredByUs) {
    await completeTransferOut(tx, domain, transfer)
    return []
  }
  await recordLook(tx, domain, { info, at: readAt })
  const alarms = listDifferences(holding, info)
  const raised: Alarm[] = []
  for (const alarm of alarms) if (await raise(tx, domain, alarm)) raised.push(alarm)
  if (alarms.some(({ kind }) => kind === 'lock')) {
    await orderCommand(tx, { domainId: domain.id, kind: 'lock', input: {} })
  }
  const isLater = info?.expiresAt && (!holding.expiresAt || info.expiresAt > holding.expiresAt)
  if (isLater) await planRenewal(tx, { domainId: domain.id, expiresAt: info.expiresAt })
  await saveHolding(tx, domain.id, {
    checkedAt: tx.now,
    ...(isLater && { expiresAt: info.expiresAt }),
  })
  return raised
}

export function listDifferences(holding: Holding, info: DomainInfo | null): Alarm[] {
  if (!info) return [{ kind: 'sponsor', detail: 'The registry does not know the domain' }]
  if (!info.isSponsoredByUs) {
    return [{ kind: 'sponsor', detail: `Its registrar is ${info.sponsor ?? 'another one'}` }]
  }
  const statuses = [...info.statuses, ...info.graceStatuses]
  const foreign = statuses.filter(
    (status) =>
      foreignStatuses.test(status) && !(status === 'pendingTransfer' && holding.isUnlocked),
  )
  const missing = custodyLocks.filter((lock) => !info.statuses.includes(lock))
  const isSame = (one: string[], other: string[]) =>
    [...one].sort().join() === [...other].sort().join()
  const keysOf = (records: { keyTag: number; digest: string }[]) =>
    records.map(({ keyTag, digest }) => `${keyTag} ${digest.toUpperCase()}`)
  const found: (Alarm | false)[] = [
    foreign.length > 0 && { kind: 'status', detail: foreign.join(', ') },
    !holding.isUnlocked && missing.length > 0 && { kind: 'lock', detail: missing.join(', ') },
    !isSame(holding.nameservers, info.nameservers) && {
      kind: 'nameservers',
      detail: info.nameservers.join(', ') || 'none',
    },
    !isSame(keysOf(holding.dsRecords), keysOf(info.dsRecords)) && {
      kind: 'dnssec',
      detail: keysOf(info.dsRecords).join(', ') || 'none',
    },
    isEarlier(info.expiresAt, holding.expiresAt) && {
      kind: 'expiry',
      detail: info.expiresAt?.toISOString() ?? 'none',
    },
  ]
  return found.filter((alarm) => alarm !== false)
}

/** By more than a day: registries round. */
const isEarlier = (one: Date | null, other: Date | null): boolean =>
  one !== null && other !== null && other.getTime() - one.getTime() > 86_400_000

/** False if the same alarm is open already. */
export async function raise(tx: Tx, domain: Domain, { kind, detail }: Alarm): Promise<boolean> {
  if (!(await insertAlarm(tx, { domainId: domain.id, kind, detail }))) return false
  await setHold(tx, domain, { kind: 'drift', note: `${kind}: ${detail}` })
  await notifyOwner(tx, domain, {
    subject: `${domain.unicodeName} was changed at the registry`,
    body: `We did not make this change. ${domain.unicodeName} is on hold until an operator has reviewed it.`,
    isUrgent: true,
  })
  return true
}
