import type { CallOutput } from '@pier/protocol/calls/calls'
import { IconHandStop } from '@tabler/icons-react'
import { Link } from 'react-router'
import { DomainName } from '../../../domains/domain-name.tsx'
import { CommandsCard } from '../../../operator/registrar/commands-card.tsx'
import desk from '../../../operator/page/desk.module.css'
import { EventsTable } from '../../../operator/registrar/events-table.tsx'
import { HoldsCard } from '../../../operator/approvals/holds-card.tsx'
import { textOf } from '../../../operator/text/machine-text.ts'
import { DeskCard, OperatorPage } from '../../../operator/page/operator-page.tsx'
import { StatusBadge } from '../../../text/status-badge.tsx'
import { TimeText } from '../../../text/time-text.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FigureList } from '../../../ui/display/figure-list.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import { AlarmsCard } from './alarms-card.tsx'
import { ValueCard } from './value-card.tsx'

type DeskDomain = CallOutput<'GET /operator/domains/:id'>

type DomainProps = { found: DeskDomain }

/** A domain as the registrar has it, with all commands and events. */
export function DomainPage({ found }: DomainProps) {
  const { domain, holds } = found
  const isHeld = holds.some(({ lifted_at }) => !lifted_at)
  return (
    <OperatorPage
      kicker={
        <>
          Domain of <Link to={`/operator/users/${domain.owner.id}`}>{domain.owner.name}</Link>
          {domain.escrow_id && (
            <>
              , <Link to={`/operator/loans/${domain.escrow_id}`}>its loan</Link>
            </>
          )}
        </>
      }
      title={<DomainName name={domain.unicode} size="hero" />}
      aside={
        <>
          {isHeld && (
            <Tag tone="plum" icon={IconHandStop} size="md">
              On hold
            </Tag>
          )}
          <StatusBadge kind="domain" status={domain.status} size="md" />
        </>
      }
    >
      <AlarmsCard alarms={found.alarms} />
      <div className={desk.halves}>
        <HoldingCard found={found} />
        <ValueCard found={found} />
        <HoldsCard domain={domain.name} holds={holds} />
        <TransfersCard found={found} />
      </div>
      <CommandsCard commands={found.commands} />
      <EventsTable
        title="Messages of the registrar"
        events={found.events}
        empty={<EmptyState title="No registrar messages for this domain" />}
      />
    </OperatorPage>
  )
}

function HoldingCard({ found: { holding } }: DomainProps) {
  if (!holding) {
    return (
      <DeskCard title="At our registrar">
        <p className={desk.quiet}>Never in custody.</p>
      </DeskCard>
    )
  }
  const { expires_at, nameservers, is_unlocked, checked_at, seen, left_at } = holding
  const isSeen = seen?.is_held && seen.is_fresh
  return (
    <DeskCard
      title="At our registrar"
      aside={
        left_at ? 'Transferred out' : isSeen ? 'Confirmed in custody today' : 'Not confirmed today'
      }
    >
      <FigureList
        figures={[
          { label: 'Expires', value: expires_at ? <TimeText at={expires_at} /> : 'No date' },
          { label: 'Lock, as we left it', value: is_unlocked ? 'Open' : 'Closed' },
          { label: 'Nameservers', value: nameservers.join(', ') || 'None' },
          { label: 'Last compared', value: <TimeText at={checked_at} withTime /> },
          ...(seen ? seenFigures(seen) : [{ label: 'Last look', value: 'None yet' }]),
          ...(left_at ? [{ label: 'Left', value: <TimeText at={left_at} withTime /> }] : []),
        ]}
      />
    </DeskCard>
  )
}

type Seen = NonNullable<NonNullable<DeskDomain['holding']>['seen']>

/** What the registry showed, and when. It is fresh for a day. */
const seenFigures = ({ at, is_fresh, is_locked, registrar, statuses }: Seen) => [
  { label: 'Registrar, as seen', value: registrar ?? 'Not known' },
  { label: 'Lock, as seen', value: is_locked ? 'Closed' : 'Open' },
  { label: 'Statuses, as seen', value: statuses.join(', ') || 'None' },
  {
    label: is_fresh ? 'Last look' : 'Last look, older than a day',
    value: <TimeText at={at} withTime />,
  },
]

const TransfersCard = ({ found: { transfers } }: DomainProps) => (
  <DeskCard title="Transfers">
    {transfers.length === 0 && <p className={desk.quiet}>No transfers.</p>}
    <ul className={desk.lines}>
      {transfers.map(({ id, direction, state, created_at, needs_operator }) => (
        <li key={id}>
          <Link to={`/operator/transfers/${id}`}>
            {direction === 'in' ? 'To us' : 'Away'}, <TimeText at={created_at} />
          </Link>
          <span>{textOf(state)}</span>
          {needs_operator && <span>{needs_operator}</span>}
        </li>
      ))}
    </ul>
  </DeskCard>
)
