import { brand } from '@pier/protocol/brand'
import { operatorRoles } from '@pier/protocol/operators'
import { IconClock, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { Link } from 'react-router'
import { BurgerButton } from '../../shell/page/burger-button.tsx'
import { useDuty, useNow } from '../../operator/page/duty-context.tsx'
import { TimeText } from '../../text/time-text.tsx'
import { Avatar } from '../../ui/display/avatar.tsx'
import { Mark } from '../../ui/display/mark.tsx'
import styles from './operator-bar.module.css'

type OperatorBarProps = { menuOpen: boolean; onMenu: () => void }

export function OperatorBar({ menuOpen, onMenu }: OperatorBarProps) {
  const { name, roles, is_clock_stopped } = useDuty()
  const now = useNow()
  const as = roles.map((role) => operatorRoles[role].toLowerCase()).join(', ')
  const ClockIcon = is_clock_stopped ? IconPlayerPause : IconPlayerPlay
  return (
    <header className={styles.bar}>
      <BurgerButton
        open={menuOpen}
        className={styles.burger}
        aria-haspopup="dialog"
        onClick={onMenu}
      />
      <Home />
      <div className={styles.end}>
        <span className={styles.time}>
          <IconClock size={18} aria-hidden="true" />
          <TimeText at={now} withTime />
        </span>
        <Link
          to="/operator/clocks"
          className={styles.clocks}
          data-stopped={is_clock_stopped || undefined}
        >
          <ClockIcon size={18} aria-hidden="true" />
          <span>{is_clock_stopped ? 'Clocks stopped' : 'All clocks running'}</span>
        </Link>
        <span className={styles.self}>
          <Avatar name={name} picture={null} size={24} />
          <span>
            {name}, {as}
          </span>
        </span>
      </div>
    </header>
  )
}

const Home = () => (
  <Link to="/operator" className={styles.home}>
    <Mark size={30} onWater />
    <strong>{brand.name}</strong>
    <span>Operations</span>
  </Link>
)

/** What the server sends for every page of the console: it does not know the visitor. */
export const EmptyOperatorBar = () => (
  <header className={styles.bar} aria-busy="true">
    <Home />
  </header>
)
