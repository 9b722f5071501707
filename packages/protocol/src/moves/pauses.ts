/**
 * Why a loan's clock is paused, since when, and what ends that, as text for one party. Pauses
 * of an hour or more in all move dates by whole days, and never change a signed amount.
 */
import { limits } from '../limits.ts'
import type { MoveFacts } from './move-facts.ts'
import { payeeNeeded } from '../lifecycles/next-move.ts'
import { sayTime } from '../say-time.ts'

export const pauseReasons = [
  'HOLD',
  'OPERATOR',
  'OUTAGE',
  'NOTICE',
  'PAYEE_MISSING',
  'PAYEE_CHANGING',
] as const
export type PauseReason = (typeof pauseReasons)[number]

/** `note` is the reason that operators gave, or what had failed. */
export type Pause = { reason: PauseReason; since: Date; note: string | null }

type Said = Pick<MoveFacts, 'guardFacts' | 'role' | 'other' | 'detailsFrom'>

export function sayPause(pause: Pause, facts: Said): { title: string; note: string } {
  const { guardFacts, role } = facts
  const needed = payeeNeeded(guardFacts)
  // The party that would have to pay is the one that cannot.
  const isOwn = needed !== null && needed !== role && isOfPayee(pause)
  const title = isOwn ? 'Your clock is paused.' : 'The clock is paused.'
  const since = `Since ${sayTime(pause.since)}, because ${because(pause, facts)}.`
  return { title, note: [since, ends(pause, facts), costs(facts)].filter(Boolean).join(' ') }
}

const isOfPayee = ({ reason }: Pause) => reason === 'PAYEE_MISSING' || reason === 'PAYEE_CHANGING'

function because({ reason, note }: Pause, { guardFacts, role, other }: Said): string {
  const isOwn = payeeNeeded(guardFacts) === role
  const whose =
    guardFacts.isLinked && guardFacts.status === 'DOMAIN_IN_CUSTODY' ? 'the current lender' : other
  const words: Record<PauseReason, string> = {
    HOLD: 'the domain is on hold',
    OPERATOR: `an operator stopped it: ${note ?? 'no reason is given'}`.replace(/[.\s]+$/, ''),
    OUTAGE: note ?? 'of a technical failure',
    NOTICE: 'the default notice could not be delivered',
    PAYEE_MISSING: isOwn
      ? 'you have no active payment details'
      : `${whose} has no active payment details`,
    PAYEE_CHANGING: isOwn
      ? 'your new payment details are not active yet'
      : `the new payment details of ${whose} are not active yet`,
  }
  return words[reason]
}

function ends({ reason }: Pause, { detailsFrom }: Said): string {
  const words: Record<PauseReason, string> = {
    HOLD: 'It resumes when two operators lift the hold.',
    OPERATOR: 'It resumes when operators restart it.',
    OUTAGE: 'It resumes when our operators have reviewed it.',
    NOTICE: 'It resumes when the borrower has been notified in another way.',
    PAYEE_MISSING: `It resumes when payment details are active. Changed details take ${limits.payeeWaitHours} hours.`,
    PAYEE_CHANGING: detailsFrom ? `It resumes on ${sayTime(detailsFrom)}.` : 'It resumes then.',
  }
  return words[reason]
}

const costs = ({ guardFacts }: Said): string =>
  guardFacts.dueAt
    ? 'Pauses over an hour move dates by whole days. Added days bear no interest.'
    : 'Pauses over an hour move dates by whole days. No interest runs.'
