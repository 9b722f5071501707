import { Button } from '@mantine/core'
import { IconBan, IconCircleCheck, IconLinkOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ToSign } from '../../api/loans/agreements.ts'
import { DomainName } from '../../domains/domain-name.tsx'
import styles from './sign-screen.module.css'

export const Signed = ({ toSign }: { toSign: ToSign }) => (
  <End
    icon={<IconCircleCheck size={32} aria-hidden="true" />}
    look="good"
    title="Signed. You can close this tab"
    toSign={toSign}
  >
    {toSign.is_other_signed
      ? 'Both sides have signed. The signed PDF is sent to you by mail and stands at the loan.'
      : `${toSign.other_name} has not signed yet. We tell you when that is done.`}
  </End>
)

export const Closed = ({ toSign }: { toSign: ToSign }) => (
  <End
    icon={<IconBan size={32} aria-hidden="true" />}
    title="This agreement cannot be signed any more"
    toSign={toSign}
  >
    The loan was cancelled, or the time to sign is over. Nobody owes anything from it.
  </End>
)

export const Declined = () => (
  <End icon={<IconBan size={32} aria-hidden="true" />} title="The loan is cancelled">
    You have not signed. You can close this tab.
  </End>
)

export const WrongLink = () => (
  <End icon={<IconLinkOff size={32} aria-hidden="true" />} title="This link leads nowhere">
    It is wrong, or made for somebody else. Open the loan and press Sign Now there.
  </End>
)

type EndProps = {
  icon: ReactNode
  look?: 'good'
  title: string
  toSign?: ToSign
  children: ReactNode
}

function End({ icon, look, title, toSign, children }: EndProps) {
  return (
    <div aria-live="polite" className={styles.end} data-look={look}>
      {icon}
      <h1>{title}</h1>
      {toSign && <DomainName name={toSign.domain} size="title" />}
      <p>{children}</p>
      <Button
        component={Link}
        to={toSign ? `/app/escrow/${toSign.escrow_id}` : '/app'}
        variant="default"
      >
        {toSign ? 'Open the loan' : 'Go to the dashboard'}
      </Button>
    </div>
  )
}
