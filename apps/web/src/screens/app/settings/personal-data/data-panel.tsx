import { Button } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { useState } from 'react'
import { call } from '../../../../api/client/client.ts'
import { type Self, userKeys } from '../../../../api/users.ts'
import { TimeText } from '../../../../text/time-text.tsx'
import { useAction } from '../../../../shell/action/use-action.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { ExportRow } from './export-row.tsx'
import { SettingsPanel, SettingsRow } from '../layout/settings-panel.tsx'

export function DataPanel({ self }: { self: Self }) {
  const copy = useAction(() => call('POST /users/export'), {
    what: 'Ask for a copy of your data',
    done: 'We will email you when the copy is ready',
  })
  const askForCopy = (
    <Button size="xs" variant="default" aria-busy={copy.busy} onClick={() => void copy.act()}>
      Ask for a copy
    </Button>
  )
  return (
    <SettingsPanel id="your-data" title="Your data" hint="What we keep about you is yours to have.">
      <SettingsRow actions={askForCopy}>
        <strong>A copy of your data</strong>
        <small>One file. A mail says when it is ready.</small>
      </SettingsRow>
      <ExportRow />
      {self.deletion_at ? <KeepRow at={self.deletion_at} /> : <DeleteRow email={self.email} />}
    </SettingsPanel>
  )
}

function DeleteRow({ email }: { email: string }) {
  const [open, setOpen] = useState(false)
  const remove = useAction(() => call('POST /users/deletion'), {
    what: `Delete the account of ${email}`,
    done: 'This account will be deleted',
    reload: [userKeys.self],
  })
  const ask = (
    <Button size="xs" variant="danger" aria-busy={remove.busy} onClick={() => setOpen(true)}>
      Delete account
    </Button>
  )
  return (
    <SettingsRow actions={ask}>
      <strong>Delete account</strong>
      <small>It waits {limits.deletionWaitDays} days. Until then you can keep it.</small>
      <DeleteDialog
        email={email}
        opened={open}
        onClose={() => setOpen(false)}
        onConfirm={() => {
          setOpen(false)
          void remove.act()
        }}
      />
    </SettingsRow>
  )
}

function KeepRow({ at }: { at: string }) {
  const keep = useAction(() => call('DELETE /users/deletion'), {
    what: 'Keep the account',
    done: 'Your account stays',
    reload: [userKeys.self],
  })
  const button = (
    <Button size="xs" aria-busy={keep.busy} onClick={() => void keep.act()}>
      Keep account
    </Button>
  )
  return (
    <SettingsRow actions={button}>
      <strong>
        This account will be deleted on <TimeText at={at} />
      </strong>
      <small>Until then everything works, and you can keep it.</small>
    </SettingsRow>
  )
}
