import { adjustedBps } from '@pier/protocol/loans/loan-terms'
import { formatMoney, formatRate } from '@pier/protocol/money'
import { DomainName } from '../../domains/domain-name.tsx'
import { Ltv } from '../../terms/ltv.tsx'
import styles from './lend-picture.module.css'
import picture from './picture.module.css'

type Card = {
  name: string
  amountCents: number
  rateBps: number
  termDays: number
  ltvPercent: number
  chosen?: boolean
}

const cards: Card[] = [
  { name: 'glasstide.com', amountCents: 980_000, rateBps: 1900, termDays: 75, ltvPercent: 41 },
  {
    name: 'northslip.co',
    amountCents: 600_000,
    rateBps: 2150,
    termDays: 90,
    ltvPercent: 52,
    chosen: true,
  },
  { name: '7knots.com', amountCents: 2_100_000, rateBps: 1275, termDays: 300, ltvPercent: 28 },
]

/** Three listings of the directory, one of them about to be answered. The names are made up. */
export const LendPicture = () => (
  <div className={styles.cards}>
    {cards.map((card) => (
      <ListingCard key={card.name} {...card} />
    ))}
  </div>
)

const ListingCard = ({ name, amountCents, rateBps, termDays, ltvPercent, chosen }: Card) => (
  <div className={styles.card} data-chosen={chosen}>
    <div className={styles.head}>
      <DomainName name={name} size="card" />
      <b>{formatMoney(amountCents, { whole: true })}</b>
    </div>
    <div className={styles.terms}>
      <span>{termDays} days</span>
      <span>{formatRate(rateBps)} APR</span>
      <span>{formatRate(adjustedBps({ rateBps, termDays }))} adjusted</span>
    </div>
    <div className={styles.ltv}>
      <Ltv percent={ltvPercent} />
    </div>
    {chosen && (
      <div className={styles.actions}>
        <span className={picture.button}>Match the ask</span>
        <span className={picture.button} data-look="outline">
          Make Offer
        </span>
      </div>
    )}
  </div>
)
