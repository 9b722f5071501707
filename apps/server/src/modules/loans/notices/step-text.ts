/** One line on what happened, for one party. The history shows the same text. */
import { outcomeText } from '@pier/protocol/loans/disputes'
import type { LoanAction, LoanActor, Outcome, Party } from '@pier/protocol/lifecycles/loan'
import type { NotificationKind } from '@pier/protocol/notification-kinds'
import { sayDate } from '@pier/protocol/say-time'
import type { Json } from '../../../platform/crypto/canonical.ts'
import type { Loan } from '../facts/loans.repository.ts'

type Happened = {
  step: {
    action: LoanAction
    actor: LoanActor
    outcome?: Outcome | undefined
    data?: { [key: string]: Json } | undefined
  }
  before: Pick<Loan, 'phase'>
  loan: Pick<Loan, 'status' | 'rail'>
  role: Party | null
  names: Record<Party, string>
}
type Say = (who: string, happened: Happened) => string

const outcomeOf = ({ step }: Happened) => (step.outcome ? outcomeText[step.outcome] : '')

const dueText = (data: Happened['step']['data']) =>
  typeof data?.dueOn === 'string' ? `${sayDate(data.dueOn)} as due date` : 'a later due date'

const interestText = (data: Happened['step']['data']) =>
  data?.paysInterest === false ? '' : '. Interest so far is paid now'

type Told = { kind: NotificationKind; say: Say }

const loans = (say: Say): Told => ({ kind: 'loans', say })
const payments = (say: Say): Told => ({ kind: 'payments', say })
const defaults = (say: Say): Told => ({ kind: 'defaults', say })

/** The text and the kind of notification of each action. `who` is "You" or a name. */
const told: Record<LoanAction, Told> = {
  sign: loans((who) => `${who} signed the agreement`),
  begin: loans((_, { loan }) =>
    loan.status === 'NEW'
      ? 'Both sides have signed. Next: transfer of the domain to us'
      : 'Both sides have signed. The domain is already in custody',
  ),
  cancel: loans((who, { step }) =>
    step.actor === 'SYSTEM'
      ? 'Loan cancelled because the loan it should replace has ended'
      : `${who} cancelled the loan`,
  ),
  lapse: loans(() => 'Loan cancelled because the deadline passed'),
  startTransfer: loans(() => 'Transfer in started'),
  failTransfer: loans(() => 'Transfer in failed'),
  receiveDomain: loans(() => 'The domain is in custody and locked'),
  reveal: payments((who, { before }) =>
    before.phase === 'AWAITING_PAYMENT' || before.phase === 'PAYMENT_WINDOW'
      ? `${who} opened the payment details. Cancel is blocked for 72 hours`
      : `${who} opened the payment details to repay`,
  ),
  closeWindow: payments(() => 'The 72 hours ended without a payment. Cancel is available again'),
  markPaid: payments((who, { step }) =>
    step.actor === 'LENDER' ? `${who} marked the loan paid` : `${who} received the loan money`,
  ),
  confirmReceipt: payments((who) => `${who} confirmed receipt of the loan money`),
  withdrawClaim: payments((who) => `${who} said that no payment was sent`),
  recordPayment: payments((who) => `${who} recorded a partial payment`),
  confirmPayment: payments((who, { step }) =>
    step.data?.leftCents === 0
      ? `${who} confirmed a partial payment. Nothing more is owed`
      : `${who} confirmed a partial payment`,
  ),
  denyPayment: payments((who) => `${who} said that the partial payment did not arrive`),
  finalize: payments((who, { step }) =>
    step.actor === 'LENDER'
      ? `${who} confirmed repayment. The domain is released`
      : `${who} marked the loan repaid`,
  ),
  tender: payments(
    (who) => `${who} tried to repay and could not. No interest accrues from that day`,
  ),
  proposeExtension: loans(
    (who, { step: { data } }) => `${who} proposed ${dueText(data)}${interestText(data)}`,
  ),
  declineExtension: loans((who) => `${who} declined the later due date`),
  extend: loans(
    (who, { step: { data } }) => `${who} agreed to ${dueText(data)}${interestText(data)}`,
  ),
  seekRefinance: loans((who) => `${who} is looking for another lender to refinance the loan`),
  confirmRest: loans((who) => `${who} received the rest after the payout of the first lender`),
  refinance: loans(
    (who) => `${who} confirmed the payout. The loan is refinanced by another lender`,
  ),
  takeOver: loans(() => 'The loan has replaced the one before it and is running'),
  claimDefault: defaults((who) => `${who} sent a default notice`),
  surrender: defaults((who) => `${who} surrendered the domain for the debt`),
  askToSell: defaults((who) => `${who} asked for time to sell the domain and settle`),
  endNotice: defaults(
    () => 'The notice period ended without an answer. Two operators check the file',
  ),
  seize: defaults(() => 'The domain has gone to the lender. The debt is closed'),
  escalate: defaults((who, { step }) =>
    step.actor === 'SYSTEM'
      ? 'No answer in time. Operators review the case'
      : `${who} called an operator`,
  ),
  stayDormant: defaults(() => 'No activity for 90 days. Operators review the case'),
  proposeSettlement: defaults((who) => `${who} proposed a settlement`),
  declineSettlement: defaults((who) => `${who} declined the settlement`),
  settle: defaults((who, happened) => `${who} agreed to settle: ${outcomeOf(happened)}`),
  rule: defaults((_, happened) => `Two operators ruled: ${outcomeOf(happened)}`),
  seizeForPlatform: defaults(() => 'The domain was taken from both sides by legal order'),
}

export function headlineOf(happened: Happened): string {
  const { step, role, names } = happened
  const isParty = step.actor === 'BORROWER' || step.actor === 'LENDER'
  const name = isParty ? names[step.actor as Party] : 'An operator'
  return told[step.action].say(step.actor === role ? 'You' : name, happened)
}

export const noticeKindOf = (action: LoanAction): NotificationKind => told[action].kind

/** Events that are no transitions. */
const notes: Record<string, (who: string) => string> = {
  accept: (who) => `${who} accepted the offer`,
  remind: () => 'Reminder sent',
  stopClock: () => 'The clock is stopped because the notice could not be delivered',
  addStoppedTime: () => 'The clock was stopped. Dates moved by whole days, without interest',
  givePayee: (who) => `${who} gave payment details`,
  changePayee: (who) => `${who} changed payment details. They apply after 24 hours`,
  keepPayee: (who) => `${who} cancelled the change of payment details`,
  message: (who) => `${who} wrote a message`,
  evidence: (who) => `${who} added an exhibit`,
  nameservers: (who) => `${who} changed the nameservers`,
  writeLetter: () => 'We confirmed it in writing',
  writeAnnex: () => 'The change was added to the agreement as an annex',
  prepareAgreement: () => 'The agreement was created',
  sealAgreement: () => 'The signed agreement was e-sealed',
  link: () => 'Another lender will refinance the loan. The payoff is fixed',
  stopClocks: () => 'An operator stopped the clock',
  noticeOutage: () => 'The clock is stopped because of an outage',
  startClocks: () => 'An operator restarted the clock',
  statement: (who) => `${who} made a statement`,
  reply: (who) => `${who} replied to the other side's statement`,
  ask: () => 'An operator asked a question',
  answer: (who) => `${who} answered a question`,
  announceRuling: () => 'Two operators announced a ruling. Both sides can appeal',
  acceptRuling: (who) => `${who} accepted the ruling`,
  appeal: (who) => `${who} appealed the ruling. Two other operators review it`,
  placeHold: () => 'The domain was put on hold',
  liftHold: () => 'The hold was lifted by two operators',
  nameDrift: () => 'The domain was changed at the registry. It is on hold',
  nameAskedAway: () => 'Another registrar requests the domain',
  renewalUnpaid: () => 'The renewal of the domain is not paid yet',
  renewalFailed: () => 'The registry did not renew the domain',
  renewed: () => 'The domain was renewed',
  nameserversRefused: () => 'The registry rejected the new nameservers. The old ones stay',
  advance: (who) => `${who} is renewing the domain from their own balance`,
  advanceDone: () => 'The domain was renewed. The fee is added to the debt, without interest',
  advanceVoided: () => 'The renewal advance was cancelled. Nothing is added to the debt',
  download: (who) => `${who} downloaded the loan file`,
}

export function noteText(
  action: string,
  actor: LoanActor,
  { role, names }: { role: Party | null; names: Record<Party, string> },
): string {
  const isParty = actor === 'BORROWER' || actor === 'LENDER'
  const who = actor === role ? 'You' : isParty ? names[actor] : 'We'
  return notes[action]?.(who) ?? 'An event was recorded'
}
