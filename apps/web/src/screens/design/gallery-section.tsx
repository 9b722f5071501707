import { type ReactNode, useId } from 'react'
import styles from './gallery-section.module.css'

type GallerySectionProps = { title: string; children: ReactNode }

export function GallerySection({ title, children }: GallerySectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <div className={styles.content}>{children}</div>
    </section>
  )
}

/** One state with its name beside it. */
export function Sample({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.sample}>
      <p className={styles.sampleName}>{name}</p>
      <div className={styles.shown}>{children}</div>
    </div>
  )
}

export function SampleGrid({ children }: { children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>
}

export function Panel({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div className={styles.panel}>
      {title && <h3>{title}</h3>}
      {children}
    </div>
  )
}
