/**
 * After a restore the database is older than the registry. For one name: in what they differ, and what
 * a person should do about it, or that the worker does it by itself once it starts.
 */
import { sayDate } from '@pier/protocol/say-time'
import { dayMs } from '@pier/protocol/time'
import type { DomainInfo, TransferState } from '../../../providers/registrar/registrar-port.ts'
import type { Command } from '../commands/commands.repository.ts'
import type { Holding } from '../holdings/holdings.repository.ts'
import type { Transfer } from '../transfers/transfers.repository.ts'
import { custodyLocks, listDifferences, type Alarm } from './drift.service.ts'
import { statements } from './reconciliation.repository.ts'

/** What the database has. */
export type KnownName = {
  holding: Holding | undefined
  /** The one that is under way. */
  transfer: Transfer | undefined
  /** Those that are not settled. */
  commands: Command[]
}
/** What the registry says now. Null where it knows nothing, or tells us nothing. */
export type FoundName = { info: DomainInfo | null; transfer: TransferState | null }

export type Difference = { what: string; propose: string }

export function listRegistrarDifferences(known: KnownName, found: FoundName): Difference[] {
  const { holding, transfer } = known
  if (holding && !holding.leftAt) {
    return found.info?.isSponsoredByUs
      ? [
          ...ofLock(holding, transfer, found.info),
          ...ofOrders(known, found.info),
          ...ofRest(known, found),
        ]
      : [ofLeft(holding, transfer, found)]
  }
  if (transfer?.direction === 'in') return ofArrival(transfer, known.commands, found)
  return found.info?.isSponsoredByUs ? [ofStranger] : []
}

function ofLeft(
  holding: Holding,
  transfer: Transfer | undefined,
  { info, transfer: state }: FoundName,
): Difference {
  const movedAt = info?.lastTransferAt ?? (state?.status.endsWith('Approved') ? state.actAt : null)
  const to = info?.sponsor ?? state?.requestedBy ?? 'another registrar or none'
  const since = movedAt ? ` since ${dayOf(movedAt)}` : ''
  const what = `the database has it in custody; the registry has it with ${to}${since}`
  if (holding.isUnlocked && transfer) {
    const propose = `its transfer out ${transfer.id} ends automatically at the worker's next check`
    return { what, propose }
  }
  const { domainId } = holding
  const asked = transfer
    ? 'its owner had requested the transfer, and it was opened since'
    : 'nobody had requested the transfer when the backup was made. Ask its owner and the registrar, and check the emails since then. If it was not its owner, use the alarm that the worker raises'
  return {
    what,
    propose: `${asked}. To end it as gone, ${early} ${statements.leave({ domainId, transferId: transfer?.id })}`,
  }
}

/** By statements of the owner of the tables: no process of ours may say so, and no worker may run. */
const early = 'before the workers start:'

function ofLock(holding: Holding, transfer: Transfer | undefined, info: DomainInfo): Difference[] {
  const isLocked = custodyLocks.every((lock) => info.statuses.includes(lock))
  if (isLocked !== holding.isUnlocked) return []
  if (isLocked) {
    const propose = transfer
      ? `its transfer out was stopped since. Give ${transfer.id} up under Transfers`
      : 'the worker records it at its next check'
    return [
      { what: 'the database has it open for a transfer; the registry has it locked', propose },
    ]
  }
  const why = transfer ? `transfer ${transfer.id} out was opened` : 'a transfer out was opened'
  return [
    {
      what: 'the database has it locked; the registry has it open',
      propose: `it may be that ${why} since, and that its code was mailed. The worker locks it again and raises an alarm. Settle that with "It is put right"; its owner has to ask for the code again`,
    },
  ]
}

/** Orders that wait are sent when the workers start, over whatever was changed since. */
function ofOrders({ commands }: KnownName, info: DomainInfo): Difference[] {
  return commands
    .filter((command) => command.kind === 'set_nameservers')
    .filter(({ input }) => !isSame(input.nameservers, info.nameservers))
    .map(({ id, number, input }) => ({
      what: `order ${number} waits to set the nameservers ${input.nameservers.join(', ')}; the registry has ${info.nameservers.join(', ') || 'none'}`,
      propose: `ask its owner which are right. To keep those of the registry, ${early} ${statements.refuse(id)}`,
    }))
}

const isSame = (one: string[], other: string[]) =>
  [...one].sort().join() === [...other].sort().join()

const takeOver = 'If that was its owner since, "Take it over" in the alarm that the worker raises'
const proposals: Record<string, string> = {
  nameservers: takeOver,
  dnssec: takeOver,
  expiry: 'Ask the registrar. The worker raises an alarm',
  status:
    'Someone else acts on the domain. Ask the registrar. The worker raises an alarm and places a hold',
}

/** What the regular look raises alarms for, and a later date, which it takes by itself. */
function ofRest({ holding, commands }: KnownName, { info, transfer }: FoundName): Difference[] {
  if (!holding || !info) return []
  const isOrdered = commands.some(({ kind }) => kind === 'set_nameservers')
  const isElsewhere = ({ kind }: Alarm) =>
    kind === 'lock' || (isOrdered && (kind === 'nameservers' || kind === 'dnssec'))
  const found = listDifferences(holding, info)
    .filter((alarm) => !isElsewhere(alarm))
    .map(({ kind, detail }) => ({
      what: `its ${kind} at the registry: ${detail}${kind === 'status' ? pendingText(transfer) : ''}`,
      propose: proposals[kind] ?? 'Ask the registrar',
    }))
  const { expiresAt: known } = holding
  const { expiresAt: now } = info
  if (!known || !now || now.getTime() - known.getTime() <= dayMs) return found
  const what = `the database has it until ${dayOf(known)}; the registry until ${dayOf(now)}`
  const propose =
    'it was renewed since. The worker takes the new date, and nothing renews it twice. If our registrar account paid, the fee was not charged. Post it as an adjustment'
  return [...found, { what, propose }]
}

const pendingText = (transfer: TransferState | null) =>
  transfer?.status === 'pending' && transfer.requestedBy
    ? `, asked for by ${transfer.requestedBy}${transfer.actAt ? `, goes through on ${dayOf(transfer.actAt)}` : ''}`
    : ''

function ofArrival(transfer: Transfer, commands: Command[], { info, transfer: state }: FoundName) {
  const isPending = state?.status === 'pending' && state.isRequestedByUs
  const asked = `its transfer in ${transfer.id}`
  if (transfer.state !== 'asked') {
    if (isPending) return []
    const what = info?.isSponsoredByUs
      ? `${asked} was in progress; the domain has arrived`
      : `${asked} was in progress; it ended at the registry without success`
    return [{ what, propose: 'the worker records it automatically, with the fee' }]
  }
  const request = commands.find(({ kind }) => kind === 'request_transfer')
  if (info?.isSponsoredByUs) {
    const mark = request
      ? `${early} ${statements.send(request.id)}. The worker then asks before it sends, and receives the name`
      : 'ask the registrar when it came, and whether this transfer brought it'
    return [{ what: `${asked} was not sent yet; the domain is with us`, propose: mark }]
  }
  if (!isPending) return []
  const what = `${asked} was not sent yet; it is in progress at the registry`
  return [{ what, propose: 'the worker finds this automatically' }]
}

const ofStranger: Difference = {
  what: 'the database has it elsewhere; the registry has it with us',
  propose:
    'a transfer in was requested and completed after the backup was made. Find the owner from the emails since then, and settle with them. The console cannot take it in',
}

const dayOf = sayDate
