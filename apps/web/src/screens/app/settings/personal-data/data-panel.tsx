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
    what: 'Request a copy of your data',
    done: 'Copy requested. We email you when it is ready',
  })
  const askForCopy = (
    <Button size="xs" variant="default" aria-busy={copy.busy} onClick={() => void copy.act()}>
      Request a copy
    </Button>
  )
  return (
    <SettingsPanel
      id="your-data"
      title="Your data"
      hint="Download or delete the data we hold about you."
    >
      <SettingsRow actions={askForCopy}>
        <strong>A copy of your data</strong>
        <small>One file. We email you when it is ready.</small>
      </SettingsRow>
      <ExportRow />
      <AcceptedRow legal={self.legal} />
      {self.deletion_at ? <KeepRow at={self.deletion_at} /> : <DeleteRow email={self.email} />}
    </SettingsPanel>
  )
}

function AcceptedRow({ legal: { terms, privacy } }: Pick<Self, 'legal'>) {
  return (
    <SettingsRow>
      <strong>Terms and privacy notice</strong>
      <small>
        <AcceptedText what="Terms" accepted={terms} />{' '}
        <AcceptedText what="Privacy notice" accepted={privacy} />
      </small>
    </SettingsRow>
  )
}

type AcceptedTextProps = { what: string; accepted: Self['legal']['terms'] }

const AcceptedText = ({ what, accepted: { accepted_version, accepted_at } }: AcceptedTextProps) =>
  accepted_at ? (
    <>
      {what} version {accepted_version}, accepted <TimeText at={accepted_at} withTime />.
    </>
  ) : (
    <>{what} not accepted yet.</>
  )

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
      <small>
        Your account is deleted after {limits.deletionWaitDays} days. You can cancel until then.
      </small>
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
    what: 'Cancel the deletion',
    done: 'Deletion cancelled',
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
      <small>Until then everything works, and you can cancel the deletion.</small>
    </SettingsRow>
  )
}
