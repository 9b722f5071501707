import { Button } from '@mantine/core'
import { centsOf, formatMoney } from '@pier/protocol/money'
import { IconCalendarPlus, IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { download } from '../../../../api/client/client.ts'
import type { Loan } from '../../../../api/loans/loans.ts'
import { yourMove } from '../../../../loans/next-action/move-button.ts'
import { useAction } from '../../../../shell/action/use-action.ts'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import { saveFile } from '../../../../ui/file/save-file.ts'
import { VisuallyHidden } from '../../../../ui/display/visually-hidden.tsx'
import { type Ask, isOpen } from '../actions/loan-actions.ts'

type MoveButtonsProps = { loan: Loan; onAsk: Ask; onPay: () => void; paying: boolean }

/** The button for the next action, and beside it the alternative, if any. */
export function MoveButtons(given: MoveButtonsProps) {
  const { loan } = given
  const answer = loan.your_move ? answerOf(loan)?.(given) : null
  return (
    <>
      {answer}
      {loan.due_at && <CalendarButton loan={loan} />}
    </>
  )
}

type Answer = (given: MoveButtonsProps) => ReactNode

/** The server says which action is next; this picks its button. */
const answerOf = ({ move: { action } }: Loan): Answer | undefined =>
  action === null ? undefined : answers[action]

export const payeePath = '/app/settings#payment-details'

const answers: Partial<Record<NonNullable<Loan['move']['action']>, Answer>> = {
  addAddress: () => <SettingsLink to="/app/settings#legal-address">Add your address</SettingsLink>,
  addPayee: () => <SettingsLink to={payeePath}>Add payment details</SettingsLink>,
  sign: ({ loan }) => <SignLink loan={loan} />,
  transferIn: ({ loan }) => <TransferLink loan={loan} />,
  reveal: (given) => (
    <>
      <PayButton {...given} />
      {given.loan.phase === 'DEFAULT_NOTICED' && (
        <Plain {...given} kind="escalate" start="OBJECTION_TO_DEFAULT">
          Object
        </Plain>
      )}
    </>
  ),
  markPaid: (given) => <SentButtons {...given} />,
  confirmReceipt: (given) => <ReceiptButtons {...given} />,
  finalize: (given) =>
    given.loan.phase === 'REPAYMENT_CLAIMED' ? (
      <RepaidButtons {...given} />
    ) : (
      <RepaidButton {...given} />
    ),
  confirmPayment: (given) => <Pair {...given} yes="confirmPayment" no="denyPayment" />,
  extend: (given) => <Pair {...given} yes="extend" no="declineExtension" />,
  claimDefault: (given) => <OverdueButtons {...given} />,
  refinance: ({ onAsk }) => (
    <Button vars={yourMove} onClick={() => onAsk('refinance')}>
      Confirm payoff received
    </Button>
  ),
}

const SettingsLink = ({ to, children }: { to: string; children: string }) => (
  <Button component={Link} to={to} vars={yourMove}>
    {children}
  </Button>
)

const pairLabels = {
  confirmPayment: 'Confirm receipt',
  denyPayment: 'Report as not received',
  extend: 'Accept',
  declineExtension: 'Decline',
} as const
type PairProps = MoveButtonsProps & {
  yes: 'confirmPayment' | 'extend'
  no: 'denyPayment' | 'declineExtension'
}

const Pair = ({ onAsk, yes, no }: PairProps) => (
  <>
    <Button vars={yourMove} onClick={() => onAsk(yes)}>
      {pairLabels[yes]}
    </Button>
    <Button variant="default" onClick={() => onAsk(no)}>
      {pairLabels[no]}
    </Button>
  </>
)

const moneyOf = ({ amount }: Loan) => formatMoney(centsOf(amount))

function PayButton({ loan, onPay, paying }: MoveButtonsProps) {
  if (!isOpen(loan, 'reveal')) return null
  return (
    <BusyButton vars={yourMove} busy={paying} onClick={onPay}>
      I am paying now
    </BusyButton>
  )
}

const SentButtons = ({ loan, onAsk }: MoveButtonsProps) => (
  <>
    {isOpen(loan, 'markPaid') && (
      <Button vars={yourMove} onClick={() => onAsk('markPaid')}>
        I sent {moneyOf(loan)}
      </Button>
    )}
    {isOpen(loan, 'withdrawClaim') && (
      <Button variant="default" onClick={() => onAsk('withdrawClaim')}>
        I did not send it
      </Button>
    )}
  </>
)

const ReceiptButtons = ({ loan, onAsk }: MoveButtonsProps) => (
  <>
    {isOpen(loan, 'confirmReceipt') && (
      <Button vars={yourMove} onClick={() => onAsk('confirmReceipt')}>
        Confirm I received {moneyOf(loan)}
      </Button>
    )}
    <Plain loan={loan} onAsk={onAsk} kind="escalate" start="FUNDING_NOT_RECEIVED">
      Report as not received
    </Plain>
  </>
)

function RepaidButton({ loan, onAsk }: MoveButtonsProps) {
  if (!isOpen(loan, 'finalize')) return null
  return (
    <Button vars={yourMove} onClick={() => onAsk('finalize')}>
      Confirm I was repaid
    </Button>
  )
}

const RepaidButtons = ({ loan, onAsk, ...rest }: MoveButtonsProps) => (
  <>
    <RepaidButton {...rest} loan={loan} onAsk={onAsk} />
    <Plain loan={loan} onAsk={onAsk} kind="escalate" start="REPAYMENT_NOT_RECEIVED">
      Report as not received
    </Plain>
  </>
)

/** Two equal choices, so neither of them is yellow. */
const OverdueButtons = ({ loan, onAsk }: MoveButtonsProps) => (
  <>
    <Plain loan={loan} onAsk={onAsk} kind="proposeExtension">
      Propose an extension
    </Plain>
    {isOpen(loan, 'claimDefault') && (
      <Button variant="default" onClick={() => onAsk('finalize', 'DEFAULT')}>
        Send default notice
      </Button>
    )}
  </>
)

type PlainProps = Pick<MoveButtonsProps, 'loan' | 'onAsk'> & {
  kind: 'escalate' | 'proposeExtension'
  start?: string
  children: ReactNode
}

function Plain({ loan, onAsk, kind, start, children }: PlainProps) {
  if (!isOpen(loan, kind)) return null
  return (
    <Button variant="default" onClick={() => onAsk(kind, start)}>
      {children}
    </Button>
  )
}

function SignLink({ loan }: { loan: Loan }) {
  const url = loan.role === 'BORROWER' ? loan.borrower_contract_url : loan.lender_contract_url
  if (!url) return null
  return (
    <Button
      component="a"
      href={url}
      target="_blank"
      rel="noreferrer"
      vars={yourMove}
      leftSection={<IconExternalLink size={18} aria-hidden="true" />}
    >
      Sign Now
      <VisuallyHidden> (in a new tab)</VisuallyHidden>
    </Button>
  )
}

const TransferLink = ({ loan }: { loan: Loan }) => (
  <Button
    component={Link}
    to={`/app/my-domains/transfer-in?domain=${loan.domain_id}`}
    vars={yourMove}
  >
    Transfer In
  </Button>
)

function CalendarButton({ loan: { id } }: { loan: Loan }) {
  const saving = useAction(() => download('GET /escrow/:id/calendar.ics', { params: { id } }), {
    what: 'Download the dates of a loan',
    onDone: ({ name, content }) => saveFile(name, content),
  })
  return (
    <BusyButton
      variant="subtle"
      size="xs"
      leftSection={<IconCalendarPlus size={18} aria-hidden="true" />}
      busy={saving.busy}
      onClick={() => void saving.act()}
    >
      Calendar file
    </BusyButton>
  )
}
