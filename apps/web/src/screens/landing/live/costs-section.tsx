import { brand } from '@pier/protocol/brand'
import { centsOf, formatMoney } from '@pier/protocol/money'
import { Link } from 'react-router'
import { fullDay } from '../../../text/date-text.ts'
import styles from './costs-section.module.css'
import type { LandingFacts } from './read-landing.server.ts'

type Price = LandingFacts['prices'][number]

/** The endings most people come with. Others fill the row where one of these is not taken. */
const known = ['com', 'net', 'org', 'co', 'io', 'ai']

export function CostsSection({ prices }: { prices: Price[] }) {
  const shown = choosePrices(prices)
  return (
    <section aria-labelledby="costs" className={styles.section}>
      <div className={styles.inside}>
        <h2 id="costs">What it costs</h2>
        <div>
          <p className={styles.lead}>
            <b>{brand.name} takes no share of the loan</b>, from the borrower or the lender. You pay
            the registry’s fee to bring the name in, which usually adds a year. You pay it again to
            renew the name while it is here.
          </p>
          {shown.length > 0 && (
            <dl className={styles.prices}>
              {shown.map(({ suffix, transfer }) => (
                <div key={suffix}>
                  <dt>.{suffix}</dt>
                  <dd>{formatMoney(centsOf(transfer))}</dd>
                </div>
              ))}
            </dl>
          )}
          <p className={styles.note}>
            {shown.length > 0 && `Fee to transfer in. ${sayRenewal(shown)} `}
            Premium names cost more. <Link to="/fees">All fees</Link>
          </p>
        </div>
      </div>
    </section>
  )
}

function choosePrices(prices: Price[]): Price[] {
  const rankOf = ({ suffix }: Price) => {
    const rank = known.indexOf(suffix)
    return rank < 0 ? known.length : rank
  }
  return prices.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, known.length)
}

function sayRenewal(shown: Price[]): string {
  const newest = shown.map(({ since }) => since).reduce((one, other) => (one > other ? one : other))
  const isSame = shown.every(({ transfer, renewal }) => transfer === renewal)
  const dated = `Price list of ${fullDay(newest)}.`
  return isSame ? `Renewal costs the same. ${dated}` : dated
}
