import type { CallOutput } from '@pier/protocol/calls/calls'
import { centsOf, formatMoney } from '@pier/protocol/money'
import { TimeText } from '../../text/time-text.tsx'
import { FigureList } from '../../ui/display/figure-list.tsx'
import styles from './numbers.module.css'

type Books = CallOutput<'GET /numbers/reconciliation'>

const money = (amount: number) => formatMoney(centsOf(amount))

/** Fees only: the money of a loan never passes through us. */
export const MoneySection = ({ money: books }: { money: Books }) => (
  <>
    <div className={styles.three}>
      <section className={styles.card} aria-labelledby="we-owe">
        <h3 id="we-owe">We owe users</h3>
        <FigureList
          figures={[
            { label: 'Balances', value: money(books.owed.balances) },
            { label: 'Set aside for fees on their way', value: money(books.owed.set_aside) },
            { label: 'Withdrawals, not paid yet', value: money(books.owed.withdrawals) },
            { label: 'Together', value: money(books.owed.total), total: true },
          ]}
        />
      </section>
      <section className={styles.card} aria-labelledby="we-hold">
        <h3 id="we-hold">Providers hold for us</h3>
        <FigureList
          figures={[
            { label: 'Card provider', value: money(books.cash.card) },
            { label: 'Crypto provider', value: money(books.cash.crypto) },
            { label: 'Together', value: money(books.cash.total), total: true },
          ]}
        />
      </section>
      <section className={styles.card} aria-labelledby="the-rest">
        <h3 id="the-rest">{books.rest < 0 ? 'We are short of' : 'What is left'}</h3>
        <FigureList
          figures={[
            { label: 'Held', value: money(books.cash.total) },
            { label: 'Less what we owe users', value: money(-books.owed.total) },
            { label: 'Less what we owe registries', value: money(-books.owed_to_registries) },
            {
              label: books.rest < 0 ? 'Missing' : 'Ours',
              value: money(books.rest),
              total: true,
            },
          ]}
        />
      </section>
    </div>
    <p className={styles.note}>
      As of <TimeText at={books.as_of} withTime />. <Compared compared={books.compared} /> These are
      balances for fees. The money of a loan goes from person to person and never through us.
    </p>
  </>
)

function Compared({ compared }: Pick<Books, 'compared'>) {
  if (!compared) return <>Our books have not been compared with the providers yet.</>
  return (
    <>
      Our books were last compared with both providers on <TimeText at={compared.at} withTime />:{' '}
      {compared.difference === 0
        ? 'they agree to the cent.'
        : `they differ by ${money(compared.difference)}.`}
    </>
  )
}
