import { Button } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../../../api/client/client.ts'
import { type Self, userKeys } from '../../../../api/users.ts'
import { useAction } from '../../../../shell/action/use-action.ts'
import { EnrolDialog, type Enrolment } from './enrol-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { SettingsPanel, SettingsRow, SettingsTag } from '../layout/settings-panel.tsx'

const hint = 'Required at login and before actions that cannot be undone.'

export function MfaPanel({ self }: { self: Self }) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  return (
    <SettingsPanel id="two-step-login" title="Two-step login" hint={hint}>
      {self.mfa_enabled ? (
        <MfaOn codesLeft={self.recovery_codes_left} onCodes={setCodes} />
      ) : (
        <MfaOff onStart={setEnrolment} />
      )}
      <EnrolDialog
        enrolment={enrolment}
        onClose={() => setEnrolment(null)}
        onCodes={(recoveryCodes) => {
          setEnrolment(null)
          setCodes(recoveryCodes)
        }}
      />
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />
    </SettingsPanel>
  )
}

function MfaOff({ onStart }: { onStart: (enrolment: Enrolment) => void }) {
  const start = useAction(() => call('POST /users/mfa/start'), {
    what: 'Turn two-step login on',
    onDone: onStart,
  })
  const turnOn = (
    <Button size="xs" variant="default" aria-busy={start.busy} onClick={() => void start.act()}>
      Turn on
    </Button>
  )
  return (
    <SettingsRow actions={turnOn}>
      <SettingsTag good={false}>
        <IconShieldOff size={16} aria-hidden="true" /> Off
      </SettingsTag>
      Login requires only the password
    </SettingsRow>
  )
}

type MfaOnProps = { codesLeft: number; onCodes: (codes: string[]) => void }

function MfaOn({ codesLeft, onCodes }: MfaOnProps) {
  const renew = useAction(() => call('POST /users/mfa/recovery-codes'), {
    what: 'Create new recovery codes. The old ones stop working',
    reload: [userKeys.self],
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
  })
  const stop = useAction(() => call('DELETE /users/mfa'), {
    what: 'Turn two-step login off',
    done: 'Two-step login is off',
    reload: [userKeys.self, userKeys.sessions],
  })
  const actions = (
    <>
      <Button size="xs" variant="default" aria-busy={renew.busy} onClick={() => void renew.act()}>
        New recovery codes
      </Button>
      <Button size="xs" variant="default" aria-busy={stop.busy} onClick={() => void stop.act()}>
        Turn off
      </Button>
    </>
  )
  return (
    <SettingsRow actions={actions}>
      <SettingsTag good>
        <IconShieldCheck size={16} aria-hidden="true" /> On
      </SettingsTag>
      Authenticator app, {codesLeft} of {limits.recoveryCodeCount} recovery codes left
    </SettingsRow>
  )
}
