/**
 * Owns whose domain a name is and what its status says. A status changes by the steps of its
 * lifecycle, under the row's lock, and each change leaves an event. How control is proved stands in
 * `control.service.ts`; moving a name between registrars is for `custody`.
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

/** Of its owner alone: for anybody else it is not there. */
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

/** For what happens by itself, whoever owns it now. */
export async function getLockedDomain(tx: Tx, domainId: string): Promise<Domain> {
  const domain = await lockDomainRow(tx, domainId)
  invariant(domain, `there is a domain ${domainId}`)
  return domain
}

/** Open tabs of the owner read their domains anew. */
export function publishDomainChange(tx: Tx, userId: string): Promise<void> {
  return publish(tx, { userId, type: 'domains', data: { type: 'domains' } })
}

export async function refuseHeld(tx: Tx, domainId: string): Promise<void> {
  if (await hasHold(tx, domainId)) throw new AppError('domain_on_hold')
}

/** One that is listed stays where lenders look for it. */
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

/** It did not go through; the words say why. */
export async function endTransfer(tx: Tx, domain: Domain, refusal: string | null): Promise<void> {
  const change = { isPendingTransfer: false, transferRefusal: refusal }
  const detail = { refusal }
  await saveDomain(tx, domain, change, { what: 'transfer_ended', detail })
  await publishDomainChange(tx, domain.userId)
}

/** We hold it. Whoever else had proved the name has lost it: a code is the stronger proof. */
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

/** It stands for a loan: nobody moves it until that ends. */
export async function holdInEscrow(tx: Tx, domain: Domain): Promise<void> {
  await saveDomain(tx, domain, { status: step(domain, 'holdInEscrow') }, { what: 'in_escrow' })
  await publishDomainChange(tx, domain.userId)
}

/** Back in the hands of its owner, who may take it out from the later of its two dates on. */
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

/** Somebody else owns it now. What they had on their own list under that name gives way to it. */
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

/** Gone to another registrar, or taken off the list. What happened to it is kept. */
export async function archiveDomain(
  tx: Tx,
  domain: Domain,
  event: { what: 'left' | 'removed'; userId?: string },
): Promise<void> {
  await saveDomain(tx, domain, { archivedAt: tx.now }, event)
  await publishDomainChange(tx, domain.userId)
}

/** Nobody moves it and nobody changes its nameservers until this is lifted. */
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
