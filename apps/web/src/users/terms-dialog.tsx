import { Button } from '@mantine/core'
import { closeLive } from '../api/live/use-live.ts'
import { logOut } from '../api/logout.ts'
import { call } from '../api/client/client.ts'
import { userKeys } from '../api/users.ts'
import { useAction } from '../shell/action/use-action.ts'
import { TimeText } from '../text/time-text.tsx'
import { BusyButton } from '../ui/button/busy-button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog/dialog.tsx'
import { type Accepted, isOld, type Legal, titleOf } from './terms-accepted.ts'

type TermsDialogProps = { legal: Legal; opened: boolean; onPutOff: () => void }

export function TermsDialog({ legal, opened, onPutOff }: TermsDialogProps) {
  const { terms, privacy } = legal
  const body = { terms: terms.version, privacy: privacy.version }
  const accept = useAction(() => call('POST /users/terms', { body }), {
    what: 'Accept the terms',
    done: 'Accepted. Thank you',
    reload: [userKeys.self],
  })
  const leave = () => {
    closeLive()
    void logOut()
  }
  return (
    <Dialog title={titleOf(legal)} opened={opened} onClose={onPutOff}>
      <DialogBody>
        {isOld(terms) && <Version what="terms" to="/terms" accepted={terms} />}
        {isOld(privacy) && <Version what="privacy notice" to="/privacy" accepted={privacy} />}
        <p>
          Until you accept, you cannot add a domain, list one, or make or accept an offer. Loans
          that run go on as agreed.
        </p>
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={leave}>
          Log Out
        </Button>
        <BusyButton busy={accept.busy} onClick={() => void accept.act()}>
          Accept
        </BusyButton>
      </DialogFooter>
    </Dialog>
  )
}

type VersionProps = { what: string; to: string; accepted: Accepted }

const Version = ({
  what,
  to,
  accepted: { version, accepted_version, accepted_at },
}: VersionProps) => (
  <p>
    Version {version} of the {what} is in force.{' '}
    {accepted_at && (
      <>
        You accepted version {accepted_version} on <TimeText at={accepted_at} />.{' '}
      </>
    )}
    <a href={to} target="_blank" rel="noreferrer">
      {accepted_at ? `Read the ${what} and what changed` : `Read the ${what}`}
    </a>
  </p>
)
