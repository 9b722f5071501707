import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './way-section.module.css'

export type Step = { title: string; text: string }

type WaySectionProps = {
  id: 'borrow' | 'lend'
  title: string
  steps: Step[]
  action: { to: string; label: string }
  picture: ReactNode
  caption: string
}

/** One way through the product: its steps, where it begins, and a picture of it. */
export function WaySection({ id, title, steps, action, picture, caption }: WaySectionProps) {
  return (
    <section
      id={id}
      data-way={id}
      aria-labelledby={`${id}-title`}
      tabIndex={-1}
      className={styles.section}
    >
      <div className={styles.inside}>
        <div>
          <h2 id={`${id}-title`}>{title}</h2>
          <ol className={styles.steps}>
            {steps.map((step) => (
              <li key={step.title}>
                <h3>{step.title}</h3>
                <p>{step.text}</p>
              </li>
            ))}
          </ol>
          <Button component={Link} to={action.to} size="xl">
            {action.label}
          </Button>
        </div>
        <figure className={styles.figure}>
          <div aria-hidden="true" className={styles.picture}>
            {picture}
          </div>
          <figcaption className={styles.caption}>{caption}</figcaption>
        </figure>
      </div>
    </section>
  )
}
