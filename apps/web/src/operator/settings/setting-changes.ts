import { disputeReasons, type DisputeReason } from '@pier/protocol/loans/disputes'
import { formatMoney, formatRate } from '@pier/protocol/money'
import type { CountryRule, SettingName, SettingValue } from '@pier/protocol/settings'
import { clockTime, fullDay } from '../../text/date-text.ts'
import { rulingText } from '../../text/ruling-text.ts'

/** A difference between two versions. `before` is null if new, `after` if removed. */
export type Change = { what: string; before: string | null; after: string | null }

type Limits = SettingValue<'limits'>

const dollars = (amount: number) => formatMoney(amount * 100, { whole: true })
const plain = String

export const limitText: Record<
  keyof Limits,
  { label: string; unit: '$' | null; words: (value: number) => string }
> = {
  loan_min: { label: 'Minimum loan', unit: '$', words: dollars },
  loan_max: { label: 'Maximum loan', unit: '$', words: dollars },
  pending_offers_max: { label: 'Pending offers per lender', unit: null, words: plain },
  withdrawal_approval: { label: 'Withdrawals needing approval, above', unit: '$', words: dollars },
  top_up_max: { label: 'Maximum top-up', unit: '$', words: dollars },
  nameserver_changes_per_day: {
    label: 'Nameserver changes per day',
    unit: null,
    words: plain,
  },
}
export const limitNames = Object.keys(limitText) as (keyof Limits)[] // Typed as string[].

export const reasonText = (reason: DisputeReason | null): string =>
  reason === null ? 'Any dispute' : disputeReasons[reason].words

const countryText = (rule: CountryRule): string =>
  [
    rule.allowed ? 'allowed' : 'not allowed',
    rule.rate_cap_bps === null ? 'no rate cap' : `rates up to ${formatRate(rule.rate_cap_bps)}`,
    rule.seizure_allowed ? 'seizure allowed' : 'no seizure',
    ...(rule.also.length > 0 ? [`also ${rule.also.join(', ')}`] : []),
  ].join(', ')

export const timeText = (at: string | null): string =>
  at === null ? 'until removed' : `until ${fullDay(at)}, ${clockTime(at)}`

type Parts = Record<string, string>

/** A setting as named lines of text, so that two of its versions can be compared. */
const partsOf: { [N in SettingName]: (value: SettingValue<N>) => Parts } = {
  countries: (rows) =>
    Object.fromEntries(rows.map((rule) => [rule.country, countryText(rule)] as const)),
  limits: (value) =>
    Object.fromEntries(
      limitNames.map((name) => [limitText[name].label, limitText[name].words(value[name])]),
    ),
  templates: (rows) =>
    Object.fromEntries(
      rows.map(({ reason, outcome, text }) => [
        `${reasonText(reason)}: ${rulingText[outcome]}`,
        text,
      ]),
    ),
  announcement: ({ text, until }): Parts => (text ? { Text: text, Shown: timeText(until) } : {}),
}

export function changesOf<N extends SettingName>(
  name: N,
  before: SettingValue<N>,
  after: SettingValue<N>,
): Change[] {
  return compare(partsOf[name](before), partsOf[name](after))
}

export function compare(before: Parts, after: Parts): Change[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names]
    .map((what) => ({ what, before: before[what] ?? null, after: after[what] ?? null }))
    .filter((change) => change.before !== change.after)
}
