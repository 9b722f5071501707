/**
 * Owns who a domain belongs to and its status. The status changes by transitions of the lifecycle,
 * under the row lock, and each change records an event. Verification is in `control.service.ts`;
 * transfers between registrars are in `custody`.
 */
import { nextDomainStatus, type DomainStep } from '@pier/protocol/lifecycles/domain'
import { AppError, invariant } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { publish } from '../../../platform/live/publish.ts'
import {
  hasHold,
  hasListing,
  insertDomainEvent,
  insertHold,
  listDomainsEver,
  lockDomainRow,
  lockDomainsOfName,
  saveDomain,
  type Domain,
} from './domains.repository.ts'

/** Part of a user's copy of their data. */
export const collectDomains = listDomainsEver

/** Only the owner may lock it; anyone else gets `domain_not_found`. */
export async function lockDomain(
  tx: Tx,
  { domainId, userId }: { domainId: string; userId: string },
): Promise<Domain> {
  const domain = await lockDomainRow(tx, domainId)
  if (!domain || domain.userId !== userId || domain.archivedAt) {
    throw new AppError('domain_not_found')
  }
  return domain
}

/** For actions of the system: the owner is not checked. */
export async function getLockedDomain(tx: Tx, domainId: string): Promise<Domain> {
  const domain = await lockDomainRow(tx, domainId)
  invariant(domain, `there is a domain ${domainId}`)
  return domain
}

/** Makes the owner's open tabs reload their domains. */
export function publishDomainChange(tx: Tx, userId: string): Promise<void> {
  return publish(tx, { userId, type: 'domains', data: { type: 'domains' } })
}

export async function refuseHeld(tx: Tx, domainId: string): Promise<void> {
  if (await hasHold(tx, domainId)) throw new AppError('domain_on_hold')
}

/** A listed domain can be neither removed nor transferred out. */
export async function refuseListed(tx: Tx, domainId: string): Promise<void> {
  if (await hasListing(tx, domainId)) throw new AppError('domain_listed')
}

/** A transfer in is under way. One at most of a name, whoever says it is theirs. */
export async function startTransfer(tx: Tx, domain: Domain): Promise<void> {
  const rivals = await lockDomainsOfName(tx, domain.name)
  if (rivals.some(({ isPendingTransfer }) => isPendingTransfer)) {
    throw new AppError('transfer_pending')
  }
  if (rivals.some(({ status }) => status === 'CUSTODY_PAID' || status === 'IN_ESCROW')) {
    throw new AppError('domain_in_custody')
  }
  const change = { isPendingTransfer: true, transferRefusal: null }
  await saveDomain(tx, domain, change, { what: 'transfer_asked', userId: domain.userId })
  await publishDomainChange(tx, domain.userId)
}

/** The transfer did not go through; `refusal` says why. */
export async function endTransfer(tx: Tx, domain: Domain, refusal: string | null): Promise<void> {
  const change = { isPendingTransfer: false, transferRefusal: refusal }
  const detail = { refusal }
  await saveDomain(tx, domain, change, { what: 'transfer_ended', detail })
  await publishDomainChange(tx, domain.userId)
}

/** We hold it. Others who had verified the name lose it: a transfer code is stronger proof. */
export async function receiveInCustody(
  tx: Tx,
  domain: Domain,
  transferOutAvailableAt: Date,
): Promise<{ displaced: Domain[] }> {
  const rivals = await lockDomainsOfName(tx, domain.name)
  const displaced = rivals.filter(
    ({ id, status }) => id !== domain.id && status === 'EXTERNAL_VERIFIED',
  )
  for (const rival of displaced) {
    const change = { status: step(rival, 'loseProof'), verifiedAt: null }
    await saveDomain(tx, rival, change, { what: 'displaced' })
    await publishDomainChange(tx, rival.userId)
  }
  const change = {
    status: step(domain, 'arrive'),
    isPendingTransfer: false,
    transferRefusal: null,
    verifiedAt: domain.verifiedAt ?? tx.now,
    transferOutAvailableAt,
  }
  await saveDomain(tx, domain, change, { what: 'arrived' })
  await publishDomainChange(tx, domain.userId)
  return { displaced }
}

/** It secures a loan: nobody can move it until that ends. */
export async function holdInEscrow(tx: Tx, domain: Domain): Promise<void> {
  await saveDomain(tx, domain, { status: step(domain, 'holdInEscrow') }, { what: 'in_escrow' })
  await publishDomainChange(tx, domain.userId)
}

/** Back to its owner, who may transfer it out from the later of the two dates. */
export async function leaveEscrow(
  tx: Tx,
  domain: Domain,
  { notBefore }: { notBefore: Date },
): Promise<void> {
  const change = {
    status: step(domain, 'leaveEscrow'),
    transferOutAvailableAt: laterOf(domain.transferOutAvailableAt, notBefore),
  }
  await saveDomain(tx, domain, change, { what: 'released' })
  await publishDomainChange(tx, domain.userId)
}

/** Changes the owner. The new owner's own row for that name is archived. */
export async function giveTo(tx: Tx, domain: Domain, userId: string): Promise<void> {
  const rivals = await lockDomainsOfName(tx, domain.name)
  for (const rival of rivals.filter((each) => each.userId === userId && each.id !== domain.id)) {
    await archiveDomain(tx, rival, { what: 'removed' })
  }
  const change = {
    userId,
    status: domain.status === 'IN_ESCROW' ? step(domain, 'leaveEscrow') : domain.status,
    transferOutAvailableAt: laterOf(domain.transferOutAvailableAt, tx.now),
  }
  await saveDomain(tx, domain, change, { what: 'seized', detail: { from: domain.userId } })
  await publishDomainChange(tx, domain.userId)
  await publishDomainChange(tx, userId)
}

const laterOf = (date: Date | null, other: Date): Date => (date && date > other ? date : other)

/** It left for another registrar or was removed from the list. Its events are kept. */
export async function archiveDomain(
  tx: Tx,
  domain: Domain,
  event: { what: 'left' | 'removed'; userId?: string },
): Promise<void> {
  await saveDomain(tx, domain, { archivedAt: tx.now }, event)
  await publishDomainChange(tx, domain.userId)
}

/** Until it is lifted, nobody can move the domain or change its nameservers. */
export async function setHold(
  tx: Tx,
  domain: Domain,
  { kind, note }: { kind: string; note: string },
): Promise<boolean> {
  if (!(await insertHold(tx, { domainId: domain.id, kind, note }))) return false
  const event = { what: 'hold_set', detail: { kind } }
  await insertDomainEvent(tx, { ...event, id: domain.id, status: domain.status })
  await publishDomainChange(tx, domain.userId)
  return true
}

export function step(domain: Domain, name: DomainStep): Domain['status'] {
  const status = nextDomainStatus(domain.status, name)
  invariant(status, `a domain in ${domain.status} can ${name}`)
  return status
}
