import type { CallOutput } from '@pier/protocol/calls/calls'
import { centsOf, formatMoney } from '@pier/protocol/money'
import { Link } from 'react-router'
import { DomainName } from '../../../domains/domain-name.tsx'
import { MoveBar } from '../../../loans/next-action/move-bar.tsx'
import { CommandsCard } from '../../../operator/registrar/commands-card.tsx'
import desk from '../../../operator/page/desk.module.css'
import { useMay, useNow } from '../../../operator/page/duty-context.tsx'
import { EventsTable } from '../../../operator/registrar/events-table.tsx'
import { textOf } from '../../../operator/text/machine-text.ts'
import { DeskCard, OperatorPage } from '../../../operator/page/operator-page.tsx'
import { StatusBadge } from '../../../text/status-badge.tsx'
import { TimeText } from '../../../text/time-text.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FigureList } from '../../../ui/display/figure-list.tsx'
import { TransferSteps } from './transfer-steps.tsx'

type FoundTransfer = CallOutput<'GET /operator/transfers/:id'>

type TransferProps = { found: FoundTransfer }

/** A transfer to us or away: the commands, the answers, and how to proceed. */
export function TransferPage({ found }: TransferProps) {
  const { domain, transfer, commands, events } = found
  return (
    <OperatorPage
      kicker={
        <>
          Transfer {transfer.direction === 'in' ? 'to us' : 'away'},{' '}
          <Link to={`/operator/domains/${domain.id}`}>the domain</Link>
          {domain.escrow_id && (
            <>
              , <Link to={`/operator/loans/${domain.escrow_id}`}>its loan</Link>
            </>
          )}
        </>
      }
      title={<DomainName name={domain.unicode} size="hero" />}
      aside={<StatusBadge kind="domain" status={domain.status} size="md" />}
      panel={<TransferSteps found={found} />}
      panelLabel="Steps"
    >
      {transfer.needs_operator && <Waiting words={transfer.needs_operator} />}
      <div className={desk.halves}>
        <WayCard found={found} />
        <DatesCard found={found} />
      </div>
      <CommandsCard commands={commands} />
      <EventsTable
        title="Messages of the registrar"
        events={events}
        empty={<EmptyState title="No registrar messages for this domain" />}
      />
    </OperatorPage>
  )
}

function Waiting({ words }: { words: string }) {
  const now = useNow()
  const may = useMay('POST /operator/transfers/:id/resolve')
  return (
    <MoveBar
      whose={may ? 'you' : 'operators'}
      what="Decide the next step"
      whatNote={words}
      by={null}
      now={now}
      otherwise="Nothing changes"
    />
  )
}

const WayCard = ({ found: { domain, transfer } }: TransferProps) => (
  <DeskCard title="Transfer">
    <FigureList
      figures={[
        { label: 'State', value: textOf(transfer.state) },
        {
          label: 'Owner',
          value: <Link to={`/operator/users/${domain.owner.id}`}>{domain.owner.name}</Link>,
        },
        {
          label: 'Fee',
          value: transfer.fee === null ? 'None' : formatMoney(centsOf(transfer.fee)),
        },
        { label: 'Code', value: transfer.has_code ? 'Here, sealed' : 'Not here' },
        ...(transfer.ended_at
          ? [{ label: 'End reason', value: transfer.reason ?? 'No reason given' }]
          : []),
      ]}
    />
  </DeskCard>
)

const when = (at: string | null) => (at ? <TimeText at={at} withTime /> : 'Not yet')

const DatesCard = ({ found: { transfer } }: TransferProps) => (
  <DeskCard title="Dates">
    <FigureList
      figures={[
        { label: 'Requested', value: when(transfer.created_at) },
        { label: 'Sent to the registry', value: when(transfer.requested_at) },
        ...(transfer.direction === 'in'
          ? [{ label: 'Completes by', value: when(transfer.act_by) }]
          : [
              { label: 'Code sent', value: when(transfer.code_at) },
              { label: 'Code valid until', value: when(transfer.act_by) },
            ]),
        { label: 'Last checked', value: when(transfer.looked_at) },
        { label: 'Ended', value: when(transfer.ended_at) },
      ]}
    />
  </DeskCard>
)
