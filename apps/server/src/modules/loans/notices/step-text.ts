/** One line on what happened, for one party. The history shows the same text. */
import { outcomeText } from '@pier/protocol/loans/disputes'
import type { LoanAction, LoanActor, Outcome, Party } from '@pier/protocol/lifecycles/loan'
import type { NotificationKind } from '@pier/protocol/notification-kinds'
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

const interestText = (data: Happened['step']['data']) =>
  data?.paysInterest === false ? '' : '. Interest so far is paid at once'

type Told = { kind: NotificationKind; say: Say }

const loans = (say: Say): Told => ({ kind: 'loans', say })
const payments = (say: Say): Told => ({ kind: 'payments', say })
const defaults = (say: Say): Told => ({ kind: 'defaults', say })

/** The text and the kind of notification of each action. `who` is "You" or a name. */
const told: Record<LoanAction, Told> = {
  sign: loans((who) => `${who} signed the agreement`),
  begin: loans((_, { loan }) =>
    loan.status === 'NEW'
      ? 'Both have signed. The domain comes to us next'
      : 'Both have signed, and the domain is with us',
  ),
  cancel: loans((who, { step }) =>
    step.actor === 'SYSTEM'
      ? 'The loan is cancelled, because the one before it has ended'
      : `${who} cancelled the loan`,
  ),
  lapse: loans(() => 'The loan is cancelled, because the time ran out'),
  startTransfer: loans(() => 'The transfer to us has begun'),
  failTransfer: loans(() => 'The transfer did not go through'),
  receiveDomain: loans(() => 'The domain has arrived in custody, locked'),
  reveal: payments((who, { before }) =>
    before.phase === 'AWAITING_PAYMENT' || before.phase === 'PAYMENT_WINDOW'
      ? `${who} opened the payment details. Cancel waits for 72 hours`
      : `${who} opened the payment details to repay`,
  ),
  closeWindow: payments(() => 'The 72 hours are over without a payment. Cancel is open again'),
  markPaid: payments((who, { step }) =>
    step.actor === 'LENDER' ? `${who} marked the loan paid` : `${who} received the loan money`,
  ),
  confirmReceipt: payments((who) => `${who} confirmed that the loan money came`),
  withdrawClaim: payments((who) => `${who} said that nothing was sent`),
  recordPayment: payments((who) => `${who} recorded a payment in part`),
  confirmPayment: payments((who, { step }) =>
    step.data?.leftCents === 0
      ? `${who} confirmed a payment in part. Nothing is owed any more`
      : `${who} confirmed a payment in part`,
  ),
  denyPayment: payments((who) => `${who} says that the payment in part did not come`),
  finalize: payments((who, { step }) =>
    step.actor === 'LENDER'
      ? `${who} confirmed repayment. The domain is free`
      : `${who} marked the loan repaid`,
  ),
  tender: payments((who) => `${who} tried to repay and could not. No interest runs from that day`),
  proposeExtension: loans(
    (who, { step: { data } }) =>
      `${who} proposed ${typeof data?.dueOn === 'string' ? `${data.dueOn} as` : 'a later'} due date${interestText(data)}`,
  ),
  declineExtension: loans((who) => `${who} did not take the later due date`),
  extend: loans(
    (who, { step: { data } }) =>
      `${who} agreed to ${typeof data?.dueOn === 'string' ? `${data.dueOn} as` : 'a later'} due date${interestText(data)}`,
  ),
  seekRefinance: loans((who) => `${who} looks for another lender to take the loan over`),
  confirmRest: loans((who) => `${who} received what remains after paying out the first lender`),
  refinance: loans((who) => `${who} confirmed the payout. Another lender has taken over`),
  takeOver: loans(() => 'The loan has taken the place of the one before it, and runs'),
  claimDefault: defaults((who) => `${who} sent a default notice`),
  surrender: defaults((who) => `${who} gave the domain for the debt`),
  askToSell: defaults((who) => `${who} asked for time to sell the domain and settle`),
  endNotice: defaults(() => 'The notice ended unanswered. Two operators check the file'),
  seize: defaults(() => 'The domain has gone to the lender. The debt is closed'),
  escalate: defaults((who, { step }) =>
    step.actor === 'SYSTEM'
      ? 'No answer came in time. Operators look at the case'
      : `${who} called an operator`,
  ),
  stayDormant: defaults(() => 'Nobody acted for 90 days. Operators look at the case'),
  proposeSettlement: defaults((who) => `${who} proposed a settlement`),
  declineSettlement: defaults((who) => `${who} did not take the settlement`),
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
  stopClock: () => 'The clock stands still: the notice could not be delivered',
  addStoppedTime: () => 'The clock had stood still. Dates moved by whole days, without interest',
  givePayee: (who) => `${who} gave payment details`,
  changePayee: (who) => `${who} changed payment details. They count after 24 hours`,
  keepPayee: (who) => `${who} kept the payment details as they were`,
  message: (who) => `${who} wrote a message`,
  evidence: (who) => `${who} added an exhibit`,
  nameservers: (who) => `${who} changed the nameservers`,
  writeLetter: () => 'We confirmed it in writing',
  writeAnnex: () => 'What was agreed was added to the agreement as an annex',
  prepareAgreement: () => 'The agreement was printed',
  sealAgreement: () => 'The signed agreement was sealed',
  link: () => 'Another lender is to take the loan over. What pays it out is fixed',
  stopClocks: () => 'An operator stopped the clock',
  noticeOutage: () => 'The clock stands still, because of an outage',
  startClocks: () => 'An operator let the clock run again',
  statement: (who) => `${who} stated what happened`,
  reply: (who) => `${who} answered the other side's statement`,
  ask: () => 'An operator asked a question',
  answer: (who) => `${who} answered a question`,
  announceRuling: () => 'Two operators announced a ruling. It can be appealed',
  acceptRuling: (who) => `${who} accepted the ruling`,
  appeal: (who) => `${who} appealed the ruling. Two other operators look at it`,
  placeHold: () => 'The domain was put on hold',
  liftHold: () => 'The hold was lifted by two operators',
  nameDrift: () => 'The registry has the name otherwise than we left it. It is on hold',
  nameAskedAway: () => 'Another registrar asks for the name',
  renewalUnpaid: () => 'The renewal of the name is not paid yet',
  renewalFailed: () => 'The registry did not renew the name',
  renewed: () => 'The name was renewed',
  nameserversRefused: () => 'The registry did not accept the nameservers. They stay as they were',
  advance: (who) => `${who} renews the domain from their own balance`,
  advanceDone: () => 'The domain is renewed. The fee is added to the debt, without interest',
  advanceVoided: () => 'The advance for the renewal is void. Nothing is added to the debt',
  download: (who) => `${who} downloaded the loan file`,
}

export function noteText(
  action: string,
  actor: LoanActor,
  { role, names }: { role: Party | null; names: Record<Party, string> },
): string {
  const isParty = actor === 'BORROWER' || actor === 'LENDER'
  const who = actor === role ? 'You' : isParty ? names[actor] : 'We'
  return notes[action]?.(who) ?? 'Something was noted'
}
