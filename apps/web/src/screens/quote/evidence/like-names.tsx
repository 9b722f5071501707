import { months } from '@pier/protocol/say-time'
import { centsOf, formatMoney, formatRate } from '@pier/protocol/money'
import { loanToValuePercent } from '@pier/protocol/loans/loan-terms'
import styles from './like-names.module.css'
import panel from '../quote-page.module.css'
import type { Terms } from '../terms/quote-sums.ts'
import { count, likeText } from '../quote-text.ts'
import type { Quote } from '../quote-view.ts'
import { SpreadRow } from './spread-row.tsx'

type LikeNamesProps = { quote: Quote; terms: Terms | null }

/** What loans that were really paid out looked like. Fewer than five show no figures. */
export function LikeNames({ quote, terms }: LikeNamesProps) {
  const { like } = quote
  const figures = like.own ?? like.all
  const names = likeText(like)
  return (
    <section aria-labelledby="like" className={panel.part}>
      <div className={panel.title}>
        <h2 id="like">What like names borrowed</h2>
        <p>
          {like.own
            ? `${count(like.own.loans_least, 'loan')} or more paid out`
            : `fewer than 5 loans on ${names}`}
        </p>
      </div>
      {like.own ? (
        <p className={panel.text}>
          Like names are {names}. Counted from {monthText(like.from)} to {monthText(like.until)}.
        </p>
      ) : (
        <p className={panel.text}>
          Below 5 loans we show no figures: they say little and could point to a person.{' '}
          {like.all ? 'For scale, all names:' : 'There are too few loans on all names, too.'}
        </p>
      )}
      {figures && <Rows figures={figures} value={quote.value} terms={terms} />}
      {like.all && (
        <p className={styles.foot}>
          {count(like.all.loans_least, 'loan')} or more paid out on all names,{' '}
          {monthText(like.from)} to {monthText(like.until)}.
        </p>
      )}
      {figures && (
        <p className={styles.foot}>
          Figures are rounded, so that no single loan can be read from them.
        </p>
      )}
    </section>
  )
}

type RowsProps = {
  figures: NonNullable<Quote['like']['own']>
  value: Quote['value']
  terms: Terms | null
}

function Rows({ figures, value, terms }: RowsProps) {
  const valueCents = value && centsOf(value.amount)
  const ltv = terms && loanToValuePercent({ amountCents: terms.amountCents, valueCents })
  return (
    <>
      <ul className={styles.legend} aria-hidden="true">
        <li data-mark="middle">middle half of the loans</li>
        <li data-mark="most">8 in 10</li>
        <li data-mark="median">median</li>
        <li data-mark="choice">your choice</li>
      </ul>
      <div className={styles.rows}>
        <SpreadRow
          label="Amount"
          spread={figures.amount}
          choice={terms && terms.amountCents / 100}
          say={(dollars) => formatMoney(centsOf(dollars), { whole: true })}
        />
        {figures.ltv && (
          <SpreadRow
            label="Loan to value"
            spread={figures.ltv}
            choice={ltv}
            say={(percent) => `${percent}%`}
          />
        )}
        <SpreadRow
          label="APR"
          spread={figures.rate}
          choice={terms && terms.rateBps / 100}
          say={(percent) => formatRate(centsOf(percent))}
        />
        <SpreadRow
          label="Term"
          spread={figures.term}
          choice={terms && terms.termDays}
          say={(days) => count(days, 'day')}
        />
      </div>
    </>
  )
}

/** "2026-10" as "Oct 2026". */
function monthText(month: string): string {
  const [year = '', number = ''] = month.split('-')
  return `${months[Number(number) - 1] ?? ''} ${year}`
}
