import { centsOf, formatMoney, formatRate } from '@pier/protocol/money'
import { Link } from 'react-router'
import desk from '../../../operator/page/desk.module.css'
import { DeskCard } from '../../../operator/page/operator-page.tsx'
import { TimeText } from '../../../text/time-text.tsx'
import { FigureList } from '../../../ui/display/figure-list.tsx'
import type { Loan } from './loan.ts'

const contracts = ['Bank Transfer', 'Cryptocurrency']
const money = (dollars: number | null) =>
  dollars === null ? 'Unknown' : formatMoney(centsOf(dollars))

type CardProps = { loan: Loan }

export const TermsCard = ({ loan }: CardProps) => (
  <DeskCard title="Terms" aside={`Version ${loan.version}`}>
    <FigureList
      figures={[
        { label: 'Amount', value: money(loan.amount) },
        { label: 'Rate', value: formatRate(centsOf(loan.rate)) },
        { label: 'Term', value: `${loan.term} days` },
        { label: 'Contract', value: contracts[loan.contract] ?? 'Unknown' },
        { label: 'Payoff today', value: money(loan.payoff) },
        { label: 'Value by the last estimate', value: money(loan.value) },
        { label: 'Funding', value: loan.funding },
      ]}
    />
  </DeskCard>
)

const when = (at: string | null) => (at ? <TimeText at={at} withTime /> : 'No date')

export const DatesCard = ({ loan }: CardProps) => (
  <DeskCard title="Dates" aside={loan.phase.replaceAll('_', ' ').toLowerCase()}>
    <FigureList
      figures={[
        { label: 'Next deadline', value: when(loan.deadline_at) },
        { label: 'Due', value: when(loan.due_at) },
        { label: 'Grace until', value: when(loan.grace_until) },
        { label: 'Objection until', value: when(loan.objection_until) },
      ]}
    />
  </DeskCard>
)

export const PeopleCard = ({ loan }: CardProps) => (
  <DeskCard title="People" aside={loan.is_open ? 'Opened for this session' : 'Masked'}>
    {(['borrower', 'lender'] as const).map((side) => (
      <div key={side} className={desk.person}>
        <Link to={`/operator/users/${loan[side].id}`}>{loan[side].name}</Link>
        <span>
          {side === 'borrower' ? 'Borrower' : 'Lender'}
          {loan[side].record && `, ${loan[side].record}`}
        </span>
        <span>{loan[side].email}</span>
      </div>
    ))}
  </DeskCard>
)

export const PaymentsCard = ({ loan }: CardProps) => (
  <DeskCard title="Payments">
    {loan.payments.length === 0 && <p className={desk.quiet}>No payments claimed.</p>}
    <ul className={desk.lines}>
      {loan.payments.map(({ kind, claimed_by, amount, paid_on, reference, status }) => (
        <li key={`${kind}${paid_on}${reference}${status}`}>
          <strong>{amount === null ? kind.toLowerCase() : money(amount)}</strong>
          <span>
            {kind.toLowerCase()}, by the {claimed_by.toLowerCase()}, <TimeText at={paid_on} />,{' '}
            {status.toLowerCase()}
          </span>
          {reference && <code>{reference}</code>}
        </li>
      ))}
    </ul>
  </DeskCard>
)

export function ChangesCard({ loan }: CardProps) {
  if (loan.terms_changes.length === 0) return null
  return (
    <DeskCard title="Changes of the terms">
      <ul className={desk.lines}>
        {loan.terms_changes.map(({ at, what, before, after }) => (
          <li key={`${at}${what}`}>
            <strong>{what}</strong>
            <span>
              {before} before, {after} since <TimeText at={at} withTime />
            </span>
          </li>
        ))}
      </ul>
    </DeskCard>
  )
}
