/** Notifies both parties of transitions: whose move, by when, and what happens otherwise. */
import { sayDate, sayTime } from '@pier/protocol/say-time'
import type { Party } from '@pier/protocol/lifecycles/loan'
import { formatMoney, formatRate } from '@pier/protocol/money'
import type { NotificationKind } from '@pier/protocol/notification-kinds'
import type { PauseReason } from '@pier/protocol/moves/pauses'
import type { Tx } from '../../../platform/db/database.ts'
import type { Domain } from '../../domains/domains.service.ts'
import { notify } from '../../notifications/notifications.service.ts'
import type { Loan } from '../facts/loans.repository.ts'
import { noticeOf } from './default-notice.ts'
import type { LoanFacts } from '../facts/loan-facts.repository.ts'
import { moveFor, pauseFor, readLoanView, type LoanView } from '../facts/loan-view.ts'
import { headlineOf, noticeKindOf } from './step-text.ts'
import type { TransitionInput } from '../facts/loan.ts'

const parties = ['BORROWER', 'LENDER'] as const

type About = { loan: Loan; domain: Domain }
type Told = About & { before: Loan; step: TransitionInput }

export async function notifyOfTransition(
  tx: Tx,
  { before, loan, domain, step }: Told,
): Promise<void> {
  // The second signature triggers `begin`, which notifies of both.
  if (step.action === 'sign' && loan.borrowerSignedAt && loan.lenderSignedAt) return
  const view = await readLoanView(tx, { loan, domain, now: tx.now })
  for (const role of parties) {
    const headline = headlineOf({ step, before, loan, role, names: view.names })
    if (headline) await tell(tx, { view, domain, role, headline, kind: noticeKindOf(step.action) })
  }
}

/** An offer was accepted: there is a loan, and something to do for both of them. */
export async function notifyOfAgreement(tx: Tx, { loan, domain }: About): Promise<void> {
  const { amountCents, termDays, rateBps } = loan
  const terms = `${formatMoney(amountCents, { whole: true })}, ${termDays} days, ${formatRate(rateBps)}`
  const more = `The agreed terms are ${terms}.`
  await notifyEach(tx, { loan, domain, headline: 'Loan agreed', more })
}

/** Both can sign from now on. */
export const notifyOfPrint = (tx: Tx, { loan, domain }: About): Promise<void> =>
  notifyEach(tx, { loan, domain, headline: 'The agreement is ready to sign' })

async function notifyEach(
  tx: Tx,
  { loan, domain, ...told }: About & { headline: string; more?: string },
): Promise<void> {
  const view = await readLoanView(tx, { loan, domain, now: tx.now })
  for (const role of parties) await tell(tx, { view, domain, role, kind: 'loans', ...told })
}

type Reminded = About & { kind: string }

/** To whoever has to act; about repayment, to both. */
export async function notifyOfReminder(tx: Tx, { loan, domain, kind }: Reminded): Promise<void> {
  const view = await readLoanView(tx, { loan, domain, now: tx.now })
  for (const role of parties) {
    const move = moveFor(view, role)
    const isRepayment = loan.phase === 'ACTIVE' || kind !== 'reminder'
    if (move.whose !== 'YOU' && !isRepayment) continue
    const about = isRepayment ? 'payments' : 'loans'
    const headline = kind === 'graceOver' ? 'The grace period has ended' : `Reminder: ${move.title}`
    const told = { view, domain, role, headline }
    await tell(tx, { ...told, kind: kind === 'notice' ? 'defaults' : about })
  }
}

/** The clock stands still: both hear since when, why and what ends it. */
export async function notifyOfPause(tx: Tx, { loan, domain }: About): Promise<void> {
  const view = await readLoanView(tx, { loan, domain, now: tx.now })
  for (const role of parties) {
    const pause = pauseFor(view, role)
    if (pause)
      await tell(tx, { view, domain, role, headline: pause.title.slice(0, -1), kind: 'loans' })
  }
}

/** The clock runs again, and dates have moved. */
export async function notifyOfAddedTime(
  tx: Tx,
  { loan, domain, facts, days }: About & { facts: LoanFacts; days: number },
): Promise<void> {
  const view = await readLoanView(tx, { loan, domain, now: tx.now })
  const moved = days === 1 ? 'Dates moved by 1 day' : `Dates moved by ${days} days`
  const why = facts.stoppedFor.map(({ reason, note }) => sayStopped(reason, note)).join('; ')
  const free = loan.dueAt ? ' The added days bear no interest.' : ''
  const more = `The clock was stopped because ${why}.${free}`
  for (const role of parties) {
    await tell(tx, { view, domain, role, headline: moved, kind: 'loans', more })
  }
}

/** The clock runs again after a while that was too short to move a date. */
export async function notifyOfResume(
  tx: Tx,
  { loan, domain, minutes, reason }: About & { minutes: number; reason: string },
): Promise<void> {
  const view = await readLoanView(tx, { loan, domain, now: tx.now })
  const long = minutes === 1 ? '1 minute' : `${minutes} minutes`
  const more = `It was stopped for ${long} (${reason}). Stops of less than an hour in total change no date and no amount.`
  for (const role of parties) {
    await tell(tx, {
      view,
      domain,
      role,
      headline: 'The clock is running again',
      kind: 'loans',
      more,
    })
  }
}

type Notice = {
  view: LoanView
  domain: Domain
  role: Party
  headline: string
  kind: NotificationKind
  more?: string
}

async function tell(tx: Tx, { view, domain, role, headline, kind, more }: Notice): Promise<void> {
  const { loan } = view
  const move = moveFor(view, role)
  const pause = pauseFor(view, role)
  const by = move.by ? ` by ${pause ? 'at least ' : ''}${sayTime(move.by)}` : ''
  const whose = { YOU: 'Your move', OTHER: 'Their move', OPERATORS: 'Operators', NOBODY: '' }
  const actBy = move.whose === 'YOU' && move.by && !pause ? `, act by ${sayDate(move.by)}` : ''
  const latest = by && !pause ? ' at the latest' : ''
  const next =
    move.whose === 'NOBODY'
      ? `${move.title}${by}${latest}.`
      : `${whose[move.whose]}${by}: ${move.title}.`
  const otherwise =
    move.by && move.otherwise ? `Otherwise: ${move.otherwise}. ${move.otherwiseNote}` : ''
  const isOver = loan.endedAt !== null
  const isNotice = loan.phase === 'DEFAULT_NOTICED' && role === 'BORROWER'
  const { paragraphs, facts } = isNotice
    ? noticeOf(view)
    : { paragraphs: isOver ? [] : [next, move.note, otherwise], facts: [] }
  const paused = pause ? `${pause.title} ${pause.text}` : ''
  await notify(tx, {
    userId: role === 'BORROWER' ? loan.borrowerId : loan.lenderId,
    kind,
    body: `${domain.unicodeName}: ${headline}${isOver ? '' : `. ${next}`}`,
    link: `/app/escrow/${loan.id}`,
    mail: {
      subject: `${domain.unicodeName}: ${headline}${actBy}`,
      heading: headline,
      paragraphs: [more ?? '', ...paragraphs, paused].filter(Boolean),
      opens: { label: 'Open the loan', path: `/app/escrow/${loan.id}` },
      facts: [
        { label: 'Loan', value: `${loan.code}, ${domain.unicodeName}` },
        { label: 'Amount', value: formatMoney(loan.amountCents) },
        ...facts,
      ],
    },
    aboutId: loan.id,
  })
}

function sayStopped(reason: PauseReason, note: string | null): string {
  const words: Record<PauseReason, string> = {
    HOLD: 'the domain was on hold',
    OPERATOR: `an operator stopped it: ${note ?? ''}`,
    OUTAGE: note ?? 'of a technical problem',
    NOTICE: 'the default notice could not be delivered',
    PAYEE_MISSING: 'payment details were missing',
    PAYEE_CHANGING: 'new payment details were not yet valid',
  }
  return words[reason]
}
