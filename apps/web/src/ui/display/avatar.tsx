import { initialsOf } from '@pier/protocol/text'
import styles from './avatar.module.css'

type AvatarProps = { name: string; picture: string | null; size: number }

/** The uploaded picture is round; the default is the initials on a dark red square. */
export function Avatar({ name, picture, size }: AvatarProps) {
  if (picture)
    return <img src={picture} alt="" width={size} height={size} className={styles.picture} />
  return (
    <span
      aria-hidden="true"
      className={styles.initials}
      style={{ width: size, height: size, fontSize: size * 0.4 }}
    >
      {initialsOf(name)}
    </span>
  )
}
