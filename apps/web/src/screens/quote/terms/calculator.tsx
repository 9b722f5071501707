import { Button } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { isUnusualRate } from '@pier/protocol/domains/listing-warnings'
import { centsOf, formatMoney, formatRate } from '@pier/protocol/money'
import { loanToValuePercent } from '@pier/protocol/loans/loan-terms'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from 'react-router'
import { DomainName } from '../../../domains/domain-name.tsx'
import { Ltv } from '../../../terms/ltv.tsx'
import { parseTerms, type TypedTerms } from '../../../terms/typed-terms.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import styles from './calculator.module.css'
import { amountText, problemsOf, rangesOf, rateText, termsOf } from './chosen-terms.ts'
import { interestOf, type Terms } from './quote-sums.ts'
import { count } from '../quote-text.ts'
import type { Quote } from '../quote-view.ts'
import { SumRow } from './sum-row.tsx'
import { TermSlider } from './term-slider.tsx'

type CalculatorProps = {
  quote: Quote
  typed: TypedTerms
  onType: (typed: TypedTerms) => void
}

/** The terms that the visitor tries, and what they add up to at once. */
export function Calculator({ quote, typed, onType }: CalculatorProps) {
  const terms = termsOf(typed, quote)
  const valueCents = quote.value && centsOf(quote.value.amount)
  const ltv = terms && loanToValuePercent({ amountCents: terms.amountCents, valueCents })
  return (
    <section aria-labelledby="borrow" className={styles.card}>
      <div className={styles.title}>
        <h2 id="borrow">What you could borrow</h2>
        <DomainName name={quote.name} size="row" />
      </div>
      <Fields quote={quote} typed={typed} onType={onType} />
      <Ltv percent={ltv} />
      <Sums terms={terms} />
      {terms && isUnusualRate(terms.rateBps) && (
        <Notice kind="wait" icon={<IconAlertTriangle size={18} aria-hidden="true" />}>
          This is above {limits.rateBpsUnusual / 100}% a year. The listing would say so, and you
          would confirm the rate twice.
        </Notice>
      )}
      <GetStarted name={quote.name} />
    </section>
  )
}

/** A form, so that the choice can be sent before any script has run. */
function Fields({ quote, typed, onType }: CalculatorProps) {
  const { amountCents, termDays, rateBps } = parseTerms(typed)
  const ranges = rangesOf(quote)
  const problems = problemsOf(typed, quote)
  const isValue = quote.value?.amount === ranges.amount.max
  const whole = (dollars: number) => formatMoney(centsOf(dollars), { whole: true })
  return (
    <form method="get" className={styles.fields} onSubmit={(event) => event.preventDefault()}>
      <TermSlider
        label="Loan amount"
        name="amount"
        unit="$"
        typed={typed.amount}
        value={amountCents === null ? null : amountCents / 100}
        range={ranges.amount}
        ends={[
          whole(ranges.amount.min),
          isValue ? `${whole(ranges.amount.max)}, the value` : whole(ranges.amount.max),
        ]}
        say={whole}
        error={problems.amount}
        onType={(amount) => onType({ ...typed, amount })}
        onSlide={(dollars) => onType({ ...typed, amount: amountText(dollars) })}
      />
      <TermSlider
        label="Term"
        name="term"
        unitAfter="days"
        typed={typed.term}
        value={termDays}
        range={ranges.term}
        ends={[count(ranges.term.min, 'day'), count(ranges.term.max, 'day')]}
        say={(days) => count(days, 'day')}
        error={problems.term}
        onType={(term) => onType({ ...typed, term })}
        onSlide={(days) => onType({ ...typed, term: String(days) })}
      />
      <TermSlider
        label="APR"
        name="apr"
        unitAfter="%"
        typed={typed.rate}
        value={rateBps === null ? null : rateBps / 100}
        range={ranges.rate}
        ends={[formatRate(ranges.rate.min * 100), formatRate(ranges.rate.max * 100)]}
        say={(percent) => `${percent}%`}
        error={problems.rate}
        onType={(rate) => onType({ ...typed, rate })}
        onSlide={(percent) => onType({ ...typed, rate: rateText(percent) })}
      />
      <noscript>
        <button type="submit">Work it out</button>
      </noscript>
    </form>
  )
}

function Sums({ terms }: { terms: Terms | null }) {
  const sums = terms && interestOf(terms)
  const money = (cents: number | undefined) => (cents === undefined ? unknown : formatMoney(cents))
  return (
    <dl className={styles.sums}>
      <SumRow
        label={terms ? `Adjusted for ${count(terms.termDays, 'day')}` : 'Adjusted'}
        value={sums ? formatRate(sums.adjustedBps) : unknown}
      />
      <SumRow
        label={sums ? `Interest, ${formatMoney(sums.dayCents)} a day` : 'Interest'}
        value={money(sums?.interestCents)}
      />
      <SumRow label="You would repay" value={money(sums?.repayCents)} total />
    </dl>
  )
}

const unknown = 'not known yet'

/** Registering leads on to adding this name. */
function GetStarted({ name }: { name: string }) {
  const next = `/app/my-domains/add?name=${encodeURIComponent(name)}`
  return (
    <div className={styles.start}>
      <Button
        component={Link}
        to={`/register#from=${encodeURIComponent(next)}`}
        size="lg"
        fullWidth
      >
        Get started
      </Button>
      <p>Register, prove the name by DNS, list it. About 10 minutes.</p>
      <p>
        Registered already? <Link to={`/login#from=${encodeURIComponent(next)}`}>Add it there</Link>
      </p>
    </div>
  )
}
