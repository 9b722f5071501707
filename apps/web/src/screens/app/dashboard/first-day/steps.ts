import type { Domain } from '../../../../api/domains.ts'
import type { FirstSteps, Self } from '../../../../api/users.ts'
import type { FromSteps } from '../../../../shell/address/from-steps.ts'
import type { Over } from '../../../../shell/address/over.ts'
import { numberWord } from '../../../../loans/next-action/moves.ts'
import { clockTime, fullDay } from '../../../../text/date-text.ts'

export type Side = 'borrow' | 'lend' | 'both'
export const sides = [
  { side: 'borrow', label: 'Borrow' },
  { side: 'lend', label: 'Lend' },
  { side: 'both', label: 'Both' },
] as const satisfies readonly { side: Side; label: string }[]

const fromSteps: FromSteps = { fromSteps: true }
const overDashboard: Over = { over: '/app' }

export type Step = {
  key: string
  title: string
  /** What it is for, or once done, what there is and since when. */
  text: string
  isDone: boolean
  minutes: number
  time: string
  /** Null where the step is done by a link in a mail. */
  action: { label: string; to: string; state?: FromSteps | Over } | null
}

type Known = {
  self: Self
  steps: FirstSteps
  side: Side
  domains: readonly Domain[]
  now: string
}

/** The six steps before a first loan, as the chosen side reads them. */
export const listSteps = (known: Known): Step[] => [
  emailStep(known),
  twoStepStep(known),
  addressStep(known),
  paymentStep(known),
  known.side === 'lend' ? alertStep(known) : domainStep(known),
  marketStep(known),
]

function emailStep({ self, steps: { email }, now }: Known): Step {
  return {
    key: 'email',
    title: 'Verify your email',
    text: email.done
      ? `${self.email}, ${since(email.done_at, now)}.`
      : `We sent a link to ${self.email}. Open it to go on.`,
    isDone: email.done,
    ...takes(1),
    action: null,
  }
}

function twoStepStep({ self, steps: { two_step: step }, now }: Known): Step {
  const codes = self.recovery_codes_left
  const left = codes === 1 ? '1 recovery code left' : `${codes} recovery codes left`
  return {
    key: 'two_step',
    title: 'Two-step login',
    text: step.done
      ? `Authenticator app, ${since(step.done_at, now)}. ${left}.`
      : 'A second code at login, from an authenticator app.',
    isDone: step.done,
    ...takes(2),
    action: { label: 'Set up', to: '/app/settings#two-step-login', state: fromSteps },
  }
}

const addressStep = ({ self, steps: { address } }: Known): Step => ({
  key: 'address',
  title: 'Legal name and address',
  text: address.done
    ? `${self.name}, ${[self.city, self.country].filter(Boolean).join(', ')}.`
    : 'Printed in the agreement. Without it neither side can sign.',
  isDone: address.done,
  ...takes(1),
  action: { label: 'Add address', to: '/app/settings#legal-address', state: fromSteps },
})

const paymentTexts: Record<Side, string> = {
  borrow: 'Where a lender pays you. Without them no loan can be paid.',
  lend: 'Where a borrower repays you. Without them no loan can be repaid.',
  both: 'Where others pay and repay you. Without them no money can be sent.',
}

const paymentStep = ({ steps: { payment }, side, now }: Known): Step => ({
  key: 'payment',
  title: 'Payment details',
  text: payment.done ? `Given, ${since(payment.done_at, now)}.` : paymentTexts[side],
  isDone: payment.done,
  ...takes(2),
  action: { label: 'Add details', to: '/app/settings#payment-details', state: fromSteps },
})

function domainStep({ steps: { domain }, domains, now }: Known): Step {
  const added = domains.filter(({ status }) => status === 'EXTERNAL_UNVERIFIED')
  const next = added[0]
    ? { label: 'Verify Domain', to: `/app/my-domains/verify${onlyOne(added)}` }
    : { label: 'Add Domain', to: '/app/my-domains/add' }
  return {
    key: 'domain',
    title: 'Prove your first domain',
    text: domain.done
      ? `Verified, ${since(domain.done_at, now)}.`
      : 'One DNS TXT record. We look every few minutes and tell you.',
    isDone: domain.done,
    minutes: 5,
    time: '5 min to 1 day',
    action: { ...next, state: overDashboard },
  }
}

const alertStep = ({ steps: { alert }, now }: Known): Step => ({
  key: 'alert',
  title: 'First alert',
  text: alert.done
    ? `Set, ${since(alert.done_at, now)}.`
    : 'Say which names you lend on. We tell you when one is listed.',
  isDone: alert.done,
  ...takes(1),
  action: { label: 'Create alert', to: '/app/alerts' },
})

/** The dialog asks which one if there are several. */
const onlyOne = ([first, ...more]: readonly Domain[]) =>
  first && more.length === 0 ? `?domain=${first.id}` : ''

const canBeListed = ({ status, listed }: Domain) =>
  !listed && (status === 'EXTERNAL_VERIFIED' || status === 'CUSTODY_PAID')

function marketStep({ steps: { market, domain }, side, domains, now }: Known): Step {
  const isLender = side === 'lend' || (side === 'both' && !domain.done)
  return {
    key: 'market',
    title: side === 'lend' ? 'First offer' : 'First listing or first offer',
    text: market.done
      ? `Made, ${since(market.done_at, now)}.`
      : side === 'lend'
        ? 'Choose a listed name and say on which terms you would lend.'
        : 'List your name with your terms, or make an offer on a listed name.',
    isDone: market.done,
    ...takes(3),
    action: isLender
      ? { label: 'Browse Listings', to: '/app/listings' }
      : {
          label: 'Get Loan',
          to: `/app/my-domains/list${onlyOne(domains.filter(canBeListed))}`,
          state: overDashboard,
        },
  }
}

const takes = (minutes: number) => ({ minutes, time: `about ${minutes} min` })

/** "done 14:02 UTC" today, "done 14 Oct 2026" later, "done" where the time is not known. */
function since(doneAt: string | null, now: string): string {
  if (!doneAt) return 'done'
  const isToday = doneAt.slice(0, 10) === now.slice(0, 10)
  return isToday ? `done ${clockTime(doneAt)}` : `done ${fullDay(doneAt)}`
}

/** "Two of six steps done". */
export function countDone(steps: readonly Step[]): string {
  const done = steps.filter(({ isDone }) => isDone).length
  const word = done === 0 ? 'none' : numberWord(done)
  const capital = word.charAt(0).toUpperCase() + word.slice(1)
  return `${capital} of ${numberWord(steps.length)} steps done`
}

export const nextStep = (steps: readonly Step[]) => steps.find(({ isDone }) => !isDone)

/** "about 10 minutes and a DNS record", for what is not done yet. */
export function describeRest(steps: readonly Step[]): string {
  const open = steps.filter(({ isDone }) => !isDone)
  const minutes = open.reduce((sum, step) => sum + step.minutes, 0)
  const time = minutes === 1 ? 'about 1 minute' : `about ${minutes} minutes`
  return open.some(({ key }) => key === 'domain') ? `${time} and a DNS record` : time
}
