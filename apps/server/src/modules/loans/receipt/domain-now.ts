/** What has become of the domain of a loan that ended, and what its reader can do next. */
import type { Party } from '@pier/protocol/lifecycles/loan'
import { limits } from '@pier/protocol/limits'
import type { NextKind } from '@pier/protocol/loans/loan-endings'
import { formatMoney, formatRate } from '@pier/protocol/money'
import type { DomainStatus } from '@pier/protocol/statuses'
import { dayMs, hourMs } from '@pier/protocol/time'
import { dayText } from '../notices/day-text.ts'

/** As it is while the page is read, which may be long after the loan. */
export type NameNow = {
  isYours: boolean
  status: DomainStatus
  isHeld: boolean
  isListed: boolean
  isLeaving: boolean
  transferOutFrom: Date | null
  arrivedAt: Date | null
  expiresAt: Date | null
  renewalCents: number | null
  /** Another open loan on it, if the reader is one of its parties. */
  loanId: string | null
}

export type NextStep = {
  kind: NextKind
  title: string
  note: string
  from: Date | null
  whyNot: string | null
  escrowId: string | null
}

type Asked = {
  role: Party
  name: NameNow
  terms: { amountCents: number; termDays: number; rateBps: number }
  endedAt: Date
  isReturned: boolean
  now: Date
}

/** A sentence on where the domain is now. Null if it is not the reader's. */
export function endOfName({ domain, name }: { domain: string; name: NameNow }): string | null {
  if (!name.isYours) return null
  if (name.isHeld) return `${domain} is on hold here.`
  if (name.loanId || name.status === 'IN_ESCROW') return `${domain} now secures another loan.`
  if (name.isLeaving) return `A transfer out of ${domain} is in progress.`
  if (name.status === 'CUSTODY_PAID') {
    return name.isListed
      ? `${domain} stays in our custody, locked, and is listed.`
      : `${domain} stays in our custody, locked, until you decide.`
  }
  return name.isListed ? `${domain} is listed.` : null
}

const step = (kind: NextKind, title: string, note: string, rest: Partial<NextStep> = {}) => ({
  kind,
  title,
  note,
  from: null,
  whyNot: null,
  escrowId: null,
  ...rest,
})

export function nextOf(asked: Asked): NextStep[] {
  const { role, name } = asked
  if (name.isYours) return ownersSteps(asked)
  if (role === 'LENDER') {
    return [
      step('LEND', 'Lend again', 'Browse open listings and make an offer.'),
      step('LOANS', 'Your loans', 'All your loans as lender, with next actions and deadlines.'),
    ]
  }
  if (name.loanId) return [otherLoan(name.loanId)]
  return [step('DOMAINS', 'Borrow on another domain', 'Your domains and the next step for each.')]
}

const otherLoan = (escrowId: string) =>
  step('LOAN', 'The loan it now secures', 'See its dates and payments on the loan page.', {
    escrowId,
  })

function ownersSteps(asked: Asked): NextStep[] {
  const { name } = asked
  if (name.isHeld) {
    const note =
      'The domain cannot be moved until the hold is lifted. See My Domains for how to answer.'
    return [step('HELD', 'The domain is on hold', note)]
  }
  if (name.loanId) return [otherLoan(name.loanId)]
  const isHere = name.status === 'CUSTODY_PAID'
  return [...listing(asked), ...(isHere ? [leaving(asked), keeping(asked)] : [])]
}

function listing({ name, terms }: Asked): NextStep[] {
  if (name.isListed) {
    return [step('LISTED', 'It is listed', 'Offers come to My Loans. Change or remove it there.')]
  }
  if (name.status === 'EXTERNAL_UNVERIFIED') {
    return [step('DOMAINS', 'Verify it again', 'Verify it before you list it.')]
  }
  const { amountCents, termDays, rateBps } = terms
  const sum = formatMoney(amountCents, { whole: true })
  const last = `${sum}, ${termDays === 1 ? '1 day' : `${termDays} days`}, ${formatRate(rateBps)}`
  const soon =
    name.status === 'CUSTODY_PAID' ? ' It is already in custody, so funding is faster.' : ''
  const whyNot = name.isLeaving ? 'A transfer out is in progress.' : null
  const note = `Prefilled with your last terms: ${last}.${soon}`
  return [step('LIST', 'List it again', note, { whyNot })]
}

function leaving(asked: Asked): NextStep {
  const { name, now } = asked
  const from = name.transferOutFrom && name.transferOutFrom > now ? name.transferOutFrom : null
  const title = 'Transfer it to another registrar'
  if (name.isLeaving) {
    return step('TRANSFER_OUT', title, 'The transfer out is in progress. View or cancel it.')
  }
  const note = from
    ? `Possible from ${dayText(from.toISOString())}${whyThen(asked, from)}. We charge no fee.`
    : 'Possible now. We charge no fee.'
  const whyNot = name.isListed ? 'Remove the listing first.' : null
  return step('TRANSFER_OUT', title, note, { from, whyNot })
}

/** Why that date: the release wait or the registry's lock; empty if neither explains it. */
function whyThen({ name: { arrivedAt }, endedAt, isReturned }: Asked, from: Date): string {
  const releaseAt = endedAt.getTime() + limits.releaseWaitHours * hourMs
  if (isReturned && Math.abs(from.getTime() - releaseAt) < hourMs) {
    return `, ${limits.releaseWaitHours} hours after the repayment, while payments can still be reversed`
  }
  const lockDays = arrivedAt ? (from.getTime() - arrivedAt.getTime()) / dayMs : 0
  const isLock = arrivedAt && lockDays > 0 && Math.abs(lockDays - Math.round(lockDays)) < 0.05
  if (!isLock) return ''
  return `: the registry’s ${Math.round(lockDays)}-day lock after the transfer of ${dayText(arrivedAt.toISOString())}`
}

function keeping({ name: { expiresAt, renewalCents } }: Asked): NextStep {
  const paid = expiresAt ? `, paid up to ${dayText(expiresAt.toISOString())}` : ''
  const price = renewalCents === null ? '' : ` Renewal ${formatMoney(renewalCents)} a year.`
  const note = `Locked${paid}, nameservers stay yours to edit.${price}`
  return step('KEEP', 'Keep it here', note)
}
