import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { call } from '../api/client/client.ts'
import { useAction } from '../shell/action/use-action.ts'
import { Notice } from '../ui/feedback/notice.tsx'

export function VerifyEmailNotice({ email }: { email: string }) {
  const { busy, act } = useAction(() => call('POST /users/verify-email/resend'), {
    what: 'Send the verification link again',
    done: 'Check your email',
  })
  const resend = (
    <Button variant="default" size="xs" aria-busy={busy} onClick={() => void act()}>
      Send the link again
    </Button>
  )
  return (
    <Notice icon={<IconMail size={20} aria-hidden="true" />} action={resend}>
      Verify your email. We sent a link to {email}. Domain transfers, loans and withdrawals are
      locked until you verify.
    </Notice>
  )
}
