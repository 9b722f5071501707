import { SkeletonBar } from '../../ui/feedback/skeleton-bar.tsx'
import card from './listing-card.module.css'
import styles from './skeleton-card.module.css'

const nameWidths = ['78%', '62%', '70%', '84%']

/** A listing that is still loading: the same boxes, so that nothing shifts when it comes. */
export function SkeletonCard({ index }: { index: number }) {
  return (
    <div aria-hidden="true" className={card.card}>
      <div className={card.top}>
        <SkeletonBar width={index % 2 ? 84 : 112} height={24} />
        <SkeletonBar width={92} height={14} />
      </div>
      <div className={card.name}>
        <SkeletonBar width={nameWidths[index % 4] ?? '70%'} height={24} className={styles.name} />
      </div>
      <div className={card.value}>
        <SkeletonBar width={64} height={14} />
        <SkeletonBar width={82} height={14} />
      </div>
      <div className={card.terms}>
        {['loan', 'adjusted', 'term', 'rate'].map((kind) => (
          <div key={kind} data-kind={kind}>
            <SkeletonBar width={44} height={12} />
            <SkeletonBar width={64} height={20} className={styles.figure} />
          </div>
        ))}
      </div>
      <SkeletonBar width="100%" height={8} />
      <div className={card.actions}>
        <div className={card.action}>
          <SkeletonBar width="100%" height={40} />
        </div>
        <SkeletonBar width={72} height={40} />
      </div>
    </div>
  )
}
