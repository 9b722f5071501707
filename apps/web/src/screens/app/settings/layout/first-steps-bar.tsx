import { Button } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { type Payee, type Self, usePayees } from '../../../../api/users.ts'
import { isFromSteps } from '../../../../shell/address/from-steps.ts'
import { Notice } from '../../../../ui/feedback/notice.tsx'

/** For whoever comes from the checklist: the way back, taken by itself once the step is done. */
export function FirstStepsBar({ self }: { self: Self }) {
  const { state, hash } = useLocation()
  const navigate = useNavigate()
  const payees = usePayees().data?.details
  const isDone = readDone(hash, self, payees)
  const before = useRef(isDone)
  // The recovery codes of two-step login are to be kept first.
  const goesBack = isFromSteps(state) && hash !== '#two-step-login'
  useEffect(() => {
    const isJustDone = before.current === false && isDone === true
    before.current = isDone
    if (isJustDone && goesBack) void navigate('/app')
  }, [isDone, goesBack, navigate])

  if (!isFromSteps(state)) return null
  const back = (
    <Button component={Link} to="/app" size="xs" variant={isDone ? 'filled' : 'default'}>
      Back to the dashboard
    </Button>
  )
  return (
    <Notice icon={<IconListCheck size={20} aria-hidden="true" />} action={back}>
      {isDone
        ? 'This step is done. The next one waits on the dashboard.'
        : 'This is one of your first steps. The next one waits on the dashboard.'}
    </Notice>
  )
}

function readDone(hash: string, self: Self, payees: Payee[] | undefined): boolean | undefined {
  if (hash === '#legal-address') return self.address1 !== ''
  if (hash === '#two-step-login') return self.mfa_enabled
  return payees && payees.length > 0
}
