import { Button } from '@mantine/core'
import { IconBellRinging } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { Alert } from '../../../api/alerts.ts'
import { appHome } from '../../../listings/directory-address.ts'
import { LocalDay } from '../../../text/time-text.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import type { AlertQuestion } from './alert-dialogs.tsx'
import styles from './alerts-screen.module.css'
import { FoundListings } from './found-listings.tsx'
import { newText } from './found-text.ts'

type AlertCardProps = { alert: Alert; onAsk: (question: AlertQuestion) => void }

/** What an alert looks for and what it has found. It starts open if something is new. */
export function AlertCard({ alert, onAsk }: AlertCardProps) {
  const [isOpen, setOpen] = useState(alert.new_count > 0)
  const id = useId()
  const { label, query, new_count: count } = alert
  return (
    <section aria-labelledby={id} className={styles.card}>
      <div className={styles.top}>
        <div className={styles.words}>
          <h2 id={id}>{label}</h2>
          <p className={styles.news}>
            {count > 0 && (
              <Tag tone="run" icon={IconBellRinging}>
                {newText(count)}
              </Tag>
            )}
            <Since alert={alert} />
          </p>
        </div>
        <div className={styles.actions}>
          <Button
            variant="default"
            aria-expanded={isOpen}
            aria-describedby={id}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide matches' : 'Show matches'}
          </Button>
          <Button
            component={Link}
            to={query ? `${appHome}?${query}` : appHome}
            variant="subtle"
            aria-describedby={id}
          >
            All matching listings
          </Button>
          <Button
            variant="subtle"
            aria-describedby={id}
            onClick={() => onAsk({ kind: 'edit', alert })}
          >
            Edit
          </Button>
          <Button
            variant="subtle"
            aria-describedby={id}
            onClick={() => onAsk({ kind: 'end', alert })}
          >
            Delete
          </Button>
        </div>
      </div>
      {isOpen && <FoundListings alert={alert} />}
    </section>
  )
}

function Since({ alert }: { alert: Alert }) {
  const { created_at: createdAt, looked_at: lookedAt } = alert
  return (
    <span>
      Created <LocalDay at={createdAt} />
      {lookedAt && (
        <>
          , last viewed <LocalDay at={lookedAt} />
        </>
      )}
    </span>
  )
}
