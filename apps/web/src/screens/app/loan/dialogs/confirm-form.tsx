import { outcomeText } from '@pier/protocol/loans/disputes'
import { limits } from '@pier/protocol/limits'
import { centsOf, formatMoney } from '@pier/protocol/money'
import { call } from '../../../../api/client/client.ts'
import type { Loan } from '../../../../api/loans/loans.ts'
import { fullDay } from '../../../../text/date-text.ts'
import { cancelText } from '../actions/action-text.ts'
import { DialogForm, type LoanFormProps } from './dialog-form.tsx'
import { otherName, type QuestionKind } from '../actions/loan-actions.ts'
import { useLoanForm } from './use-loan-form.ts'

type Confirmation = {
  text: (loan: Loan) => string
  button: string
  done: string
  leave?: string
  danger?: boolean
  work: (loan: Loan) => Promise<Loan>
}

/** Actions that need only a confirmation. */
const confirmations = {
  cancel: {
    text: cancelText,
    button: 'Cancel Loan',
    leave: 'Keep the loan',
    done: 'Loan cancelled',
    danger: true,
    work: (loan) => call('POST /escrow/:id/cancel', seen(loan)),
  },
  tender: {
    text: (loan) =>
      `You say that you tried to repay today and could not, because ${otherName(loan)} has no ` +
      'payment details in force. No interest runs from today until there are. You still owe the loan, ' +
      'and pay once you can.',
    button: 'Record my attempt',
    done: 'Attempt recorded',
    work: (loan) => call('POST /escrow/:id/tender', seen(loan)),
  },
  confirmPayment: {
    text: (loan) => `${partText(loan)} Confirming cannot be undone.`,
    button: 'Confirm it came',
    done: 'Payment confirmed',
    work: (loan) => call('POST /escrow/:id/payments/confirm', seen(loan)),
  },
  denyPayment: {
    text: (loan) => `${partText(loan)} ${otherName(loan)} is told that it has not arrived.`,
    button: 'It has not arrived',
    done: 'Payment not confirmed',
    danger: true,
    work: (loan) => call('POST /escrow/:id/payments/deny', seen(loan)),
  },
  extend: {
    text: (loan) =>
      `${extensionText(loan)} It becomes part of the loan file, with who agreed and when.`,
    button: 'Agree to the later date',
    done: 'Due date moved',
    work: (loan) => call('POST /escrow/:id/extension/accept', seen(loan)),
  },
  declineExtension: {
    text: (loan) => `${extensionText(loan)} Without it, the due date stays as it is.`,
    button: 'Say no',
    done: 'The due date stays',
    danger: true,
    work: (loan) => call('POST /escrow/:id/extension/decline', seen(loan)),
  },
  settle: {
    text: (loan) => `You both agree that ${settledText(loan)}. It takes effect at once.`,
    button: 'Agree',
    done: 'Dispute settled',
    work: (loan) => call('POST /escrow/:id/settlement/accept', seen(loan)),
  },
  declineSettlement: {
    text: () => 'The dispute goes on, and operators decide.',
    button: 'Say no',
    done: 'Settlement declined',
    danger: true,
    work: (loan) => call('POST /escrow/:id/settlement/decline', seen(loan)),
  },
  askToSell: {
    text: () =>
      `The domain is worth at least twice what is owed. You get ${limits.sellDays} more days, once, to sell it and repay from the price.`,
    button: 'Ask for the time',
    done: 'The notice ends later',
    work: (loan) => call('POST /escrow/:id/sell', seen(loan)),
  },
  refinance: {
    text: ({ successor }) =>
      `You say that ${formatMoney(centsOf(successor?.payoff ?? 0))} came from ` +
      `${successor?.lender_name ?? 'the other lender'}. Your loan ends, and theirs takes its place.`,
    button: 'Confirm I was paid out',
    done: 'Loan complete',
    work: (loan) => call('POST /escrow/:id/refinance/confirm', seen(loan)),
  },
  confirmRest: {
    text: () => 'You say that you received what remains after the first lender was paid out.',
    button: 'Confirm I received it',
    done: 'Receipt confirmed',
    work: (loan) => call('POST /escrow/:id/refinance/rest', seen(loan)),
  },
} as const satisfies Partial<Record<QuestionKind, Confirmation>>

export type ConfirmKind = keyof typeof confirmations

export const isConfirm = (kind: QuestionKind): kind is ConfirmKind =>
  Object.hasOwn(confirmations, kind)

export function ConfirmForm({ kind, loan, frame }: LoanFormProps & { kind: ConfirmKind }) {
  const asked: Confirmation = confirmations[kind]
  const form = useLoanForm(frame, {
    checks: {},
    what: `${asked.button}: ${loan.domain}`,
    work: () => asked.work(loan),
    done: asked.done,
  })
  return (
    <DialogForm
      loan={loan}
      frame={frame}
      form={form}
      button={asked.button}
      {...(asked.leave && { leave: asked.leave })}
      {...(asked.danger && { danger: true })}
    >
      <p>{asked.text(loan)}</p>
    </DialogForm>
  )
}

const seen = ({ id, version }: Loan) => ({ params: { id }, body: { version } })

function partText(loan: Loan): string {
  const part = loan.payments.find(({ kind, status }) => kind === 'PARTIAL' && status === 'CLAIMED')
  if (!part) return 'A part was paid.'
  const amount = formatMoney(centsOf(part.amount ?? 0))
  return `${loan.borrower_name} says that ${amount} was sent on ${fullDay(part.paid_on)}.`
}

function extensionText(loan: Loan): string {
  const proposal = loan.proposals.find(({ kind }) => kind === 'EXTENSION')
  if (!proposal?.due_on) return 'A later due date is proposed.'
  const interest = proposal.pays_interest ? ' Interest so far is paid at once.' : ''
  return `The loan would be due on ${fullDay(proposal.due_on)}.${interest}`
}

function settledText({ proposals, role }: Loan): string {
  const proposal = proposals.find(({ kind, by }) => kind === 'SETTLEMENT' && by !== role)
  const known = Object.entries(outcomeText).find(([outcome]) => outcome === proposal?.outcome)
  return known?.[1] ?? 'the dispute ends as proposed'
}
