import { Link } from 'react-router'
import styles from './domain-name.module.css'
import { readDomain } from './domain-text.ts'

type DomainNameProps = {
  /** In Unicode or as xn--. */
  name: string
  size: 'passport' | 'hero' | 'title' | 'card' | 'row'
  /** Where the name links to, such as the facts of its registration. */
  to?: string
  /** Router state for the link. */
  state?: unknown
}

/** A name is never cut. It gets smaller by steps, then breaks after a hyphen or before the dot. */
export function DomainName({ name, size, to, state }: DomainNameProps) {
  const { label, ending, ascii } = readDomain(name)
  const length = [...label, ...ending].length
  const text = (
    <>
      {/* Isolated, so that letters from right to left do not move the dot. */}
      <bdi className={styles.label}>{label}</bdi>
      <wbr />
      <bdi className={styles.ending}>{ending}</bdi>
    </>
  )
  return (
    <span className={styles.name} data-size={size} data-fit={fitOf(length)} translate="no">
      {to ? (
        <Link to={to} state={state} className={styles.text}>
          {text}
        </Link>
      ) : (
        <span className={styles.text}>{text}</span>
      )}
      {ascii && <span className={styles.ascii}>{ascii}</span>}
    </span>
  )
}

function fitOf(length: number) {
  if (length <= 15) return 1
  if (length <= 18) return 2
  return length <= 32 ? 3 : 4
}
