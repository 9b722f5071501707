import { SkeletonBar } from '../../ui/feedback/skeleton-bar.tsx'
import styles from './listing-page.module.css'

export const ListingSkeleton = () => (
  <div aria-busy="true" className={styles.page}>
    <SkeletonBar width={140} height={20} />
    <SkeletonBar width="min(100%, 420px)" height={80} />
    <SkeletonBar width="100%" height={84} />
    <div className={styles.columns}>
      <SkeletonBar width="100%" height={480} />
      <SkeletonBar width="100%" height={480} />
    </div>
  </div>
)
