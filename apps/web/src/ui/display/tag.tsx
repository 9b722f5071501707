import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './tag.module.css'

export type Tone = 'neutral' | 'run' | 'good' | 'wait' | 'plum' | 'bad'

type TagProps = { tone: Tone; icon?: Icon; size?: 'sm' | 'md'; children: ReactNode }

/** A state as a word on its colour. The word says the same as the colour. */
export function Tag({ tone, icon: Icon, size = 'sm', children }: TagProps) {
  return (
    <span className={styles.tag} data-tone={tone} data-size={size}>
      {Icon && <Icon size={size === 'md' ? 18 : 16} aria-hidden="true" />}
      {children}
    </span>
  )
}

/** The same without a background, for tables: only the icon is coloured. */
export function PlainTag({ tone, icon: Icon, children }: Omit<TagProps, 'size'>) {
  return (
    <span className={styles.plain} data-tone={tone}>
      {Icon && <Icon size={16} aria-hidden="true" />}
      {children}
    </span>
  )
}
