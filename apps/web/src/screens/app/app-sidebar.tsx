import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
} from '@tabler/icons-react'
import { cloneElement, type ReactElement, type Ref, useState } from 'react'
import { Link, useLocation, useMatch } from 'react-router'
import { useRoleIn } from '../../api/loans/loans.ts'
import { closeLive } from '../../api/live/use-live.ts'
import { logOut } from '../../api/logout.ts'
import { useMoveCounts } from '../../loans/list/use-loan-lists.ts'
import { late } from '../../ui/dialog/late.tsx'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import { linkGroups } from './app-links.ts'
import styles from './app-sidebar.module.css'

type AppSidebarProps = { collapsed?: boolean; onCollapse?: () => void }

export function AppSidebar({ collapsed = false, onCollapse }: AppSidebarProps) {
  const counts = useMoveCounts()
  const here = useHere()
  return (
    <nav aria-label="App" className={styles.nav} data-collapsed={collapsed || undefined}>
      {linkGroups.map(({ label: group, links }) => (
        <div key={group}>
          <p className={styles.group} aria-hidden="true">
            {group}
          </p>
          <ul aria-label={group} className={styles.list}>
            {links.map(({ to, label, Icon, tip = label, moves }) => (
              <li key={to}>
                <Tip label={tip} shown={collapsed}>
                  <Link to={to} className={styles.entry} aria-current={here(to)}>
                    <Icon size={18} stroke={1.75} aria-hidden="true" />
                    <span>{label}</span>
                    {moves && <MoveCount count={counts[moves]} />}
                  </Link>
                </Tip>
              </li>
            ))}
            {group === 'Account' && <LogOutEntry collapsed={collapsed} />}
          </ul>
        </div>
      ))}
      {onCollapse && <CollapseButton collapsed={collapsed} onCollapse={onCollapse} />}
    </nav>
  )
}

const shelves = { BORROWER: '/app/borrow', LENDER: '/app/lend' } as const

/** Which entry is current. A loan belongs to the entry of the reader's role in it. */
function useHere() {
  const { pathname } = useLocation()
  const loanId = useMatch('/app/escrow/:id')?.params.id
  const role = useRoleIn(loanId ?? '')
  return (to: string): 'page' | 'true' | undefined => {
    if (loanId) return role && to === shelves[role] ? 'true' : undefined
    const isHere = pathname === to || (to !== '/app' && pathname.startsWith(`${to}/`))
    return isHere ? 'page' : undefined
  }
}

/** The only yellow part of the sidebar: how many actions wait for you there. */
function MoveCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <b className={styles.moves}>
      {count}
      <VisuallyHidden> {count === 1 ? 'needs' : 'need'} your action</VisuallyHidden>
    </b>
  )
}

function LogOutEntry({ collapsed }: { collapsed: boolean }) {
  const leave = () => {
    closeLive()
    void logOut()
  }
  return (
    <li>
      <Tip label="Log Out" shown={collapsed}>
        <button type="button" className={styles.entry} onClick={leave}>
          <IconLogout size={18} stroke={1.75} aria-hidden="true" />
          <span>Log Out</span>
        </button>
      </Tip>
    </li>
  )
}

function CollapseButton({ collapsed, onCollapse }: { collapsed: boolean; onCollapse: () => void }) {
  const Icon = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <div className={styles.collapse}>
      <Tip label="Expand" shown={collapsed}>
        <button
          type="button"
          aria-expanded={!collapsed}
          className={styles.entry}
          onClick={onCollapse}
        >
          <Icon size={18} stroke={1.75} aria-hidden="true" />
          <span>{collapsed ? 'Expand' : 'Collapse'}</span>
        </button>
      </Tip>
    </div>
  )
}

type TipProps = {
  label: string
  shown: boolean
  children: ReactElement<{ ref?: Ref<HTMLElement> }>
}

const tooltip = late(async () => (await import('./sidebar-tip.tsx')).SidebarTip, { isQuiet: true })

/** The tooltip of an icon without a label, for pointer and keyboard. */
function Tip({ label, shown, children }: TipProps) {
  const [entry, setEntry] = useState<HTMLElement | null>(null)
  return (
    <>
      {cloneElement(children, { ref: setEntry })}
      {shown && entry && <tooltip.Part label={label} entry={entry} />}
    </>
  )
}
