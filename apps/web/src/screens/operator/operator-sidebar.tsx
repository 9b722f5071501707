import { centsOf, formatMoney } from '@pier/protocol/money'
import { operatorQueues, type OperatorQueue } from '@pier/protocol/operators'
import { type ReactNode, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import type { CallOutput } from '@pier/protocol/calls/calls'
import { messageOf } from '../../api/client/api-error.ts'
import { deskMs, operatorCall, useOperatorQuery } from '../../api/operator.ts'
import { leaveForOperatorLogin } from '../../session/leave.ts'
import { spanText } from '../../text/date-text.ts'
import { useDuty, useNow } from '../../operator/page/duty-context.tsx'
import { RowTitle } from '../../operator/page/row-title.tsx'
import { usePage } from '../../shell/page/page-context.tsx'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import styles from './operator-sidebar.module.css'
import { operatorTools } from './operator-tools.ts'

const shownLines = 6
const names = Object.keys(operatorQueues) as OperatorQueue[] // Object.keys returns string[].

/** The queues, the rows of the current one, and the tools. */
export function OperatorSidebar() {
  const queue = useCurrentQueue()
  const { pathname } = useLocation()
  const isTool = operatorTools.some(({ to }) => pathname.startsWith(to))
  return (
    <nav aria-label="Operations" className={styles.nav}>
      <OwnDecisions />
      <QueueLinks current={isTool ? null : queue} />
      <QueueLines queue={queue} />
      <Tools />
    </nav>
  )
}

/** The approvals that wait for this operator, and how many of theirs wait for others. */
function OwnDecisions() {
  const input = { query: { open: 'true' as const } }
  const { data } = useOperatorQuery('GET /operator/decisions', input, { refetchMs: deskMs })
  const { id: ownId } = useDuty()
  const now = useNow()
  const waiting = data?.decisions.filter(({ state }) => state === 'proposed') ?? []
  const own = waiting.filter(({ can_confirm }) => can_confirm)
  const elsewhere = waiting.filter(({ proposed_by }) => proposed_by.id === ownId)
  if (own.length === 0 && elsewhere.length === 0) return null
  return (
    <Group label="Decisions that need you">
      {own.slice(0, shownLines).map(({ id, subject, sum, words, lapses_at }) => (
        <li key={id}>
          <NavLink to={`/operator/decisions/${id}`} className={styles.line}>
            <span className={styles.pair}>
              <RowTitle title={subject} />
              {sum !== null && <b>{formatMoney(centsOf(sum), { whole: true })}</b>}
            </span>
            <span>
              {words}, {spanText({ until: lapses_at, now })}
            </span>
          </NavLink>
        </li>
      ))}
      {elsewhere.length > 0 && (
        <li>
          <NavLink to="/operator/decisions" className={styles.entry} end>
            Proposed by you <b>{elsewhere.length}</b>
          </NavLink>
        </li>
      )}
    </Group>
  )
}

function QueueLinks({ current }: { current: OperatorQueue | null }) {
  const { data } = useOperatorQuery('GET /operator/queues', undefined, { refetchMs: deskMs })
  return (
    <Group label="Queues">
      {names.map((queue) => {
        const found = data?.queues.find((each) => each.queue === queue)
        return (
          <li key={queue}>
            <NavLink
              to={`/operator/queues/${queue}`}
              className={styles.entry}
              data-current={queue === current || undefined}
            >
              {operatorQueues[queue]}
              {found && (
                <b data-late={found.late > 0 || undefined}>
                  {found.count}
                  {found.late > 0 && <VisuallyHidden>, {found.late} late</VisuallyHidden>}
                </b>
              )}
            </NavLink>
          </li>
        )
      })}
    </Group>
  )
}

function QueueLines({ queue }: { queue: OperatorQueue }) {
  const input = { params: { queue }, query: {} }
  const { data } = useOperatorQuery('GET /operator/queues/:queue', input, { refetchMs: deskMs })
  const now = useNow()
  if (!data || data.rows.length === 0) return null
  return (
    <Group label={operatorQueues[queue]}>
      {data.rows.slice(0, shownLines).map((row) => (
        <li key={row.id}>
          <NavLink to={row.link ?? `/operator/queues/${queue}`} className={styles.line} end>
            <RowTitle title={row.title} />
            <span>{lineText(row, now)}</span>
          </NavLink>
        </li>
      ))}
    </Group>
  )
}

type Row = CallOutput<'GET /operator/queues/:queue'>['rows'][number]

function lineText({ state, deadline_at, since }: Row, now: string): string {
  if (!deadline_at) return `${state}, ${spanText({ until: now, now: since })} old`
  return `${state}, ${deadline_at < now ? 'late' : spanText({ until: deadline_at, now })}`
}

function Tools() {
  const { calls } = useDuty()
  const { setPageError } = usePage()
  const leave = () => {
    operatorCall('POST /operator/logout', undefined)
      .then(leaveForOperatorLogin)
      .catch((error: unknown) => setPageError(messageOf(error)))
  }
  return (
    <Group label="Tools">
      {operatorTools
        .filter(({ call }) => calls.includes(call))
        .map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} className={styles.entry}>
              {label}
            </NavLink>
          </li>
        ))}
      <li>
        <button type="button" className={styles.entry} onClick={leave}>
          Log out
        </button>
      </li>
    </Group>
  )
}

const Group = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <p className={styles.group} aria-hidden="true">
      {label}
    </p>
    <ul aria-label={label} className={styles.list}>
      {children}
    </ul>
  </div>
)

/** Pages that only one queue leads to. */
const queueOf: Record<string, OperatorQueue> = {
  cases: 'disputes',
  transfers: 'transfers',
  reports: 'risk',
  jobs: 'jobs',
}

/** The queue of this page; for a page without one, the last queue. */
function useCurrentQueue(): OperatorQueue {
  const { pathname } = useLocation()
  const [, area, name] = /^\/operator\/(\w+)(?:\/(\w+))?/.exec(pathname) ?? []
  const found = area === 'queues' ? name : queueOf[area ?? '']
  const here = names.find((each) => each === found)
  const [last, setLast] = useState<OperatorQueue>(here ?? 'disputes')
  if (here && here !== last) setLast(here)
  return here ?? last
}
