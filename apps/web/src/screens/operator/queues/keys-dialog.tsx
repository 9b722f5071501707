import { Button, Switch } from '@mantine/core'
import { useState } from 'react'
import { Dialog, DialogBody, DialogFooter } from '../../../ui/dialog/dialog.tsx'
import { keysAreOn, turnKeys } from './queue-keys.ts'
import styles from './queue.module.css'

const keys = [
  { key: 'j or ↓', words: 'Next task' },
  { key: 'k or ↑', words: 'Previous task' },
  { key: 'Enter', words: 'Open the task' },
  { key: 'a', words: 'Claim or release the task' },
  { key: '/', words: 'Search' },
  { key: '?', words: 'Show shortcuts' },
]

export function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog title="Keys" opened={opened} onClose={onClose} size={400}>
      <DialogBody>
        <dl className={styles.keys}>
          {keys.map(({ key, words }) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        <KeysSwitch />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function KeysSwitch() {
  const [on, setOn] = useState(keysAreOn)
  const turn = (next: boolean) => {
    turnKeys(next)
    setOn(next)
  }
  return (
    <Switch
      label="Shortcuts are on for this device"
      checked={on}
      onChange={({ currentTarget }) => turn(currentTarget.checked)}
    />
  )
}
