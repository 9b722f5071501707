import styles from './skeleton-bar.module.css'

type SkeletonBarProps = { width: number | string; height: number; className?: string | undefined }

/** A placeholder box. The element that loads sets aria-busy; this is only the look. */
export function SkeletonBar({ width, height, className }: SkeletonBarProps) {
  const classes = className ? `${styles.bar} ${className}` : styles.bar
  return <span aria-hidden="true" className={classes} style={{ width, height }} />
}
