import { useState } from 'react'
import { pageTitle } from '../../shell/page/page-title.ts'
import { FreezePanel } from './freeze-panel.tsx'
import { LoginForm } from './login-form.tsx'
import { UnlockPanel } from './unlock-panel.tsx'
import { UnsubscribePanel } from './unsubscribe-panel.tsx'
import { useMailLink } from './use-mail-link.ts'

export const meta = pageTitle('Login')

export default function LoginTab() {
  const link = useMailLink()
  const [closed, setClosed] = useState(false)
  const close = () => setClosed(true)

  if (link?.kind === 'freeze' && !closed) return <FreezePanel token={link.token} />
  if (link?.kind === 'unlock' && !closed) return <UnlockPanel token={link.token} onDone={close} />
  if (link?.kind === 'unsubscribe') return <UnsubscribePanel token={link.token} />
  return <LoginForm />
}
