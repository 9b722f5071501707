import { daysBetween } from '@pier/protocol/loans/loan-terms'
import { formatMoney } from '@pier/protocol/money'
import type { CSSProperties } from 'react'
import { shortDay } from '../text/date-text.ts'
import { Money } from '../money/money.tsx'
import styles from './repayment-line.module.css'

export type RepaymentDates = {
  receivedOn: string
  today: string
  dueOn: string
  graceEndsOn: string
  noticeEndsOn: string
}

type RepaymentLineProps = RepaymentDates & {
  /** The payoff on each of three days. */
  payoff: {
    todayCents: number
    dueCents: number
    graceCents: number
    perDayCents: number
    /** By how much today is dearer than the due date, in interest alone; negative is cheaper. */
    differenceCents: number
  }
}

/** The timeline of a loan, and the payoff on three of its days. */
export function RepaymentLine({ payoff, ...dates }: RepaymentLineProps) {
  return (
    <div className={styles.repayment}>
      <div className={styles.line}>
        <div aria-hidden="true" className={styles.beam} style={placeVar(placeOfToday(dates))}>
          <span className={styles.loan} />
          <span className={styles.grace} />
          <span className={styles.notice} />
        </div>
        <Dates {...dates} />
      </div>
      <dl className={styles.payoffs}>
        <Payoff when={`Today, ${shortDay(dates.today)}`} cents={payoff.todayCents}>
          {differenceOf(payoff)}
        </Payoff>
        <Payoff when="On the due date" cents={payoff.dueCents}>
          {dates.today > dates.dueOn ? 'owed that day' : `${formatMoney(payoff.perDayCents)} a day`}
          {dates.today < dates.dueOn && ' until then'}
        </Payoff>
        <Payoff when="Last day of grace" cents={payoff.graceCents}>
          {dates.today > dates.graceEndsOn ? 'owed that day' : 'same rate, no fee'}
        </Payoff>
      </dl>
    </div>
  )
}

const ends = { dueAt: 59, graceAt: 70, noticeAt: 100 }

function Dates(dates: RepaymentDates) {
  const today = placeOfToday(dates)
  const day = Math.max(daysBetween({ from: dates.receivedOn, to: dates.today }), 0)
  return (
    <ol className={styles.dates}>
      <DateMark kind="received" on={dates.receivedOn} at={0} text="received" />
      <li
        className={styles.today}
        style={placeVar(today)}
        data-edge={today < 12 ? 'left' : today > 88 ? 'right' : undefined}
      >
        <time dateTime={dates.today}>Today, day {day}</time>
      </li>
      <DateMark kind="due" on={dates.dueOn} at={ends.dueAt} text="due" />
      <DateMark kind="grace" on={dates.graceEndsOn} at={ends.graceAt} text="grace ends" />
      <DateMark kind="notice" on={dates.noticeEndsOn} at={100} text="earliest end of notice" />
    </ol>
  )
}

type DateMarkProps = { kind: string; on: string; at: number; text: string }

function DateMark({ kind, on, at, text }: DateMarkProps) {
  return (
    <li className={styles.date} data-kind={kind} style={placeVar(at)}>
      <time dateTime={on}>{shortDay(on)}</time> <span>{text}</span>
    </li>
  )
}

type PayoffProps = { when: string; cents: number; children: React.ReactNode }

function Payoff({ when, cents, children }: PayoffProps) {
  return (
    <div>
      <dt>{when}</dt>
      <dd>
        <Money amountCents={cents} size="figure-22" evenCents />
      </dd>
      <dd className={styles.note}>{children}</dd>
    </div>
  )
}

/** Early is cheaper, late is dearer, each by what the days between cost. */
function differenceOf({ differenceCents }: RepaymentLineProps['payoff']) {
  if (differenceCents === 0) return 'same as on the due date'
  return differenceCents < 0
    ? `${formatMoney(-differenceCents)} less interest`
    : `${formatMoney(differenceCents)} interest since the due date`
}

/** Each period has a fixed share of the line; within it, days are equally wide. */
function placeOfToday({ receivedOn, today, dueOn, graceEndsOn, noticeEndsOn }: RepaymentDates) {
  const stretches = [
    { from: receivedOn, to: dueOn, start: 0, end: ends.dueAt },
    { from: dueOn, to: graceEndsOn, start: ends.dueAt, end: ends.graceAt },
    { from: graceEndsOn, to: noticeEndsOn, start: ends.graceAt, end: ends.noticeAt },
  ]
  if (today <= receivedOn) return 0
  const stretch = stretches.find(({ to }) => today <= to)
  if (!stretch) return 100
  const share = daysBetween({ from: stretch.from, to: today }) / daysBetween(stretch)
  return stretch.start + share * (stretch.end - stretch.start)
}

const placeVar = (percent: number) => ({ '--at': `${percent}%` }) as CSSProperties // Our variable.
