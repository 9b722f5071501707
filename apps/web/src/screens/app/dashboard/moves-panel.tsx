import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { nearDay, roughLeft, timeLeft } from '../../../text/date-text.ts'
import { DomainName } from '../../../domains/domain-name.tsx'
import { LoadFailed } from '../../../shell/failures/load-failed.tsx'
import { listMoves, listOthersMoves, type Move } from '../../../loans/next-action/moves.ts'
import type { useLoanLists } from '../../../loans/list/use-loan-lists.ts'
import { yourMove } from '../../../loans/next-action/move-button.ts'
import { SkeletonBar } from '../../../ui/feedback/skeleton-bar.tsx'
import { VisuallyHidden } from '../../../ui/display/visually-hidden.tsx'
import styles from './moves-panel.module.css'

type MovesPanelProps = { loans: ReturnType<typeof useLoanLists>; now: string }

/** The panel before anything is known, for the page that the server sends. */
export const WaitingMovesPanel = () => (
  <section aria-label="Needs your move" aria-busy="true" className={styles.panel}>
    <div className={styles.head}>
      <h2>Needs your move</h2>
    </div>
    <MovesSkeleton />
  </section>
)

export function MovesPanel({ loans: { lists, error, refetch }, now }: MovesPanelProps) {
  const yours = lists ? listMoves(lists) : []
  const others = lists ? listOthersMoves(lists) : []
  return (
    <section aria-labelledby="moves" aria-busy={!lists && !error} className={styles.panel}>
      <div className={styles.head}>
        <h2 id="moves">Needs your move</h2>
        {yours.length > 1 && <p>Soonest first</p>}
      </div>
      {error && (
        <div className={styles.inside}>
          <LoadFailed what="What needs your move" error={error} onRetry={refetch} />
        </div>
      )}
      {!lists && !error && <MovesSkeleton />}
      {lists && yours.length === 0 && <p className={styles.nothing}>Nothing waits for you.</p>}
      {yours.length + others.length > 0 && <MoveTable yours={yours} others={others} now={now} />}
    </section>
  )
}

const skeletonRows = 2

const MovesSkeleton = () =>
  Array.from({ length: skeletonRows }, (_, row) => (
    <div key={row} className={styles.waiting}>
      <SkeletonBar width="28%" height={16} />
      <SkeletonBar width="14%" height={16} />
      <SkeletonBar width="30%" height={16} />
      <SkeletonBar width="16%" height={32} />
    </div>
  ))

type MoveTableProps = { yours: Move[]; others: Move[]; now: string }

const MoveTable = ({ yours, others, now }: MoveTableProps) => (
  <table aria-labelledby="moves" className={styles.table}>
    <thead>
      <tr>
        <th scope="col">What</th>
        <th scope="col">By</th>
        <th scope="col">Otherwise</th>
        <th scope="col">
          <VisuallyHidden>Action</VisuallyHidden>
        </th>
      </tr>
    </thead>
    <tbody data-yours>
      {yours.map((move, index) => (
        <MoveRow key={move.key} move={move} now={now} soonest={index === 0} />
      ))}
    </tbody>
    {others.length > 0 && (
      <tbody>
        <tr className={styles.others}>
          <th scope="rowgroup" colSpan={4}>
            Waiting on others
          </th>
        </tr>
        {others.map((move) => (
          <MoveRow key={move.key} move={move} now={now} soonest={false} />
        ))}
      </tbody>
    )}
  </table>
)

function MoveRow({ move, now, soonest }: { move: Move; now: string; soonest: boolean }) {
  const { domain, what, otherwise, action } = move
  return (
    <tr>
      <th scope="row">
        <DomainName name={domain} size="row" />
        <small>{what}</small>
      </th>
      <td>
        <By move={move} now={now} />
      </td>
      <td className={styles.otherwise}>{otherwise}</td>
      <td>
        <Button
          component={Link}
          to={action.to}
          size="xs"
          variant="default"
          {...(soonest && { vars: yourMove })}
          aria-label={`${action.label}, ${domain}`}
          className={styles.button}
        >
          {action.label}
        </Button>
      </td>
    </tr>
  )
}

function By({ move: { by, count }, now }: { move: Move; now: string }) {
  if (!by) return 'No date'
  return (
    <>
      <time dateTime={by} title={by}>
        {nearDay(by)}
      </time>
      <small>
        {count > 1
          ? `first ends in ${roughLeft({ until: by, now })}`
          : timeLeft({ until: by, now })}
      </small>
    </>
  )
}
