import { Link } from 'react-router'
import styles from './summary-card.module.css'

type SummaryCardProps = {
  title: string
  link: { to: string; label: string }
  empty: string
  hint: string
}

export const SummaryCard = ({ title, link, empty, hint }: SummaryCardProps) => (
  <section aria-label={title} className={styles.card}>
    <div className={styles.top}>
      <h2>{title}</h2>
      <Link to={link.to} aria-label={`${link.label}, ${title}`}>
        {link.label}
      </Link>
    </div>
    <p className={styles.empty}>{empty}</p>
    <p className={styles.hint}>{hint}</p>
  </section>
)
