import { formatMoney, centsOf } from '@pier/protocol/money'
import { countOf } from '@pier/protocol/text'
import { dayMs } from '@pier/protocol/time'
import type { ListingDetails } from '../../api/listings.ts'
import { fullDay } from '../../text/date-text.ts'
import { yearsSince } from '../directory-text.ts'

/** A known fact: its label, its value, and its source or consequence. */
export type Fact = { label: string; value: string; note: string; mark: 'good' | 'wait' | null }

const newNameserversDays = 30
const graceDays = 7
const noticeDays = 20
const spareDays = 60

/** Only what was seen within a day is green. */
const seen = ({ is_fresh }: ListingDetails['passport']) => (is_fresh ? 'good' : null)

/** What the registry says. Unknown values are left out, not guessed. */
export function registrationFacts({ passport, ...listing }: ListingDetails, nowMs: number): Fact[] {
  const source = passport.source ?? 'Registry'
  return present([
    passport.registered_at && {
      label: 'Registered',
      value: fullDay(passport.registered_at),
      note: `${countOf(yearsSince(passport.registered_at, nowMs), 'year')}. ${source}`,
      mark: seen(passport),
    },
    passport.expires_at && {
      label: 'Expires',
      value: fullDay(passport.expires_at),
      note: `${countOf(daysUntil(passport.expires_at, nowMs), 'day')}. ${source}`,
      mark: Date.parse(passport.expires_at) > nowMs ? seen(passport) : 'wait',
    },
    passport.renewal_price !== null && {
      label: 'Renewal',
      value: `${formatMoney(centsOf(passport.renewal_price))} a year`,
      note: 'Our price for this domain',
      mark: null,
    },
    heldAt(passport),
    passport.is_locked !== null && {
      label: 'Transfer lock',
      value: passport.is_locked ? 'On' : 'Off',
      note: passport.locks.join('. ') || source,
      mark: lockMark(passport),
    },
    runway(passport, listing.desired_term, nowMs),
  ])
}

/** In custody the lock has to be on. An old lookup says nothing about today. */
function lockMark(passport: ListingDetails['passport']): Fact['mark'] {
  const { is_locked, is_fresh, in_custody_since } = passport
  if (is_locked && is_fresh) return 'good'
  return in_custody_since ? 'wait' : null
}

function heldAt(passport: ListingDetails['passport']): Fact | null {
  const { in_custody_since: since, is_held, is_fresh, registrar } = passport
  if (since)
    return {
      label: 'Registrar',
      value: registrar ?? 'Unknown',
      note: is_held
        ? `In custody since ${fullDay(since)}`
        : 'The registry does not show us as registrar',
      mark: is_held && is_fresh ? 'good' : 'wait',
    }
  if (!registrar) return null
  return { label: 'Registrar', value: registrar, note: 'Not in custody yet', mark: null }
}

/** The domain must not expire before the term, grace, notice and some spare days are over. */
function runway(
  passport: ListingDetails['passport'],
  termDays: number,
  nowMs: number,
): Fact | null {
  const { expires_at: expiresAt } = passport
  if (!expiresAt) return null
  const needMs = nowMs + (termDays + graceDays + noticeDays + spareDays) * dayMs
  const isCovered = Date.parse(expiresAt) >= needMs
  return {
    label: 'Covers the loan',
    value: isCovered ? `Yes, to ${fullDay(expiresAt)}` : 'Renewal needed',
    note: `Must run to ${fullDay(new Date(needMs).toISOString())} for this term`,
    mark: isCovered ? seen(passport) : 'wait',
  }
}

export function historyFacts({ passport }: ListingDetails, nowMs: number): Fact[] {
  const { nameservers_changed_at: changedAt, nameservers } = passport
  const changedDays = changedAt === null ? null : -daysUntil(changedAt, nowMs)
  const isNew = changedDays !== null && changedDays < newNameserversDays
  return present([
    (nameservers.length > 0 || changedAt) && {
      label: 'Nameservers',
      value:
        changedDays === null ? 'No change recorded' : `Changed ${countOf(changedDays, 'day')} ago`,
      note: nameservers.join(', ') || 'None set',
      mark: isNew ? 'wait' : changedDays === null ? null : seen(passport),
    },
    passport.transferred_at && {
      label: 'Last transfer',
      value: fullDay(passport.transferred_at),
      note: 'Between registrars',
      mark: null,
    },
    passport.is_signed !== null && {
      label: 'DNSSEC',
      value: passport.is_signed ? 'On' : 'Off',
      note: passport.is_signed ? 'DNS answers are signed' : 'DNS answers are not signed',
      mark: passport.is_signed ? seen(passport) : null,
    },
  ])
}

/** Counted by us from loans that ran here. */
export function recordFacts({ owner }: ListingDetails): Fact[] {
  const { loans_repaid, loans_ended, on_time, disputes_lost, lapses } = owner
  const lapsed: Fact[] =
    lapses === 0
      ? []
      : [
          {
            label: 'Deadlines missed',
            value: String(lapses),
            note: 'Accepted, then not completed',
            mark: 'wait',
          },
        ]
  if (loans_ended === 0)
    return [
      {
        label: 'Loans repaid',
        value: 'None yet',
        note: `Member since ${fullDay(owner.since)}`,
        mark: null,
      },
      ...lapsed,
    ]
  return [
    {
      label: 'Loans repaid',
      value: `${loans_repaid} of ${loans_ended}`,
      note: `Member since ${fullDay(owner.since)}`,
      mark: loans_repaid === loans_ended ? 'good' : 'wait',
    },
    {
      label: 'On time',
      value: `${on_time} of ${loans_repaid}`,
      note: 'By the due date',
      mark: null,
    },
    {
      label: 'Disputes lost',
      value: disputes_lost === 0 ? 'None' : String(disputes_lost),
      note: 'By operator ruling',
      mark: disputes_lost === 0 ? 'good' : 'wait',
    },
    ...lapsed,
  ]
}

const daysUntil = (at: string, nowMs: number) => Math.floor((Date.parse(at) - nowMs) / dayMs)

const present = (facts: (Fact | null | false | '' | undefined)[]): Fact[] =>
  facts.filter((fact): fact is Fact => Boolean(fact))
