import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { SkeletonBar } from '../../../ui/feedback/skeleton-bar.tsx'
import styles from './summary-card.module.css'

type SummaryCardProps = {
  title: string
  link: { to: string; label: string }
  busy: boolean
  children: ReactNode
}

export const SummaryCard = ({ title, link, busy, children }: SummaryCardProps) => (
  <section aria-label={title} aria-busy={busy} className={styles.card}>
    <div className={styles.top}>
      <h2>{title}</h2>
      <Link to={link.to} aria-label={`${link.label}, ${title}`}>
        {link.label}
      </Link>
    </div>
    {busy ? <CardSkeleton /> : children}
  </section>
)

/** A figure, its text and a line: what nearly every loaded card has. */
const CardSkeleton = () => (
  <>
    <SkeletonBar width={168} height={38} className={styles.bar} />
    <SkeletonBar width="72%" height={16} className={styles.bar} />
    <div className={styles.lines}>
      <SkeletonBar width="100%" height={16} className={styles.line} />
    </div>
  </>
)

export const CardFigure = ({ children }: { children: ReactNode }) => (
  <p className={styles.figure}>{children}</p>
)

export const CardText = ({ children }: { children: ReactNode }) => (
  <p className={styles.text}>{children}</p>
)

/** Nothing to add up yet: one line, and what will be here. */
export const CardEmpty = ({ title, hint }: { title: string; hint: string }) => (
  <>
    <p className={styles.empty}>{title}</p>
    <p className={styles.hint}>{hint}</p>
  </>
)

type Line = { label: ReactNode; value: ReactNode }

export const CardLines = ({ lines }: { lines: readonly Line[] }) => (
  <dl className={styles.lines}>
    {lines.map(({ label, value }, index) => (
      // The lines of a card are fixed; a label may be a date or a name.
      // oxlint-disable-next-line react/no-array-index-key
      <div key={index}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
