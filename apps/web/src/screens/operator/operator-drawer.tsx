import { Drawer } from '@mantine/core'
import { useDuty } from '../../operator/page/duty-context.tsx'
import { OperatorSidebar } from './operator-sidebar.tsx'
import styles from './operator-sidebar.module.css'

type OperatorDrawerProps = { opened: boolean; returnFocus: boolean; onClose: () => void }

/** The sidebar of a phone. */
export function OperatorDrawer(drawer: OperatorDrawerProps) {
  const { name } = useDuty()
  return (
    <Drawer.Root {...drawer} size={280}>
      <Drawer.Overlay className={styles.overlay} />
      <Drawer.Content className={styles.drawer}>
        <div className={styles.top}>
          <Drawer.Title>{name}</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" iconSize={20} size={44} />
        </div>
        <Drawer.Body>
          <OperatorSidebar />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
