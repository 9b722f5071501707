import { Drawer } from '@mantine/core'
import { useSelf } from '../../api/users.ts'
import styles from './app-drawer.module.css'
import { AppSidebar } from './app-sidebar.tsx'
import { SelfLink } from './self-link.tsx'

type AppDrawerProps = { opened: boolean; returnFocus: boolean; onClose: () => void }

/** The sidebar of a phone. */
export function AppDrawer(drawer: AppDrawerProps) {
  const { data: self } = useSelf()
  return (
    <Drawer.Root {...drawer} size={280}>
      <Drawer.Overlay className={styles.overlay} />
      <Drawer.Content className={styles.content}>
        <div className={styles.top}>
          <Drawer.Title>Menu</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" iconSize={20} size={44} />
        </div>
        <Drawer.Body>
          {self && (
            <div className={styles.self}>
              <SelfLink self={self} />
            </div>
          )}
          <AppSidebar />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
