/** Several actions at once: some order must explain every answer and every event. */
import type { GuardFacts, Party } from '@pier/protocol/lifecycles/loan'
import { invariant } from '../../src/platform/app-error.ts'
import type { House } from '../custody/custody-house.ts'
import type { Loan } from './cast/loans-cast.ts'
import { asked, isRepeat, say } from './loans-checks.ts'
import { expectRow, look, type Seen } from './loans-oracle.ts'
import { mayRefuse, sendsVersion, type Press } from './cast/loans-presses.ts'

export type Answered = Press & { loanId: string; status: number; text: string }
type Line = {
  action: Press['action']
  actor: Press['actor']
  outcome: Press['outcome'] | null
  actor_id: string | null
  to_status: Seen['status']
  to_phase: Seen['phase']
}
/** A loan before, and the events that were added to its chain since. */
type Story = { loan: Loan; before: Seen; after: Seen; lines: Line[] }

/** The loan, and the one that refinances it or that it refinances, if any. */
export async function explain(
  house: House,
  loans: { loan: Loan; before: Seen }[],
  presses: Answered[],
): Promise<void> {
  const stories: Story[] = []
  for (const { loan, before } of loans) {
    const after = await look(house, loan.id)
    const lines = await house.rows<Line>(
      `select action, actor, outcome, actor_id, to_status, to_phase from escrow_events
       where escrow_id = $1 and version > $2 order by seq`,
      [loan.id, before.version],
    )
    stories.push({ loan, before, after, lines })
  }
  for (const story of stories) {
    const next = stories.find(({ loan }) => loan.refinances === story.loan.id)
    explainOne(
      story,
      next,
      presses.filter(({ loanId }) => loanId === story.loan.id),
    )
  }
}

function explainOne(story: Story, next: Story | undefined, presses: Answered[]): void {
  const { loan, before, after, lines } = story
  const told = JSON.stringify({
    before: say(before),
    presses: presses.map((each) => ({ ...each, text: each.text.slice(0, 120) })),
    lines,
    next: next?.lines,
    after: say(after),
  })
  invariant(
    presses.every(({ status }) => status < 500),
    `an error: ${told}`,
  )
  const stands = standsOf(story, next)
  for (const [index, line] of lines.entries()) {
    const wanted = { ...line, outcome: line.outcome ?? undefined }
    const isOpen = stands[index]?.some((guardFacts) => expectRow(guardFacts, wanted))
    invariant(isOpen, `L38: line ${index} was taken where it was shut: ${told}`)
  }
  for (const each of presses) checkAnswer(each, { loan, lines, stands, presses, told })
}

type Told = Pick<Story, 'loan' | 'lines'> & {
  /** Between each two events, every state in which the loan may have been. */
  stands: Seen[][]
  presses: Answered[]
  told: string
}

function checkAnswer(each: Answered, { loan, lines, stands, presses, told }: Told): void {
  const isSame = (other: { action: string; actor: string }) =>
    other.action === each.action && other.actor === each.actor
  const taken = lines.filter(isSame).length
  const heard = presses.filter((other) => isSame(other) && other.status === 200).length
  invariant(taken <= heard, `a line that nobody was told of: ${told}`)
  if (each.status === 200) {
    // A second reveal shows the same, and is no step.
    const isAgain =
      each.action === 'reveal' ||
      stands.flat().some((guardFacts) => isRepeat(guardFacts, loan, each))
    invariant(taken > 0 || isAgain, `an answer without a line: ${told}`)
    return
  }
  const isShut = stands
    .flat()
    .some((guardFacts) => !expectRow(guardFacts, asked(each)) || mayRefuse(guardFacts, each))
  const isStale = each.status === 409 && sendsVersion.has(each.action) && lines.length > 0
  invariant(isShut || isStale, `L38: no order explains a refusal: ${told}`)
}

/** What events do not determine, such as dates and payees, is as before or as after. */
function standsOf({ before, after, lines }: Story, next: Story | undefined): Seen[][] {
  const places = [before]
  for (const line of lines) {
    const last = places.at(-1)
    if (last) places.push(follow(last, line))
  }
  const others = othersOf(before, after, next)
  return places.map((guardFacts) =>
    others.flatMap((other) => [
      { ...guardFacts, ...other },
      { ...guardFacts, ...other, ...datesOf(after), isPaidUp: after.isPaidUp, payee: after.payee },
    ]),
  )
}

const datesOf = ({ payBy, dueAt, graceUntil, objectionUntil, deadlineAt }: Seen) => {
  return { payBy, dueAt, graceUntil, objectionUntil, deadlineAt }
}

type Other = Pick<Seen, 'successor' | 'isRefinancing'>
const otherOf = ({ successor, isRefinancing }: Seen): Other => ({ successor, isRefinancing })

/** The states in which the refinancing loan may have been meanwhile. */
function othersOf(before: Seen, after: Seen, next: Story | undefined): Other[] {
  const others = [otherOf(before), otherOf(after)]
  let guardFacts = next?.before
  for (const line of next?.lines ?? []) {
    if (!guardFacts) break
    guardFacts = follow(guardFacts, line)
    const isOver = guardFacts.phase === 'ENDED' || !guardFacts.isLinked
    const isPaying = guardFacts.phase === 'PAYMENT_WINDOW' || guardFacts.isRestPaid
    const isHeld = guardFacts.status === 'DOMAIN_IN_CUSTODY'
    const isReady = isHeld && (guardFacts.isRestPaid || !guardFacts.hasRest)
    others.push(
      isOver
        ? { successor: 'none', isRefinancing: false }
        : { successor: isPaying ? 'paying' : 'agreed', isRefinancing: isReady },
    )
  }
  return others
}

const otherParty = (actor: string): Party => (actor === 'LENDER' ? 'BORROWER' : 'LENDER')
const none = { BORROWER: false, LENDER: false }

/** The loan after an event of its chain. */
function follow(guardFacts: Seen, line: Line): Seen {
  const { action, outcome = null, actor_id, to_status: status, to_phase: phase } = line
  const isMoved = status !== guardFacts.status
  const isRestPaid = guardFacts.isRestPaid || action === 'confirmRest'
  const isLinked = guardFacts.isLinked && action !== 'takeOver'
  const hasStay = guardFacts.hasStay || action === 'askToSell'
  return {
    ...guardFacts,
    status,
    phase,
    isRestPaid,
    isLinked,
    hasStay,
    isListed: guardFacts.isListed || action === 'seekRefinance',
    lastStep: { action, outcome, actor_id },
    hasSigned: { ...guardFacts.hasSigned, ...(action === 'sign' && { [line.actor]: true }) },
    hasProposal: isMoved ? none : proposalsAfter(guardFacts, line),
    hasOpenPayment: isLinked
      ? isRestPaid || hasClaimAfter(guardFacts, line)
      : !isMoved && hasPartAfter(guardFacts, line),
    hasClaim: hasClaimAfter(guardFacts, line),
  }
}

function proposalsAfter({ hasProposal }: Seen, { action, actor }: Line): GuardFacts['hasProposal'] {
  if (action.startsWith('propose')) return { ...hasProposal, [actor]: true }
  if (action === 'extend') return none
  if (!action.startsWith('decline')) return hasProposal
  const isOthers = hasProposal[otherParty(actor)]
  return { ...hasProposal, [isOthers ? otherParty(actor) : actor]: false }
}

const hasPartAfter = ({ hasOpenPayment }: Seen, { action }: Line): boolean =>
  action === 'recordPayment' ||
  (hasOpenPayment && !['confirmPayment', 'denyPayment', 'finalize'].includes(action))

const hasClaimAfter = ({ hasClaim }: Seen, { action, actor }: Line): boolean =>
  (action === 'markPaid' && actor === 'LENDER') || (hasClaim && action !== 'withdrawClaim')
