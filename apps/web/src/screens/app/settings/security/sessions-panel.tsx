import { Button, Skeleton } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { call } from '../../../../api/client/client.ts'
import { type Session, userKeys, useSessions } from '../../../../api/users.ts'
import { LoadFailed } from '../../../../shell/failures/load-failed.tsx'
import { TimeText } from '../../../../text/time-text.tsx'
import { useAction } from '../../../../shell/action/use-action.ts'
import { SettingsPanel, SettingsRow, SettingsTag } from '../layout/settings-panel.tsx'

export function SessionsPanel() {
  const { data, error, refetch } = useSessions()
  const end = useAction((id: string) => call('DELETE /users/sessions/:id', { params: { id } }), {
    what: 'Log out one session',
    done: 'Logged out',
    reload: [userKeys.sessions],
  })
  const endOthers = useAction(() => call('DELETE /users/sessions'), {
    what: 'Log out all other sessions',
    done: 'Logged out everywhere else',
    reload: [userKeys.sessions],
  })
  const sessions = data?.sessions ?? []

  return (
    <SettingsPanel id="sessions" title="Sessions" hint="Where you are logged in.">
      {error && <LoadFailed what="Your sessions" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={72} aria-busy="true" />}
      {sessions.map((session) => (
        <SessionRow key={session.id} session={session} onEnd={() => void end.act(session.id)} />
      ))}
      {sessions.length > 1 && (
        <Button variant="default" aria-busy={endOthers.busy} onClick={() => void endOthers.act()}>
          Log out everywhere else
        </Button>
      )}
    </SettingsPanel>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const action = session.current ? (
    <SettingsTag good>
      <IconCircleCheck size={16} aria-hidden="true" /> Active now
    </SettingsTag>
  ) : (
    <Button size="xs" variant="default" onClick={onEnd} aria-label={`Log out ${session.label}`}>
      Log out
    </Button>
  )
  return (
    <SettingsRow actions={action}>
      <strong>{session.label}</strong>
      {session.current && 'this session'}
      <small>
        Network {session.network}, last seen <TimeText at={session.last_seen_at} withTime />
      </small>
    </SettingsRow>
  )
}
