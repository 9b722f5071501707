import { outcomeText } from '@pier/protocol/loans/disputes'
import { limits } from '@pier/protocol/limits'
import { centsOf, formatMoney } from '@pier/protocol/money'
import { call } from '../../../../api/client/client.ts'
import type { Escrow } from '../../../../api/loans/loans.ts'
import { fullDay } from '../../../../text/date-text.ts'
import { cancelText } from '../actions/action-text.ts'
import { DialogForm, type LoanFormProps } from './dialog-form.tsx'
import { otherName, type QuestionKind } from '../actions/loan-actions.ts'
import { useLoanForm } from './use-loan-form.ts'

type Confirmation = {
  text: (escrow: Escrow) => string
  button: string
  done: string
  leave?: string
  danger?: boolean
  work: (escrow: Escrow) => Promise<Escrow>
}

/** What needs one yes and no more. */
const confirmations = {
  cancel: {
    text: cancelText,
    button: 'Cancel Loan',
    leave: 'Keep the loan',
    done: 'Loan cancelled',
    danger: true,
    work: (escrow) => call('POST /escrow/:id/cancel', seen(escrow)),
  },
  tender: {
    text: (escrow) =>
      `You say that you tried to repay today and could not, because ${otherName(escrow)} has no ` +
      'payment details in force. No interest runs from today until there are. You still owe the loan, ' +
      'and pay once you can.',
    button: 'Record my attempt',
    done: 'Attempt recorded',
    work: (escrow) => call('POST /escrow/:id/tender', seen(escrow)),
  },
  confirmPayment: {
    text: (escrow) => `${partWords(escrow)} Confirming cannot be undone.`,
    button: 'Confirm it came',
    done: 'Payment confirmed',
    work: (escrow) => call('POST /escrow/:id/payments/confirm', seen(escrow)),
  },
  denyPayment: {
    text: (escrow) => `${partWords(escrow)} ${otherName(escrow)} is told that it has not arrived.`,
    button: 'It has not arrived',
    done: 'Payment not confirmed',
    danger: true,
    work: (escrow) => call('POST /escrow/:id/payments/deny', seen(escrow)),
  },
  extend: {
    text: (escrow) =>
      `${extensionWords(escrow)} It becomes part of the loan file, with who agreed and when.`,
    button: 'Agree to the later date',
    done: 'Due date moved',
    work: (escrow) => call('POST /escrow/:id/extension/accept', seen(escrow)),
  },
  declineExtension: {
    text: (escrow) => `${extensionWords(escrow)} Without it, the due date stays as it is.`,
    button: 'Say no',
    done: 'The due date stays',
    danger: true,
    work: (escrow) => call('POST /escrow/:id/extension/decline', seen(escrow)),
  },
  settle: {
    text: (escrow) => `You both agree that ${settledWords(escrow)}. It takes effect at once.`,
    button: 'Agree',
    done: 'Dispute settled',
    work: (escrow) => call('POST /escrow/:id/settlement/accept', seen(escrow)),
  },
  declineSettlement: {
    text: () => 'The dispute goes on, and operators decide.',
    button: 'Say no',
    done: 'Settlement declined',
    danger: true,
    work: (escrow) => call('POST /escrow/:id/settlement/decline', seen(escrow)),
  },
  askToSell: {
    text: () =>
      `The domain is worth at least twice what is owed. You get ${limits.sellDays} more days, once, to sell it and repay from the price.`,
    button: 'Ask for the time',
    done: 'The notice ends later',
    work: (escrow) => call('POST /escrow/:id/sell', seen(escrow)),
  },
  refinance: {
    text: ({ successor }) =>
      `You say that ${formatMoney(centsOf(successor?.payoff ?? 0))} came from ` +
      `${successor?.lender_name ?? 'the other lender'}. Your loan ends, and theirs takes its place.`,
    button: 'Confirm I was paid out',
    done: 'Loan complete',
    work: (escrow) => call('POST /escrow/:id/refinance/confirm', seen(escrow)),
  },
  confirmRest: {
    text: () => 'You say that you received what remains after the first lender was paid out.',
    button: 'Confirm I received it',
    done: 'Receipt confirmed',
    work: (escrow) => call('POST /escrow/:id/refinance/rest', seen(escrow)),
  },
} as const satisfies Partial<Record<QuestionKind, Confirmation>>

export type ConfirmKind = keyof typeof confirmations

export const isConfirm = (kind: QuestionKind): kind is ConfirmKind =>
  Object.hasOwn(confirmations, kind)

export function ConfirmForm({ kind, escrow, frame }: LoanFormProps & { kind: ConfirmKind }) {
  const asked: Confirmation = confirmations[kind]
  const form = useLoanForm(frame, {
    checks: {},
    what: `${asked.button}: ${escrow.domain}`,
    work: () => asked.work(escrow),
    done: asked.done,
  })
  return (
    <DialogForm
      escrow={escrow}
      frame={frame}
      form={form}
      button={asked.button}
      {...(asked.leave && { leave: asked.leave })}
      {...(asked.danger && { danger: true })}
    >
      <p>{asked.text(escrow)}</p>
    </DialogForm>
  )
}

const seen = ({ id, version }: Escrow) => ({ params: { id }, body: { version } })

function partWords(escrow: Escrow): string {
  const part = escrow.payments.find(
    ({ kind, status }) => kind === 'PARTIAL' && status === 'CLAIMED',
  )
  if (!part) return 'A part was paid.'
  const amount = formatMoney(centsOf(part.amount ?? 0))
  return `${escrow.borrower_name} says that ${amount} was sent on ${fullDay(part.paid_on)}.`
}

function extensionWords(escrow: Escrow): string {
  const proposal = escrow.proposals.find(({ kind }) => kind === 'EXTENSION')
  if (!proposal?.due_on) return 'A later due date is proposed.'
  const interest = proposal.pays_interest ? ' Interest so far is paid at once.' : ''
  return `The loan would be due on ${fullDay(proposal.due_on)}.${interest}`
}

function settledWords({ proposals, role }: Escrow): string {
  const proposal = proposals.find(({ kind, by }) => kind === 'SETTLEMENT' && by !== role)
  const known = Object.entries(outcomeText).find(([outcome]) => outcome === proposal?.outcome)
  return known?.[1] ?? 'the dispute ends as proposed'
}
