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
  /** Of a proposal that the reader made. */
  own?: { text: string; button: string; done: string }
  danger?: boolean
  work: (loan: Loan) => Promise<Loan>
}

const withdrawal = {
  text: 'Your proposal is withdrawn, and the other side is notified.',
  button: 'Withdraw proposal',
  done: 'Proposal withdrawn',
}

/** Actions that need only a confirmation. */
const confirmations = {
  cancel: {
    text: cancelText,
    button: 'Cancel Loan',
    leave: 'Keep loan',
    done: 'Loan cancelled',
    danger: true,
    work: (loan) => call('POST /escrow/:id/cancel', seen(loan)),
  },
  tender: {
    text: (loan) =>
      `You state that you tried to repay today and could not, because ${otherName(loan)} has no ` +
      'active payment details. No interest accrues from today until there are active details. ' +
      'You still owe the loan, so pay as soon as you can.',
    button: 'Record payment attempt',
    done: 'Payment attempt recorded',
    work: (loan) => call('POST /escrow/:id/tender', seen(loan)),
  },
  confirmPayment: {
    text: (loan) => `${partText(loan)} Confirming cannot be undone.`,
    button: 'Confirm receipt',
    done: 'Payment confirmed',
    work: (loan) => call('POST /escrow/:id/payments/confirm', seen(loan)),
  },
  denyPayment: {
    text: (loan) => `${partText(loan)} ${otherName(loan)} is notified that it has not arrived.`,
    button: 'Report as not received',
    done: 'Payment reported as not received',
    danger: true,
    work: (loan) => call('POST /escrow/:id/payments/deny', seen(loan)),
  },
  extend: {
    text: (loan) => `${extensionText(loan)} The loan file records who agreed and when.`,
    button: 'Accept extension',
    done: 'Due date extended',
    work: (loan) => call('POST /escrow/:id/extension/accept', seen(loan)),
  },
  declineExtension: {
    text: (loan) => `${extensionText(loan)} If you decline, the due date does not change.`,
    button: 'Decline',
    done: 'Extension declined',
    own: withdrawal,
    danger: true,
    work: (loan) => call('POST /escrow/:id/extension/decline', seen(loan)),
  },
  settle: {
    text: (loan) => `You both agree that ${settledText(loan)}. It takes effect at once.`,
    button: 'Accept settlement',
    done: 'Dispute settled',
    work: (loan) => call('POST /escrow/:id/settlement/accept', seen(loan)),
  },
  declineSettlement: {
    text: () => 'The dispute continues, and operators decide.',
    button: 'Decline',
    done: 'Settlement declined',
    own: withdrawal,
    danger: true,
    work: (loan) => call('POST /escrow/:id/settlement/decline', seen(loan)),
  },
  askToSell: {
    text: () =>
      `The domain is worth at least twice what is owed. You get ${limits.sellDays} more days, once, to sell it and repay from the proceeds.`,
    button: 'Request time to sell',
    done: 'Notice period extended',
    work: (loan) => call('POST /escrow/:id/sell', seen(loan)),
  },
  refinance: {
    text: ({ successor }) =>
      `You confirm that you received ${formatMoney(centsOf(successor?.payoff ?? 0))} from ` +
      `${successor?.lender_name ?? 'the other lender'}. Your loan ends, and their loan replaces it.`,
    button: 'Confirm payoff received',
    done: 'Loan complete',
    work: (loan) => call('POST /escrow/:id/refinance/confirm', seen(loan)),
  },
  confirmRest: {
    text: () => 'You confirm that you received what remains after the first lender was paid off.',
    button: 'Confirm I received the rest',
    done: 'Receipt confirmed',
    work: (loan) => call('POST /escrow/:id/refinance/rest', seen(loan)),
  },
} as const satisfies Partial<Record<QuestionKind, Confirmation>>

export type ConfirmKind = keyof typeof confirmations

export const isConfirm = (kind: QuestionKind): kind is ConfirmKind =>
  Object.hasOwn(confirmations, kind)

export function ConfirmForm({ kind, loan, frame }: LoanFormProps & { kind: ConfirmKind }) {
  const asked = asks(kind, loan)
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

function asks(kind: ConfirmKind, loan: Loan): Confirmation {
  const asked: Confirmation = confirmations[kind]
  const of = kind === 'declineExtension' ? 'EXTENSION' : 'SETTLEMENT'
  const isOwn = loan.proposals.some((each) => each.kind === of && each.by === loan.role)
  if (!asked.own || !isOwn) return asked
  const { text, ...own } = asked.own
  return { ...asked, ...own, text: () => text }
}

const seen = ({ id, version }: Loan) => ({ params: { id }, body: { version } })

function partText(loan: Loan): string {
  const part = loan.payments.find(({ kind, status }) => kind === 'PARTIAL' && status === 'CLAIMED')
  if (!part) return 'A partial payment was made.'
  const amount = formatMoney(centsOf(part.amount ?? 0))
  return `${loan.borrower_name} says that ${amount} was sent on ${fullDay(part.paid_on)}.`
}

function extensionText(loan: Loan): string {
  const proposal = loan.proposals.find(({ kind }) => kind === 'EXTENSION')
  if (!proposal?.due_on) return 'An extension is proposed.'
  const interest = proposal.pays_interest ? ' Interest accrued so far is paid now.' : ''
  return `The loan would be due on ${fullDay(proposal.due_on)}.${interest}`
}

function settledText({ proposals, role }: Loan): string {
  const proposal = proposals.find(({ kind, by }) => kind === 'SETTLEMENT' && by !== role)
  const known = Object.entries(outcomeText).find(([outcome]) => outcome === proposal?.outcome)
  return known?.[1] ?? 'the dispute ends as proposed'
}
