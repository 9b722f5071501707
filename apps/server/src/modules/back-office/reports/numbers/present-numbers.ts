/** The public counts of loans, with whatever is few hidden in all tables at once. */
import type { CallOutput } from '@pier/protocol/calls/calls'
import { countOf, fewMax, isFew, type Total } from '@pier/protocol/loans/small-counts'
import { addUp, areFree, boundsOf, hideFew, partOf, spanOf, sum, totalOf } from './hide-few.ts'
import type { Custody, Decided, Loans, Quarter } from './numbers.repository.ts'

type Numbers = CallOutput<'GET /numbers'>
export type Counted = { quarters: Quarter[]; loans: Loans; decided: Decided; custody: Custody }

const outcomes = ['repaid', 'running', 'late', 'seized'] as const
type Outcome = (typeof outcomes)[number]

export function presentNumbers(counted: Counted): Omit<Numbers, 'as_of'> {
  const { quarters, loans } = counted
  const totals = totalsOf(quarters)
  return {
    since: loans.since,
    totals: {
      ...totals,
      amount: roundedDollars(totals.paid_out, loans.amountCents),
      in_time: totals.ended === null ? null : partOf(totals.repaid, loans.inTime),
    },
    cohorts: quarters.map(presentQuarter),
    late: presentLate(counted, totals.late),
    decided: presentDecided(counted, totals.seized),
    custody: presentCustody(counted),
  }
}

export function totalsOf(quarters: readonly Quarter[]) {
  const totalFor = (outcome: Outcome) => totalOf(partsOf(quarters, outcome))
  const [repaid, running, late, seized] = [
    totalFor('repaid'),
    totalFor('running'),
    totalFor('late'),
    totalFor('seized'),
  ]
  return {
    paid_out: addUp([repaid, running, late, seized]),
    ended: addUp([repaid, seized]),
    open: addUp([running, late]),
    repaid,
    running,
    late,
    seized,
  }
}

const partsOf = (quarters: readonly Quarter[], outcome: Outcome) =>
  quarters.map((quarter) => quarter[outcome])

function presentQuarter(counted: Quarter): Numbers['cohorts'][number] {
  const [repaid = 0, running = 0, late = 0, seized = 0] = hideFew(
    outcomes.map((outcome) => counted[outcome]),
  )
  const funded = addUp([repaid, running, late, seized])
  // Whether there are five loans is told only where one of the parts tells it already.
  const isMany = outcomes.some((outcome) => counted[outcome] > fewMax)
  return {
    quarter: counted.quarter,
    funded,
    repaid,
    running,
    late,
    seized,
    medians: {
      apr: isMany ? percent(counted.aprBps) : null,
      ltv: isMany && counted.valued > fewMax ? rounded(counted.ltvPercent, 0) : null,
      ltv_loans: partOf(funded, counted.valued),
      days_to_money: isMany ? rounded(counted.daysToMoney, 1) : null,
    },
  }
}

const percent = (bps: number | null) => (bps === null ? null : Math.round(bps) / 100)

function rounded(value: number | null, digits: number): number | null {
  return value === null ? null : Number(value.toFixed(digits))
}

/** To two digits, so that one more loan does not show its amount. */
function roundedDollars(loans: Total, cents: number): number | null {
  return typeof loans === 'number' && loans > 0 ? Number((cents / 100).toPrecision(2)) : null
}

const lastDays = [7, 30, 90, null]

/** As fine as may be: the longest delays go together until no hidden one can be worked out. */
function presentLate({ quarters, loans }: Counted, total: Total): Numbers['late'] {
  const parts = partsOf(quarters, 'late')
  const bounds = boundsOf(total, parts)
  const counts = [loans.late7, loans.late30, loans.late90, loans.lateMore]
  for (let kept = counts.length - 1; kept > 0; kept--) {
    const merged = [...counts.slice(0, kept), sum(counts.slice(kept))]
    if (areFree(merged, bounds) && areFree(parts, spanOf(merged))) {
      return hideFew(merged).map((count, index) => ({
        from: (lastDays[index - 1] ?? 0) + 1,
        to: index === kept ? null : (lastDays[index] ?? null),
        count,
      }))
    }
  }
  return total === null ? [] : [{ from: 1, to: null, count: total }]
}

/** Each confirmed seizure is a seized loan, so many of the one may tell how many there are of the other. */
function presentDecided({ quarters, decided }: Counted, seized: Total): Numbers['decided'] {
  const { confirmed, declined, rulings, reversed, medianHours } = decided
  const parts = partsOf(quarters, 'seized')
  const isTelling = !areFree(parts, { ...boundsOf(seized, parts), from: confirmed })
  const shown = {
    seizures_confirmed:
      seized === null && !isFew(confirmed) && isTelling ? null : countOf(confirmed),
    seizures_declined: countOf(declined),
    rulings: countOf(rulings),
    reversed: countOf(reversed),
  }
  const isMany = Object.values(shown).some((count) => typeof count === 'number' && count > fewMax)
  return { ...shown, median_hours: isMany ? rounded(medianHours, 1) : null }
}

/** Each open loan stands on a name of its own, so there are at least as many names as loans. */
function presentCustody({ quarters, custody: { held, lost } }: Counted): Numbers['custody'] {
  const open = spanOf([...partsOf(quarters, 'running'), ...partsOf(quarters, 'late')])
  const isTelling = open.from < open.to && open.to > (isFew(held) ? fewMax : held)
  return { held: isTelling ? null : countOf(held), lost: countOf(lost) }
}
