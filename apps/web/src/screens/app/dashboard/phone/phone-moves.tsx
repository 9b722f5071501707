import { Button } from '@mantine/core'
import { IconChevronRight, IconHandFinger } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { DomainName } from '../../../../domains/domain-name.tsx'
import type { useLoanLists } from '../../../../loans/list/use-loan-lists.ts'
import { yourMove } from '../../../../loans/next-action/move-button.ts'
import { listMoves, listOthersMoves, type Move } from '../../../../loans/next-action/moves.ts'
import { LoadFailed } from '../../../../shell/failures/load-failed.tsx'
import { clockTime, nearDay, timeLeft } from '../../../../text/date-text.ts'
import styles from './phone-moves.module.css'

type PhoneMovesProps = { loans: ReturnType<typeof useLoanLists>; now: string }

/** Only the soonest has a button; the others are rows that open. */
export function PhoneMoves({ loans: { lists, error, refetch }, now }: PhoneMovesProps) {
  const [first, ...more] = lists ? listMoves(lists) : []
  const others = lists ? listOthersMoves(lists) : []
  return (
    <section
      aria-label="Needs your move"
      className={styles.panel}
      data-yours={first !== undefined || undefined}
    >
      {error && (
        <div className={styles.inside}>
          <LoadFailed what="What needs your move" error={error} onRetry={refetch} />
        </div>
      )}
      {lists && !first && <p className={styles.inside}>Nothing waits for you.</p>}
      {first && <FirstMove move={first} now={now} />}
      {more.length > 0 && (
        <ul className={styles.rows} data-yours>
          {more.map((move) => (
            <MoveRow key={move.key} move={move} />
          ))}
        </ul>
      )}
      {others.length > 0 && <Others moves={others} />}
    </section>
  )
}

function FirstMove({ move, now }: { move: Move; now: string }) {
  const { domain, what, by, otherwise, action } = move
  return (
    <div className={styles.first}>
      <p className={styles.tag}>
        <IconHandFinger size={18} aria-hidden="true" />
        Your move
      </p>
      <h2>
        <DomainName name={domain} size="card" />
      </h2>
      <p className={styles.what}>{what}</p>
      <dl>
        <dt>By</dt>
        <dd>
          {by ? (
            <>
              <time dateTime={by}>
                {nearDay(by)}, {clockTime(by)}
              </time>
              , {timeLeft({ until: by, now })}
            </>
          ) : (
            'No date'
          )}
        </dd>
        {otherwise && (
          <>
            <dt>Otherwise</dt>
            <dd>{otherwise}</dd>
          </>
        )}
      </dl>
      <Button
        component={Link}
        to={action.to}
        size="lg"
        fullWidth
        vars={yourMove}
        aria-label={`${action.label}, ${domain}`}
      >
        {action.label}
      </Button>
    </div>
  )
}

const MoveRow = ({ move: { domain, what, by, action } }: { move: Move }) => (
  <li>
    <Link to={action.to}>
      <span className={styles.text}>
        <DomainName name={domain} size="row" />
        <span>{what}</span>
        <small>
          {by ? (
            <time dateTime={by}>
              By {nearDay(by)}, {clockTime(by)}
            </time>
          ) : (
            'No date'
          )}
        </small>
      </span>
      <IconChevronRight size={20} aria-hidden="true" />
    </Link>
  </li>
)

function Others({ moves }: { moves: Move[] }) {
  const [shown, setShown] = useState(false)
  return (
    <>
      <div className={styles.others}>
        <p>Waiting on others: {moves.length}</p>
        <Button
          variant="subtle"
          size="xs"
          aria-expanded={shown}
          aria-controls="others-moves"
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </Button>
      </div>
      <ul id="others-moves" hidden={!shown} className={styles.rows}>
        {moves.map((move) => (
          <MoveRow key={move.key} move={move} />
        ))}
      </ul>
    </>
  )
}
