import {
  adjustedBps,
  interestCents,
  payoffCents,
  perDiemCents,
} from '@pier/protocol/loans/loan-terms'
import { formatMoney, formatRate } from '@pier/protocol/money'
import { IconClock, IconRosetteDiscountCheck } from '@tabler/icons-react'
import { DomainName } from '../../domains/domain-name.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import styles from './borrow-picture.module.css'
import picture from './picture.module.css'

const ask = { principalCents: 1_450_000, rateBps: 1800, termDays: 120, days: 120 }
const offer = { ...ask, rateBps: 1650 }
const savedCents = interestCents(ask) - interestCents(offer)
const wholeAmount = formatMoney(ask.principalCents, { whole: true })

const fields = [
  { label: 'Desired loan amount', before: '$', value: wholeAmount.slice(1) },
  { label: 'Term in days', value: ask.termDays },
  { label: 'APR', value: formatRate(ask.rateBps).slice(0, -1), after: '%' },
]

const sums = [
  { label: `Adjusted for ${ask.termDays} days`, value: formatRate(adjustedBps(ask)) },
  {
    label: `Interest, ${formatMoney(perDiemCents(ask))} a day`,
    value: formatMoney(interestCents(ask)),
  },
  { label: 'You would repay', value: formatMoney(payoffCents(ask)) },
]

/** A listing being written, and the offer that answers it. The name is made up. */
export function BorrowPicture() {
  return (
    <>
      <div className={styles.form}>
        <div className={styles.head}>
          <strong>Create Listing</strong>
          <Tag tone="good" icon={IconRosetteDiscountCheck}>
            Verified
          </Tag>
        </div>
        <div className={styles.name}>
          <DomainName name="lanternfish.com" size="title" />
        </div>
        <div className={styles.fields}>
          {fields.map(({ label, before, value, after }) => (
            <div key={label}>
              <span className={styles.label}>{label}</span>
              <span className={styles.input}>
                {before && <i>{before}</i>}
                <b>{value}</b>
                {after && <i>{after}</i>}
              </span>
            </div>
          ))}
        </div>
        <div className={styles.sums}>
          {sums.map(({ label, value }) => (
            <div key={label}>
              <span>{label}</span>
              <b>{value}</b>
            </div>
          ))}
        </div>
        <span className={picture.button}>Create Listing</span>
      </div>
      <OfferCard />
    </>
  )
}

const OfferCard = () => (
  <div className={styles.offer}>
    <div>
      <span>New offer, 4 min ago</span>
      <Tag tone="wait" icon={IconClock}>
        Pending
      </Tag>
    </div>
    <div>
      <b>
        {wholeAmount} for {offer.termDays} days
      </b>
      <b>{formatRate(offer.rateBps)}</b>
    </div>
    <p>{formatMoney(savedCents)} less than your ask</p>
  </div>
)
