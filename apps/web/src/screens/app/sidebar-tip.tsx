import { Tooltip } from '@mantine/core'
import styles from './app-sidebar.module.css'

export const SidebarTip = ({ label, entry }: { label: string; entry: HTMLElement }) => (
  <Tooltip
    label={label}
    target={entry}
    position="right"
    withinPortal={false}
    floatingStrategy="fixed"
    events={{ hover: true, focus: true, touch: false }}
    classNames={{ tooltip: styles.tip }}
  />
)
