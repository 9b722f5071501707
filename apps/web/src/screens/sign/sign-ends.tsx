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
      ? 'Both sides have signed. We email you the signed PDF. It is also on the loan page.'
      : `${toSign.other_name} has not signed yet. We notify you when they have.`}
  </End>
)

export const Closed = ({ toSign }: { toSign: ToSign }) => (
  <End
    icon={<IconBan size={32} aria-hidden="true" />}
    title="This agreement can no longer be signed"
    toSign={toSign}
  >
    The loan was cancelled, or the signing deadline has passed. Nobody owes anything.
  </End>
)

export const Declined = () => (
  <End icon={<IconBan size={32} aria-hidden="true" />} title="The loan is cancelled">
    You have not signed. You can close this tab.
  </End>
)

export const WrongLink = () => (
  <End icon={<IconLinkOff size={32} aria-hidden="true" />} title="This link does not work">
    It is incomplete or for another person. Open the loan and select Sign Now.
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
