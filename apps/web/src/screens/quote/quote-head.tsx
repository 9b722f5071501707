import { centsOf, formatMoney } from '@pier/protocol/money'
import type { ReactNode } from 'react'
import { DomainName } from '../../domains/domain-name.tsx'
import { clockTime, fullDay } from '../../text/date-text.ts'
import { SkeletonBar } from '../../ui/feedback/skeleton-bar.tsx'
import styles from './quote-head.module.css'
import { ageText, count, daysUntil } from './quote-text.ts'
import type { Quote } from './quote-view.ts'

type QuoteHeadProps = { quote: Quote; nowMs: number }

/** The name, and what is known about it, each with its source. */
export function QuoteHead({ quote, nowMs }: QuoteHeadProps) {
  return (
    <>
      <div className={styles.head}>
        <h1>
          <DomainName name={quote.name} size="passport" />
        </h1>
        <p className={styles.when}>
          <strong>Quote, not an offer.</strong>
          <br />
          <time dateTime={quote.as_of}>
            {fullDay(quote.as_of)}, {clockTime(quote.as_of)}
          </time>
          . Public data only.
        </p>
      </div>
      <dl className={styles.figures} aria-busy={quote.state === 'asking' || undefined}>
        {figuresOf(quote, nowMs).map(({ label, value, note, kind }) => (
          <div key={label} data-kind={kind}>
            <dt>{label}</dt>
            <dd className={styles.figure}>{value}</dd>
            <dd className={styles.note}>{note}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

type Figure = { label: string; value: ReactNode; note: ReactNode; kind?: 'wait' | 'unknown' }

const figuresOf = (quote: Quote, nowMs: number): Figure[] => [
  registeredFigure(quote, nowMs),
  expiresFigure(quote, nowMs),
  ...priceFigures(quote),
  valueFigure(quote),
]

function unknownFigure(label: string, { state }: Quote): Figure {
  if (state === 'asking') {
    return { label, value: <SkeletonBar width={120} height={24} />, note: 'asking the registry' }
  }
  if (state === 'unregistered') {
    return { label, value: 'Not registered', note: 'RDAP', kind: 'unknown' }
  }
  const isAsked = state !== 'unsupported' && state !== 'busy' && state !== 'no_source'
  const note = isAsked ? 'the registry did not say' : 'the registry was not asked'
  return { label, value: 'Not known', note, kind: 'unknown' }
}

function registeredFigure(quote: Quote, nowMs: number): Figure {
  const { registered_at: since } = quote
  if (!since) return unknownFigure('Registered', quote)
  return { label: 'Registered', value: ageText(since, nowMs), note: `${fullDay(since)}, RDAP` }
}

const nearDays = 180

function expiresFigure(quote: Quote, nowMs: number): Figure {
  const { expires_at: until } = quote
  if (!until) return unknownFigure('Expires', quote)
  const days = daysUntil(until, nowMs)
  const value = fullDay(until)
  if (days < 0) return { label: 'Expired', value, note: 'renew it first, RDAP', kind: 'wait' }
  const inDays = `in ${count(days, 'day')}`
  return days < nearDays
    ? { label: 'Expires', value, note: `${inDays}: renew before a long loan`, kind: 'wait' }
    : { label: 'Expires', value, note: `${inDays}, RDAP` }
}

function priceFigures({ prices }: Quote): Figure[] {
  if (!prices) {
    const none = {
      value: 'Not held here',
      note: 'we cannot hold this TLD',
      kind: 'unknown',
    } as const
    return [{ label: 'To bring it here', ...none }]
  }
  return [
    {
      label: 'To bring it here',
      value: formatMoney(centsOf(prices.transfer)),
      note: 'registry fee, usually adds a year',
    },
    {
      label: 'To renew it',
      value: formatMoney(centsOf(prices.renewal)),
      note: 'a year; a premium name costs more',
    },
  ]
}

function valueFigure({ value }: Quote): Figure {
  return value
    ? {
        label: 'Value',
        value: formatMoney(centsOf(value.amount), { whole: true }),
        note: `${value.source}, ${fullDay(value.at)}`,
      }
    : { label: 'Value', value: 'No value known', note: 'no listing shows one', kind: 'unknown' }
}
