import { operatorRoles } from '@pier/protocol/operators'
import { type ReactNode, useEffect, useRef } from 'react'
import { ApiError } from '../../api/client/api-error.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonBar } from '../../ui/feedback/skeleton-bar.tsx'
import { RowsFailed } from '../../shell/failures/table-states.tsx'
import { useDuty } from './duty-context.tsx'
import styles from './operator-page.module.css'

type OperatorPageProps = {
  /** One line above the title: what this is about. */
  kicker?: ReactNode
  title: ReactNode
  /** Beside the title: a status, a button. */
  aside?: ReactNode
  /** The column on the right: what is decided here. On a narrow screen it comes below. */
  panel?: ReactNode
  /** The label of the panel, for screen readers. */
  panelLabel?: string
  /** What the panel shows. Where the panel is below, another choice scrolls it into view. */
  panelOf?: string | undefined
  children: ReactNode
}

/** A page of the console: title, content, and on the right what is decided. */
export function OperatorPage({ kicker, title, aside, panel, ...rest }: OperatorPageProps) {
  const panelRef = useInSight(rest.panelOf)
  return (
    <div className={styles.page} data-panel={Boolean(panel) || undefined}>
      <div className={styles.main}>
        <div className={styles.head}>
          <div className={styles.titles}>
            {kicker && <p className={styles.kicker}>{kicker}</p>}
            <h1>{title}</h1>
          </div>
          {aside && <div className={styles.aside}>{aside}</div>}
        </div>
        {rest.children}
      </div>
      {panel && (
        <aside ref={panelRef} aria-label={rest.panelLabel ?? 'Decision'} className={styles.panel}>
          {panel}
        </aside>
      )}
    </div>
  )
}

function useInSight(chosen: string | undefined) {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    if (chosen && window.matchMedia('(max-width: 1199px)').matches) ref.current?.scrollIntoView()
  }, [chosen])
  return ref
}

type CardProps = { title?: string; aside?: ReactNode; children: ReactNode }

/** One box of a page of the console. */
export const DeskCard = ({ title, aside, children }: CardProps) => (
  <section className={styles.card} aria-label={title}>
    {(title || aside) && (
      <div className={styles.cardHead}>
        {title && <h2>{title}</h2>}
        {aside && <span className={styles.small}>{aside}</span>}
      </div>
    )}
    {children}
  </section>
)

type Reading<T> = { data: T | undefined; error: unknown; refetch: () => unknown }

type LoadedProps<T> = {
  query: Reading<T>
  /** What it is, within a sentence: "this case". */
  what: string
  children: (data: T) => ReactNode
}

/** The loaded data; until then a skeleton, or a text why it could not be loaded. */
export function Loaded<T>({ query, what, children }: LoadedProps<T>) {
  const { data, error, refetch } = query
  const { roles } = useDuty()
  if (data !== undefined) return children(data)
  if (!error) return <PageSkeleton />
  const status = error instanceof ApiError ? error.status : 0
  if (status === 403) {
    const held = roles.map((role) => operatorRoles[role].toLowerCase()).join(', ')
    return (
      <Instead
        title={`Your role cannot open ${what}`}
        hint={`Your role: ${held}. An admin can change it.`}
      />
    )
  }
  if ([400, 404, 422].includes(status)) {
    return <Instead title={`Could not find ${what}`} hint="The address may be wrong." />
  }
  return (
    <OperatorPage title="Not loaded">
      <RowsFailed
        title={`${what[0]?.toUpperCase()}${what.slice(1)} could not be loaded`}
        error={error}
        onRetry={() => void refetch()}
      />
    </OperatorPage>
  )
}

const Instead = ({ title, hint }: { title: string; hint: string }) => (
  <OperatorPage title="Nothing to show">
    <EmptyState title={title} hint={hint} />
  </OperatorPage>
)

const PageSkeleton = () => (
  <OperatorPage title="Loading">
    <div aria-busy="true" className={styles.skeleton}>
      <SkeletonBar width="100%" height={108} />
      <SkeletonBar width="100%" height={64} />
      <SkeletonBar width="100%" height={320} />
    </div>
  </OperatorPage>
)
