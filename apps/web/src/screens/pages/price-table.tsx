import { centsOf, formatMoney } from '@pier/protocol/money'
import { TimeText } from '../../text/time-text.tsx'
import styles from './page.module.css'
import type { Prices } from '../../api/prices.server.ts'

/** What the registries charge, as it is now. The commonest endings come first. */
export function PriceTable({ prices }: { prices: Prices | null }) {
  return (
    <section aria-labelledby="registry-prices" className={styles.prices}>
      <h2 id="registry-prices">Registry prices</h2>
      {prices && prices.length > 0 ? (
        <>
          <PriceGrid prices={prices} />
          <p>
            A renewal adds a year, and a transfer usually does. The latest price list is of{' '}
            <TimeText at={latestOf(prices)} />. Premium names cost more. You see the price of your
            own name before anything is charged.
          </p>
        </>
      ) : (
        <p>The prices cannot be read now. Reload the page to try again.</p>
      )}
    </section>
  )
}

const PriceGrid = ({ prices }: { prices: Prices }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">TLD</th>
        <th scope="col">Transfer in</th>
        <th scope="col">Renewal</th>
      </tr>
    </thead>
    <tbody>
      {prices.toSorted(commonFirst).map(({ suffix, transfer, renewal }) => (
        <tr key={suffix}>
          <th scope="row">.{suffix}</th>
          <td>{formatMoney(centsOf(transfer))}</td>
          <td>{formatMoney(centsOf(renewal))}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const common = ['com', 'net', 'org', 'co', 'io', 'ai']

type Price = Prices[number]

function commonFirst(a: Price, b: Price): number {
  const [placeA, placeB] = [placeOf(a), placeOf(b)]
  return placeA - placeB || (a.suffix < b.suffix ? -1 : 1)
}

function placeOf({ suffix }: Price): number {
  const at = common.indexOf(suffix)
  return at < 0 ? common.length : at
}

const latestOf = (prices: Prices) =>
  prices.reduce((latest, { since }) => (since > latest ? since : latest), '')
