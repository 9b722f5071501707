import { removed, type Lock } from './lock.ts'

const modules = 'apps/server/src/modules'
const transfersOut = `${modules}/custody/transfers/transfers-out.service.ts`
const lifecycle = 'packages/protocol/src/lifecycles'

/** Domains in custody, listings and offers, and loans. */
export const locksOfLoans: Lock[] = [
  {
    name: 'a record in the DNS takes a name that we hold',
    file: `${modules}/domains/verification/control.service.ts`,
    text: "  if (!rivals.every(isExternal)) return { result: refusal('in-custody'), nextCheckAt: null }\n",
    replacement: removed,
    noticedBy: [
      `${modules}/domains/verification/control-records.test.ts › an answer about what is not asked for any more is dropped`,
    ],
  },
  {
    name: 'the lock of a domain opens before its 20 hours',
    file: transfersOut,
    text: "  if (waitedMs < limits.transferOutWaitHours * hourMs) return 'The request was too early.'\n",
    replacement: removed,
    noticedBy: [
      `${modules}/custody/transfers/transfers-out.test.ts › a wait that is cut short opens nothing: the worker counts the 20 hours itself`,
    ],
  },
  {
    name: 'a domain leaves though its owner was paused while it waited',
    file: transfersOut,
    text: '  if (pause) return pauseText[pause.why]\n',
    replacement: removed,
    noticedBy: [
      `${modules}/users/sign-in/pauses.test.ts › a paused user keeps the domain when the transfer code falls due, even if the cancelling job never ran`,
    ],
  },
  {
    name: 'anybody has the code of a domain mailed and its lock opened',
    file: `${modules}/domains/ownership/domains.service.ts`,
    text: 'if (!domain || domain.userId !== userId || domain.archivedAt) {',
    replacement: 'if (!domain || domain.archivedAt) {',
    noticedBy: [
      `${modules}/custody/transfers/transfers-out.test.ts › it cannot leave early, under a hold, twice, or by a stranger`,
    ],
  },
  {
    name: 'an owner makes offers on their own listing',
    file: `${modules}/offers/negotiation/offers.service.ts`,
    text: "  if (domain.userId === userId) throw new AppError('own_domain')\n",
    replacement: removed,
    noticedBy: [
      `${modules}/offers/offers.test.ts › nobody answers their own offer, and a stranger finds none`,
    ],
  },
  {
    name: 'a look-alike stands for a large loan before one of us has looked',
    file: `${modules}/offers/negotiation/offers.service.ts`,
    text: '  requireApprovedName(listing, offer.amountCents)\n',
    replacement: removed,
    noticedBy: [
      `${modules}/offers/offers.test.ts › above $1,000 a name that can be taken for another waits until one of us has looked`,
    ],
  },
  {
    name: 'either side presses what is for the other',
    file: `${lifecycle}/loan.ts`,
    text: '      row.who.includes(actor) &&\n',
    replacement: removed,
    noticedBy: [`${lifecycle}/loan.test.ts › each row can be taken by everybody it names`],
  },
  {
    name: 'an old page changes a loan that has gone on',
    file: `${modules}/loans/machine/transitions.service.ts`,
    text: 'const isStale = step.version !== undefined && step.version !== before.version',
    replacement: 'const isStale = false',
    noticedBy: [
      `${modules}/loans/actions/loan.test.ts › a second click is no error, and an old page is told to look again`,
    ],
  },
  {
    name: 'a ruling gives the domain away before the notice is over',
    file: `${lifecycle}/loan-vocabulary.ts`,
    text: 'objectionUntil !== null && now >= objectionUntil',
    replacement: 'objectionUntil !== null',
    noticedBy: [
      `${modules}/approvals/decisions/two-approvals.test.ts › no ruling gives the domain to the lender before the time to answer the notice is over`,
    ],
  },
  {
    name: 'a clock that operators stopped goes on',
    file: `${modules}/loans/facts/loan-view.ts`,
    text: 'isClockStopped: facts.pauses.length > 0',
    replacement: 'isClockStopped: false',
    noticedBy: [
      `${modules}/approvals/proposals/safeguards.test.ts › clocks that stand still for everybody stop seizures too, and dates move by that time`,
    ],
  },
]
