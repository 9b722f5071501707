import type { OperatorQueue } from '@pier/protocol/operators'

const secondKey = 'Look at it as if nobody had, then turn the second key or decline'
const lostMail =
  'Reach them another way; compliance changes the address, a case officer takes it off'

/** The next action of an operator, for each state a queue line can be in. */
const nextSteps: Record<OperatorQueue, Record<string, string>> = {
  disputes: {
    New: 'Take it: both sides expect a first answer within a day',
    'Waiting for borrower': 'Nothing yet: the borrower has the word',
    'Waiting for lender': 'Nothing yet: the lender has the word',
    'Waiting for both': 'Nothing yet: both sides have the word',
    'Ready to rule': 'Weigh the exhibits and propose a ruling',
    Proposed: secondKey,
    Announced: 'Nothing yet: it takes effect by itself unless somebody appeals',
    Appeal: 'Two others read the file anew and rule',
    'Senior review': 'A senior officer takes it and proposes a ruling',
  },
  seizures: {
    'Notice ended': 'Go through the checks, then propose the seizure',
    'Second key': secondKey,
  },
  transfers: {
    'Needs a person': 'Read what was asked and answered, then try again or give up',
    'Code due': 'Nothing: stop it only where the owner did not ask for it',
    Stuck: 'Look at the registrar what came of it, then try again or settle it',
    'No answer': 'See whether the registrar answers at all, then send it again',
    'Changed at the registry': 'Find out who changed it, and put it right or take it over',
    Message: 'Read it and do what it asks for',
    Failed: 'Help the borrower to the next try before the time is over',
  },
  renewals: {
    'Not covered': 'Ask the owner to top up; five days before the end we renew it',
    'Price changed': 'Tell the owner the new price before it is charged',
    Failed: 'Find out why the registry refused, and renew it',
    'Below zero': 'Ask for the money; nothing leaves until it is there',
  },
  payments: {
    'Not matched': 'Find whose payment it is, then have it read again or settle it',
    'To review': 'Compare with the provider, adjust the balance if need be, then take it off',
    Chargeback: 'Answer the provider with what we know before its date',
    'To approve': 'Check where it comes from, then approve or refuse',
    'To pay out': 'Send it by hand and note the reference',
    'Second key': secondKey,
  },
  risk: {
    'Theft report': 'Place a hold if it holds water, and ask both sides',
    'Abuse report': 'Look at the site; freeze the nameservers if it does harm',
    'New account': 'Look at both sides before the money goes',
    'Shared payee': 'Find out whether the two are one',
    'Looks like another': 'Dismiss it if it is honest: a loan above $1,000 waits for that',
  },
  holds: {
    'Second key': secondKey,
    'Changed at the registry': 'Settle the alarm, then propose to lift it',
    Order: 'Review it on its day; lift it only with a document',
  },
  notices: {
    'Clock stopped': 'Reach the borrower another way, then let the clock run',
    'Mail refused': lostMail,
    'Mail came back': lostMail,
    'Marked as spam': 'Nothing: optional mails are off now; they turn them on in their settings',
    'Not verified':
      'Nothing, unless they write: they register anew with an address that works, or prove who they are and have it changed',
  },
  dormant: {
    Quiet: 'Write to both before it is escalated by itself',
    Escalated: 'Hear both sides; rule on what is there',
  },
  users: {
    Frozen: 'Settle what it was frozen for, then let it go',
    'New address': 'See that it was asked for by its owner; anybody else is stopped here',
    Paused: 'Nothing: it ends by itself',
    Leaving: 'Nothing: see that no loan is left behind',
  },
  jobs: { Dead: 'Read the error, mend its cause, then try again' },
}

export const nextStepOf = (queue: OperatorQueue, state: string): string =>
  nextSteps[queue][state] ?? 'Read the file and decide'
