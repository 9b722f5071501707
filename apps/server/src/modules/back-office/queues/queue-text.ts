import type { OperatorQueue } from '@pier/protocol/operators'

const secondKey = 'Review it independently, then approve or decline'
const lostMail =
  'Contact them another way. Compliance changes the address, a case officer closes this'

/** The next action of an operator, for each state a queue line can be in. */
const nextSteps: Record<OperatorQueue, Record<string, string>> = {
  disputes: {
    New: 'Take the case. Both sides expect a first answer within a day',
    'Waiting for borrower': 'Wait for the borrower to answer',
    'Waiting for lender': 'Wait for the lender to answer',
    'Waiting for both': 'Wait for both sides to answer',
    'Ready to rule': 'Weigh the exhibits and propose a ruling',
    Proposed: secondKey,
    Announced: 'Wait. The ruling takes effect automatically unless someone appeals',
    Appeal: 'Two other operators review the file and rule',
    'Senior review': 'A senior officer takes the case and proposes a ruling',
  },
  seizures: {
    'Notice ended': 'Complete the checks, then propose the seizure',
    'Second key': secondKey,
  },
  transfers: {
    'Needs a person': 'Read the commands and answers, then retry or give up',
    'Code due': 'Do nothing. Stop it only if the owner did not request it',
    Stuck: 'Check the outcome at the registrar, then retry or resolve it',
    'No answer': 'Check whether the registrar answers, then send it again',
    'Changed at the registry': 'Find out who changed it, then restore it or accept the change',
    Message: 'Read it and act on it',
    Failed: 'Help the borrower to retry before the deadline',
  },
  renewals: {
    'Not covered': 'Ask the owner to top up. We renew it five days before it expires',
    'Price changed': 'Tell the owner the new price before it is charged',
    Failed: 'Find out why the registry rejected it, then renew it',
    'Below zero': 'Ask for the missing money. Nothing can be transferred out until it is paid',
  },
  payments: {
    'Not matched': 'Find out whose payment it is, then process it again or resolve it',
    'To review': 'Compare with the provider, adjust the balance if needed, then close this',
    Chargeback: 'Send our evidence to the provider before its deadline',
    'To approve': 'Check where the money came from, then approve or refuse',
    'To pay out': 'Pay it manually and enter the reference',
    'Second key': secondKey,
  },
  risk: {
    'Theft report': 'Place a hold if the report is credible, and ask both sides',
    'Abuse report': 'Check the website. Freeze the nameservers if it is harmful',
    'New account': 'Check both sides before the loan is paid',
    'Shared payee': 'Find out whether both accounts belong to one person',
    'Looks like another': 'Dismiss it if the name is legitimate. Loans above $1,000 wait for this',
  },
  holds: {
    'Second key': secondKey,
    'Changed at the registry': 'Resolve the alarm, then propose to lift the hold',
    Order: 'Review it on its date. Lift it only with a document',
  },
  notices: {
    'Clock stopped': 'Contact the borrower another way, then restart the clock',
    'Mail refused': lostMail,
    'Mail came back': lostMail,
    'Marked as spam':
      'Do nothing. Optional emails are off until the user turns them on in Settings',
    'Not verified':
      'Do nothing unless they contact us. They can register again or prove their identity and have the address changed',
  },
  dormant: {
    Quiet: 'Write to both sides before it escalates automatically',
    Escalated: 'Hear both sides, then rule on the evidence',
  },
  users: {
    Frozen: 'Resolve the reason for the freeze, then unfreeze the account',
    'New address': 'Check that the owner requested it. Stop it if not',
    Paused: 'Do nothing. It ends automatically',
    Leaving: 'Do nothing. Check only that no loan is affected',
  },
  support: {
    Question: 'Answer it by mail, or close it with a reason',
  },
  jobs: { Dead: 'Read the error, fix its cause, then retry' },
}

export const nextStepOf = (queue: OperatorQueue, state: string): string =>
  nextSteps[queue][state] ?? 'Read the file and decide'
