import { Button } from '@mantine/core'
import { centsOf, formatMoney } from '@pier/protocol/money'
import { IconCalendarPlus, IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { download } from '../../../../api/client/client.ts'
import type { Escrow } from '../../../../api/loans/loans.ts'
import { yourMove } from '../../../../loans/next-action/move-button.ts'
import { useAction } from '../../../../shell/action/use-action.ts'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import { saveFile } from '../../../../ui/file/save-file.ts'
import { VisuallyHidden } from '../../../../ui/display/visually-hidden.tsx'
import { type Ask, isOpen } from '../actions/loan-actions.ts'

type MoveButtonsProps = { escrow: Escrow; onAsk: Ask; onPay: () => void; paying: boolean }

/** The one button that answers the move, and beside it the other answer there is. */
export function MoveButtons(given: MoveButtonsProps) {
  const { escrow } = given
  const answer = escrow.your_move ? answerOf(escrow)?.(given) : null
  return (
    <>
      {answer}
      {escrow.due_at && <CalendarButton escrow={escrow} />}
    </>
  )
}

type Answer = (given: MoveButtonsProps) => ReactNode

/** Which button answers the move: by what the server says is to be done. */
const answerOf = ({ move: { action } }: Escrow): Answer | undefined =>
  action === null ? undefined : answers[action]

export const payeePath = '/app/settings#payment-details'

const answers: Partial<Record<NonNullable<Escrow['move']['action']>, Answer>> = {
  addAddress: () => <SettingsLink to="/app/settings#legal-address">Add your address</SettingsLink>,
  addPayee: () => <SettingsLink to={payeePath}>Add payment details</SettingsLink>,
  sign: ({ escrow }) => <SignLink escrow={escrow} />,
  transferIn: ({ escrow }) => <TransferLink escrow={escrow} />,
  reveal: (given) => (
    <>
      <PayButton {...given} />
      {given.escrow.phase === 'DEFAULT_NOTICED' && (
        <Plain {...given} kind="escalate" start="OBJECTION_TO_DEFAULT">
          Object
        </Plain>
      )}
    </>
  ),
  markPaid: (given) => <SentButtons {...given} />,
  confirmReceipt: (given) => <ReceiptButtons {...given} />,
  finalize: (given) =>
    given.escrow.phase === 'REPAYMENT_CLAIMED' ? (
      <RepaidButtons {...given} />
    ) : (
      <RepaidButton {...given} />
    ),
  confirmPayment: (given) => <Pair {...given} yes="confirmPayment" no="denyPayment" />,
  extend: (given) => <Pair {...given} yes="extend" no="declineExtension" />,
  claimDefault: (given) => <OverdueButtons {...given} />,
  refinance: ({ onAsk }) => (
    <Button vars={yourMove} onClick={() => onAsk('refinance')}>
      Confirm I was paid out
    </Button>
  ),
}

const SettingsLink = ({ to, children }: { to: string; children: string }) => (
  <Button component={Link} to={to} vars={yourMove}>
    {children}
  </Button>
)

const pairLabels = {
  confirmPayment: 'Confirm it came',
  denyPayment: 'It has not arrived',
  extend: 'Agree',
  declineExtension: 'Say no',
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

const moneyOf = ({ amount }: Escrow) => formatMoney(centsOf(amount))

function PayButton({ escrow, onPay, paying }: MoveButtonsProps) {
  if (!isOpen(escrow, 'reveal')) return null
  return (
    <BusyButton vars={yourMove} busy={paying} onClick={onPay}>
      I am paying now
    </BusyButton>
  )
}

const SentButtons = ({ escrow, onAsk }: MoveButtonsProps) => (
  <>
    {isOpen(escrow, 'markPaid') && (
      <Button vars={yourMove} onClick={() => onAsk('markPaid')}>
        I sent {moneyOf(escrow)}
      </Button>
    )}
    {isOpen(escrow, 'withdrawClaim') && (
      <Button variant="default" onClick={() => onAsk('withdrawClaim')}>
        I did not send it
      </Button>
    )}
  </>
)

const ReceiptButtons = ({ escrow, onAsk }: MoveButtonsProps) => (
  <>
    {isOpen(escrow, 'confirmReceipt') && (
      <Button vars={yourMove} onClick={() => onAsk('confirmReceipt')}>
        Confirm I received {moneyOf(escrow)}
      </Button>
    )}
    <Plain escrow={escrow} onAsk={onAsk} kind="escalate" start="FUNDING_NOT_RECEIVED">
      It has not arrived
    </Plain>
  </>
)

function RepaidButton({ escrow, onAsk }: MoveButtonsProps) {
  if (!isOpen(escrow, 'finalize')) return null
  return (
    <Button vars={yourMove} onClick={() => onAsk('finalize')}>
      Confirm I was repaid
    </Button>
  )
}

const RepaidButtons = ({ escrow, onAsk, ...rest }: MoveButtonsProps) => (
  <>
    <RepaidButton {...rest} escrow={escrow} onAsk={onAsk} />
    <Plain escrow={escrow} onAsk={onAsk} kind="escalate" start="REPAYMENT_NOT_RECEIVED">
      It has not arrived
    </Plain>
  </>
)

/** Three ways, and none of them is the one: nothing here is yellow. */
const OverdueButtons = ({ escrow, onAsk }: MoveButtonsProps) => (
  <>
    <Plain escrow={escrow} onAsk={onAsk} kind="proposeExtension">
      Propose an extension
    </Plain>
    {isOpen(escrow, 'claimDefault') && (
      <Button variant="default" onClick={() => onAsk('finalize', 'DEFAULT')}>
        Send default notice
      </Button>
    )}
  </>
)

type PlainProps = Pick<MoveButtonsProps, 'escrow' | 'onAsk'> & {
  kind: 'escalate' | 'proposeExtension'
  start?: string
  children: ReactNode
}

function Plain({ escrow, onAsk, kind, start, children }: PlainProps) {
  if (!isOpen(escrow, kind)) return null
  return (
    <Button variant="default" onClick={() => onAsk(kind, start)}>
      {children}
    </Button>
  )
}

function SignLink({ escrow }: { escrow: Escrow }) {
  const url = escrow.role === 'BORROWER' ? escrow.borrower_contract_url : escrow.lender_contract_url
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

const TransferLink = ({ escrow }: { escrow: Escrow }) => (
  <Button
    component={Link}
    to={`/app/my-domains/transfer-in?domain=${escrow.domain_id}`}
    vars={yourMove}
  >
    Transfer In
  </Button>
)

function CalendarButton({ escrow: { id } }: { escrow: Escrow }) {
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
