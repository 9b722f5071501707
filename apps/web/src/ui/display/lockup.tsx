import { Mark } from './mark.tsx'
import styles from './lockup.module.css'

type LockupProps = {
  name: string
  parent: string
  turning?: boolean
  onWater?: boolean
}

/** The mark, the name, and the parent company. */
export function Lockup({ name, parent, turning, onWater }: LockupProps) {
  const [first, second] = splitInTwo(parent)
  return (
    <span className={styles.lockup} data-on-water={onWater || undefined}>
      <Mark size={34} turning={turning} onWater={onWater} />
      <span className={styles.name}>{name}</span>
      <span className={styles.parent}>
        {first} <br />
        {second}
      </span>
    </span>
  )
}

/** Splits "a Breakwater Consulting company" into two lines of similar length. */
function splitInTwo(text: string): [string, string] {
  const words = text.split(' ')
  const half = Math.ceil(words.length / 2)
  return [words.slice(0, half).join(' '), words.slice(half).join(' ')]
}
