import {
  IconLayoutDashboard,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
  IconSettings,
} from '@tabler/icons-react'
import { NavLink } from 'react-router'
import { logOut } from '../../session/logout.ts'
import styles from './app-sidebar.module.css'

const groups = [
  {
    label: 'Domains',
    links: [{ to: '/app', label: 'Dashboard', Icon: IconLayoutDashboard }],
  },
  {
    label: 'Account',
    links: [{ to: '/app/settings', label: 'Settings', Icon: IconSettings }],
  },
]

type AppSidebarProps = { collapsed?: boolean; onCollapse?: () => void }

export function AppSidebar({ collapsed = false, onCollapse }: AppSidebarProps) {
  const hint = (label: string) => (collapsed ? label : undefined)
  const CollapseIcon = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <nav aria-label="App" className={styles.nav} data-collapsed={collapsed || undefined}>
      {groups.map(({ label: group, links }) => (
        <div key={group}>
          <p className={styles.group}>{group}</p>
          <ul aria-label={group} className={styles.list}>
            {links.map(({ to, label, Icon }) => (
              <li key={to}>
                <NavLink to={to} end title={hint(label)} className={styles.entry}>
                  <Icon size={18} stroke={1.75} aria-hidden="true" />
                  <span>{label}</span>
                </NavLink>
              </li>
            ))}
            {group === 'Account' && <LogOutEntry title={hint('Log Out')} />}
          </ul>
        </div>
      ))}
      {onCollapse && (
        <button
          type="button"
          title={hint('Expand')}
          aria-expanded={!collapsed}
          className={`${styles.entry} ${styles.collapse}`}
          onClick={onCollapse}
        >
          <CollapseIcon size={18} stroke={1.75} aria-hidden="true" />
          <span>{collapsed ? 'Expand' : 'Collapse'}</span>
        </button>
      )}
    </nav>
  )
}

const LogOutEntry = ({ title }: { title: string | undefined }) => (
  <li>
    <button type="button" title={title} className={styles.entry} onClick={() => void logOut()}>
      <IconLogout size={18} stroke={1.75} aria-hidden="true" />
      <span>Log Out</span>
    </button>
  </li>
)
