import type { CallOutput } from '@pier/protocol/calls/calls'
import { centsOf, formatMoney } from '@pier/protocol/money'
import { TimeText } from '../../text/time-text.tsx'
import { ChartTable } from './chart-table.tsx'
import styles from './money-chart.module.css'
import page from './numbers.module.css'
import { Picture } from './picture.tsx'

type Books = CallOutput<'GET /numbers/reconciliation'>
type Part = { name: string; amount: number; tone: 1 | 2 | 3 }

const money = (amount: number) => formatMoney(centsOf(amount))

/** Fees only: the money of a loan never passes through us. */
export function MoneyChart({ money: books }: { money: Books }) {
  const { owed, cash, owed_to_registries, rest } = books
  const owedParts: Part[] = [
    { name: 'balances', amount: owed.balances, tone: 1 },
    { name: 'set aside for fees', amount: owed.set_aside, tone: 2 },
    { name: 'withdrawals', amount: owed.withdrawals, tone: 3 },
  ]
  const heldParts: Part[] = [
    { name: 'card provider', amount: cash.card, tone: 1 },
    { name: 'crypto provider', amount: cash.crypto, tone: 2 },
  ]
  const most = Math.max(owed.total, cash.total, 0.01)
  const left = [
    { name: 'Held less owed to users', amount: cash.total - owed.total },
    { name: 'Of it owed to registries', amount: owed_to_registries },
    { name: rest < 0 ? 'We are short of' : 'Ours', amount: Math.abs(rest) },
  ]
  return (
    <>
      <Bar name="We owe users" total={owed.total} parts={owedParts} most={most} />
      <Bar name="Held for us" total={cash.total} parts={heldParts} most={most} />
      <dl className={styles.rest}>
        {left.map(({ name, amount }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{money(amount)}</dd>
          </div>
        ))}
      </dl>
      <p className={page.unit}>
        As of <TimeText at={books.as_of} withTime />. <Compared compared={books.compared} />
      </p>
      <ChartTable
        label="Owed against held"
        head={['Part', 'USD']}
        rows={[
          ...owedParts.map(({ name, amount }) => [`We owe users: ${name}`, money(amount)]),
          ...heldParts.map(({ name, amount }) => [`Held for us: ${name}`, money(amount)]),
        ]}
      />
    </>
  )
}

type BarProps = { name: string; total: number; parts: readonly Part[]; most: number }

function Bar({ name, total, parts, most }: BarProps) {
  const [dollars, cents] = money(total).split('.')
  const said = parts.map((part) => `${money(part.amount)} ${part.name}`).join(', ')
  return (
    <div className={styles.row}>
      <h3>
        {name}
        <strong>
          {dollars}
          <small>.{cents}</small>
        </strong>
      </h3>
      <div>
        <Picture className={styles.bar} label={`${name}: ${money(total)}. ${said}.`}>
          {parts.map((part) => (
            <span
              key={part.name}
              data-tone={part.tone}
              style={{ width: `${(Math.max(part.amount, 0) / most) * 100}%` }}
            />
          ))}
        </Picture>
        <p className={styles.parts}>
          {parts.map((part) => (
            <span key={part.name} data-tone={part.tone}>
              {money(part.amount)} {part.name}
            </span>
          ))}
        </p>
      </div>
    </div>
  )
}

function Compared({ compared }: Pick<Books, 'compared'>) {
  if (!compared) return <>Not compared with the providers yet.</>
  return (
    <>
      Compared with both providers on <TimeText at={compared.at} withTime />:{' '}
      {compared.difference === 0
        ? 'equal to the cent.'
        : `they differ by ${money(compared.difference)}.`}
    </>
  )
}
