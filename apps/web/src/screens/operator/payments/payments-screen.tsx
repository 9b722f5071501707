import { Button, Switch } from '@mantine/core'
import { useState } from 'react'
import { deskMs, useOperatorQuery } from '../../../api/operator.ts'
import { useMay } from '../../../operator/page/duty-context.tsx'
import { operatorMeta } from '../../../operator/page/operator-meta.ts'
import { Loaded, OperatorPage } from '../../../operator/page/operator-page.tsx'
import { useAddress } from '../../../operator/page/use-address.ts'
import { PastTheEnd } from '../../../shell/failures/table-states.tsx'
import { TimeText } from '../../../text/time-text.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Pager } from '../../../ui/table/pager.tsx'
import { type Asked, EventDialog, LookUpDialog, type PaymentEvent } from './event-dialogs.tsx'
import styles from './payments.module.css'

export { OperatorCrash as ErrorBoundary } from '../../../operator/page/operator-crash.tsx'

export const meta = operatorMeta('Payments')

const perPage = 50
const providers = { card: 'Card', crypto: 'Crypto' } as const

/** Events of payment providers that we could not match. */
export default function PaymentsScreen() {
  const { read, set, page, hrefOf } = useAddress()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [looking, setLooking] = useState(false)
  const mayAct = useMay('POST /operator/payment-events/:id/resolve')
  const isAll = read('all') !== undefined
  const query = { page, state: isAll ? ('all' as const) : ('open' as const) }
  const reading = useOperatorQuery(
    'GET /operator/payment-events',
    { query },
    { refetchMs: deskMs, keep: true },
  )
  return (
    <Loaded query={reading} what="the list of payments">
      {({ events, total, pages }) => (
        <OperatorPage
          title="Payments"
          kicker={`${total} ${isAll ? 'events in all' : 'unmatched events'}`}
          aside={
            <>
              <Switch
                label="Show matched"
                checked={isAll}
                onChange={({ currentTarget }) => set('all', currentTarget.checked ? '1' : '')}
              />
              {mayAct && (
                <Button variant="default" onClick={() => setLooking(true)}>
                  Look up a payment
                </Button>
              )}
            </>
          }
        >
          <DataTable
            title="Events of payment providers"
            bareTitle
            dense
            pageSize={8}
            rows={events}
            keyOf={({ id }) => id}
            columns={columnsOf(mayAct ? setAsked : null)}
            empty={
              page > 1 ? (
                <PastTheEnd home={hrefOf(1)} />
              ) : (
                <EmptyState title="All payments matched" />
              )
            }
            footer={
              pages > 1 ? (
                <Pager
                  label="Payments"
                  page={page}
                  pages={pages}
                  perPage={perPage}
                  hrefOf={hrefOf}
                />
              ) : null
            }
          />
          <EventDialog asked={asked} onClose={() => setAsked(null)} />
          <LookUpDialog opened={looking} onClose={() => setLooking(false)} />
        </OperatorPage>
      )}
    </Loaded>
  )
}

const stateOf = ({ resolved_at, handled_at, problem }: PaymentEvent) =>
  resolved_at ? 'Resolved' : problem ? 'Open' : handled_at ? 'In order' : 'Not processed yet'

function columnsOf(onAsk: ((asked: Asked) => void) | null): Column<PaymentEvent>[] {
  return [
    {
      key: 'what',
      header: 'Event',
      wrap: true,
      cell: ({ provider, type, key }) => (
        <>
          <strong>
            {providers[provider]}, {type}
          </strong>
          <small>
            <code>{key}</code>
          </small>
        </>
      ),
    },
    {
      key: 'state',
      header: 'State',
      place: 'status',
      wrap: true,
      cell: (event) => (
        <>
          {stateOf(event)}
          {event.problem && <small>{event.problem}</small>}
          {event.resolution && (
            <small>
              {event.resolved_by}: {event.resolution}
            </small>
          )}
        </>
      ),
    },
    {
      key: 'at',
      header: 'Received',
      cell: ({ received_at }) => <TimeText at={received_at} withTime />,
    },
    {
      key: 'about',
      header: 'About',
      wrap: true,
      place: 'more',
      cell: ({ about }) => <About about={about} />,
    },
    {
      key: 'act',
      header: 'Actions',
      bare: true,
      place: 'action',
      cell: (event) =>
        onAsk &&
        !event.resolved_at && (
          <span className={styles.acts}>
            {event.about && (
              <Button size="xs" variant="light" onClick={() => onAsk({ act: 'retry', event })}>
                Process again
              </Button>
            )}
            {event.problem && (
              <Button size="xs" variant="default" onClick={() => onAsk({ act: 'resolve', event })}>
                Resolve
              </Button>
            )}
          </span>
        ),
    },
  ]
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** The ids in it, to look for at the provider. */
const About = ({ about }: Pick<PaymentEvent, 'about'>) =>
  about ? (
    <dl className={styles.about}>
      {Object.entries(about).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{asText(value)}</dd>
        </div>
      ))}
    </dl>
  ) : (
    'Deleted after 90 days'
  )
