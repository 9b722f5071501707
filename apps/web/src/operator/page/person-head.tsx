import type { ReactNode } from 'react'
import { Avatar } from '../../ui/display/avatar.tsx'
import styles from './person-head.module.css'

type PersonHeadProps = { name: string; side: string; record: string; aside: ReactNode }

/** A party of a loan, above their statement. */
export const PersonHead = ({ name, side, record, aside }: PersonHeadProps) => (
  <div className={styles.person}>
    <Avatar name={name} picture={null} size={32} />
    <div>
      <h2>{name}</h2>
      <p>
        {side}
        {record && `, ${record}`}
      </p>
    </div>
    {aside}
  </div>
)
