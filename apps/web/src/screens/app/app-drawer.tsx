import { Drawer } from '@mantine/core'
import { AppSidebar } from './app-sidebar.tsx'
import styles from './app-drawer.module.css'

/** The sidebar of a phone. */
export function AppDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Drawer.Root opened={opened} onClose={onClose} size={280}>
      <Drawer.Overlay className={styles.overlay} />
      <Drawer.Content className={styles.content}>
        <div className={styles.top}>
          <Drawer.Title>Menu</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" iconSize={20} size={44} />
        </div>
        <Drawer.Body>
          <AppSidebar />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
