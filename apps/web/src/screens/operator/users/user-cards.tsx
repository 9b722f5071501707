import { labelOfDomain } from '@pier/protocol/labels'
import { centsOf, formatMoney } from '@pier/protocol/money'
import { DomainName } from '../../../domains/domain-name.tsx'
import desk from '../../../operator/page/desk.module.css'
import { textOf } from '../../../operator/text/machine-text.ts'
import { DeskCard } from '../../../operator/page/operator-page.tsx'
import { TimeText } from '../../../text/time-text.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FigureList } from '../../../ui/display/figure-list.tsx'
import type { DeskUser } from './desk-user.ts'

type CardProps = { user: DeskUser }

export const ContactCard = ({ user }: CardProps) => (
  <DeskCard title="Contact" aside={user.is_open ? 'Opened for this session' : 'Masked'}>
    <FigureList
      figures={[
        { label: 'E-mail', value: user.email },
        { label: 'Confirmed', value: user.email_verified ? 'Yes' : 'No' },
        { label: 'Address', value: addressOf(user) },
        ...(user.email_change_at
          ? [
              {
                label: 'New email active from',
                value: <TimeText at={user.email_change_at} withTime />,
              },
            ]
          : []),
      ]}
    />
  </DeskCard>
)

function addressOf({ address }: DeskUser): string {
  if (!address) return 'Masked'
  return address.join(', ') || 'Not given'
}

const money = (dollars: number) => formatMoney(centsOf(dollars))

export const StandingCard = ({ user }: CardProps) => (
  <DeskCard title="Account">
    <FigureList
      figures={[
        { label: 'Available balance', value: money(user.balance.available) },
        { label: 'Held', value: money(user.balance.held) },
        { label: 'Two-step login', value: user.has_mfa ? 'On' : 'Off' },
        { label: 'Open sessions', value: user.sessions },
      ]}
    />
  </DeskCard>
)

export const DomainsCard = ({ user: { domains } }: CardProps) => (
  <DeskCard title="Domains">
    {domains.length === 0 && <p className={desk.quiet}>No domains.</p>}
    <ul className={desk.lines}>
      {domains.map(({ id, unicode, status }) => (
        <li key={id}>
          <DomainName name={unicode} size="row" to={`/operator/domains/${id}`} />
          <span>{labelOfDomain(status, {})}</span>
        </li>
      ))}
    </ul>
  </DeskCard>
)

export const UserHoldsCard = ({ user: { holds } }: CardProps) => (
  <DeskCard title="Holds">
    {holds.length === 0 && <p className={desk.quiet}>No holds.</p>}
    <ul className={desk.lines}>
      {holds.map(({ id, domain, kind, note, since }) => (
        <li key={id}>
          <strong>{domain}</strong>
          <span>
            {textOf(kind)}, since <TimeText at={since} withTime />
          </span>
          <span>{note}</span>
        </li>
      ))}
    </ul>
  </DeskCard>
)

type LogLine = NonNullable<DeskUser['events']>[number]

const logColumns: Column<LogLine>[] = [
  { key: 'what', header: 'What', cell: ({ kind }) => textOf(kind) },
  { key: 'at', header: 'When', cell: ({ at }) => <TimeText at={at} withTime /> },
  { key: 'from', header: 'From', cell: ({ network }) => network ?? 'Unknown' },
]

/** Restricted: where somebody logs in from is private. */
export function LogCard({ user: { events } }: CardProps) {
  if (!events) {
    return (
      <DeskCard title="Security log" aside="Masked">
        <p className={desk.quiet}>Open restricted data to read it.</p>
      </DeskCard>
    )
  }
  return (
    <DataTable
      title="Security log"
      dense
      pageSize={4}
      rows={events}
      keyOf={({ at, kind }) => `${at}${kind}`}
      columns={logColumns}
      empty={<EmptyState title="No entries" />}
    />
  )
}
