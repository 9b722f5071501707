/**
 * Holds placed by operators: the domain cannot move, and its DNS stays as it is. One operator
 * places a hold, two lift it. The parties are notified, unless the hold is secret: then they only
 * see that there is one.
 */
import { limits } from '@pier/protocol/limits'
import { sayDate } from '@pier/protocol/say-time'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { endCertificate } from '../../custody/custody.service.ts'
import {
  endHold,
  findHold,
  getLockedDomain,
  giveTo,
  lockDomainCalled,
  placeHold,
  type Domain,
} from '../../domains/domains.service.ts'
import { followDomain, lockLoan, noteEvent, publishChange } from '../../loans/loans.service.ts'
import { notify } from '../../notifications/notifications.service.ts'
import { requireDocument } from './documents.service.ts'
import { findOpenLoanOf } from './holds.repository.ts'
import { listPeopleOf, requireImpartial, type Operator } from '../../operators/operators.service.ts'
import { notifyParties } from './tell-parties.ts'

type HoldKind = 'court' | 'udrp' | 'theft' | 'abuse' | 'dispute'

const kindText: Record<HoldKind, string> = {
  court: 'a court or police order',
  udrp: 'a complaint about the domain name',
  theft: 'a theft report',
  abuse: 'an abuse report',
  dispute: 'a dispute',
}
const ordered: readonly HoldKind[] = ['court', 'udrp']
const theftAnswerMs = limits.theftAnswerDays * 24 * 3_600_000

type NewHold = {
  domain: string
  kind: HoldKind
  documentId: string | null
  isSecret: boolean
  reviewOn: string | undefined
  reasons: string
  operator: Operator
}

export async function holdDomain(tx: Tx, input: NewHold) {
  const { kind, documentId, isSecret, reviewOn, reasons, operator } = input
  if (documentId) await requireDocument(tx, documentId)
  else if (ordered.includes(kind)) throw new AppError('document_needed', { field: 'document_id' })
  const domain = await lockDomainCalled(tx, input.domain)
  if (!domain) {
    const message = 'No user has verified this domain'
    throw new AppError('domain_not_found', { field: 'domain', message })
  }
  await requireImpartial(tx, operator, await listPeopleOf(tx, domain.id))
  const answerUntil = new Date(tx.now.getTime() + theftAnswerMs)
  const untilAnswered = kind === 'theft' ? answerUntil : null
  const reviewAt = reviewOn ? new Date(`${reviewOn}T00:00:00Z`) : untilAnswered
  const hold = { kind, note: reasons, placedBy: operator.id, documentId, isSecret, reviewAt }
  const id = await placeHold(tx, domain, hold)
  if (!id) throw new AppError('hold_there')
  const about = [`Reason: ${kindText[kind]}. ${reasons}`]
  if (kind === 'theft') {
    about.push(`To show that the domain is yours, reply to this email by ${sayDate(answerUntil)}.`)
  }
  const told = isSecret ? [] : about
  const data = { hold: id, operators: [operator.id], ...(!isSecret && { kind }) }
  const headline = 'The domain was put on hold'
  const noted = await noteHold(tx, domain, { action: 'placeHold', data, headline, told })
  return { id, domain, ...noted }
}

type Noted = {
  action: 'placeHold' | 'liftHold'
  data: { [key: string]: string | string[] }
  headline: string
  /** What the parties are told about it: empty if the hold is secret. */
  told: string[]
}

/** Records it in the chain of the domain's open loan, if any, and notifies parties or owner. */
async function noteHold(tx: Tx, domain: Domain, { action, data, headline, told }: Noted) {
  const escrowId = await findOpenLoanOf(tx, domain.id)
  const next =
    action === 'placeHold'
      ? 'The domain cannot be moved until the hold is lifted.'
      : 'The loan continues.'
  if (escrowId) {
    const locked = await lockLoan(tx, escrowId)
    const actor = action === 'placeHold' ? 'OPERATOR' : 'TWO_OPERATORS'
    await publishChange(tx, await noteEvent(tx, locked.loan, { action, actor, data }))
    if (told.length > 0) await notifyParties(tx, locked, { headline, more: [...told, next] })
    return { escrowId, userIds: [locked.loan.borrowerId, locked.loan.lenderId] }
  }
  const subject = `${domain.unicodeName}: ${headline}`
  if (told.length > 0) {
    await notify(tx, {
      userId: domain.userId,
      kind: 'domains',
      body: subject,
      link: '/app/my-domains',
      mail: { subject, heading: headline, paragraphs: told },
    })
  }
  return { escrowId, userIds: [domain.userId] }
}

type Lifted = { holdId: string; operators: [string, string]; ownerId: string | undefined }

/** Ends a hold. Its loan goes on; a domain seized by order goes to the named owner. */
export async function liftHold(tx: Tx, { holdId, operators, ownerId }: Lifted): Promise<void> {
  const hold = await findHold(tx, holdId)
  if (!hold || hold.liftedAt) throw new AppError('hold_not_found')
  const domain = await getLockedDomain(tx, hold.domainId)
  // End the hold before the loan is locked, so that its dates move by the time on hold.
  await endHold(tx, domain, { holdId, operators })
  const data = { hold: holdId, operators, ...(!hold.isSecret && { kind: hold.kind }) }
  const told = hold.isSecret ? [] : ['Two operators lifted the hold.']
  await noteHold(tx, domain, { action: 'liftHold', data, headline: 'The hold was lifted', told })
  if (ownerId) {
    await giveTo(tx, domain, ownerId)
    await endCertificate(tx, { domainId: domain.id, why: 'new_owner' })
  }
  await followDomain(tx, domain.id)
}
