import { Button } from '@mantine/core'
import { transactionTypes } from '@pier/protocol/labels'
import { centsOf, formatMoney } from '@pier/protocol/money'
import { IconCircleCheck, IconClock, IconInfoCircle, IconWallet } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type Transaction, useTransactions } from '../../../api/transactions.ts'
import { type Purpose, purposeText } from '../../../money/top-up.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'

type PaymentNoticeProps = { purpose: Purpose | null }

/** What became of a payment, in the window it was made in and in the one that opened it. */
export function PaymentNotice({ purpose }: PaymentNoticeProps) {
  const { data } = useTransactions(1)
  return (
    <div aria-live="polite">
      {data && <Outcome purpose={purpose} topUps={data.transactions.filter(isTopUp)} />}
    </div>
  )
}

const isTopUp = ({ type }: Transaction) => type === transactionTypes.top_up
const isDone = ({ status }: Transaction) => status === 'DONE'

/** The money may arrive before or after the user returns from the payment page. */
function Outcome({ purpose, topUps }: PaymentNoticeProps & { topUps: Transaction[] }) {
  const [search] = useSearchParams()
  const outcome = search.get('payment')
  const [before] = useState(() => new Set(topUps.filter(isDone).map(({ id }) => id)))
  const [newest] = topUps
  const isBack = outcome === 'done'
  const fresh = topUps.find((line) => isDone(line) && !before.has(line.id))
  const received = fresh ?? (isBack && newest && isDone(newest) ? newest : undefined)

  if (received) return <Received receivedCents={centsOf(received.amount)} purpose={purpose} />
  if (outcome === 'cancelled') {
    return <Calm>The payment was cancelled. Nothing was charged.</Calm>
  }
  if (isBack && newest?.status === 'FAILED') {
    return <Calm>We received nothing for this payment, so your balance did not change.</Calm>
  }
  if (isBack) {
    return (
      <Notice icon={<IconClock size={18} aria-hidden="true" />}>
        Your balance goes up once the provider confirms the payment. This page updates
        automatically.
      </Notice>
    )
  }
  return purpose && <Missing purpose={purpose} />
}

type ReceivedProps = PaymentNoticeProps & { receivedCents: number }

function Received({ receivedCents, purpose }: ReceivedProps) {
  const missingCents = purpose ? purpose.missingCents - receivedCents : 0
  const back = purpose && (
    <Button component={Link} to={purpose.back} size="xs">
      Back to {purposeText(purpose)}
    </Button>
  )
  return (
    <Notice icon={<IconCircleCheck size={18} aria-hidden="true" />} action={back}>
      Received {formatMoney(receivedCents)}
      {purpose && missingCents > 0 && (
        <>
          . You need {formatMoney(missingCents)} more for {purposeText(purpose)}.
        </>
      )}
    </Notice>
  )
}

const Missing = ({ purpose }: { purpose: Purpose }) => (
  <Notice
    icon={<IconWallet size={18} aria-hidden="true" />}
    action={
      <Button component={Link} to={purpose.back} variant="default" size="xs">
        Back to {purposeText(purpose)}
      </Button>
    }
  >
    You need {formatMoney(purpose.missingCents)} more for {purposeText(purpose)}. We filled in the
    amount below.
  </Notice>
)

const Calm = ({ children }: { children: string }) => (
  <Notice icon={<IconInfoCircle size={18} aria-hidden="true" />}>{children}</Notice>
)
