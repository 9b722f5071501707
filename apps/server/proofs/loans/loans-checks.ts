/** Actions and deadlines, and their expected results. */
import type { LoanAction } from '@pier/protocol/lifecycles/loan'
import type { Restated } from '@pier/protocol/test/loan-restated'
import { passDeadline } from '../../src/modules/loans/actions/deadlines.service.ts'
import { invariant } from '../../src/platform/app-error.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import type { House } from '../custody/custody-house.ts'
import type { Cast, Loan, Reply } from './cast/loans-cast.ts'
import { expectRow, landing, look, openRows, type Seen } from './loans-oracle.ts'
import { mayRefuse, submit, type Press } from './cast/loans-presses.ts'

export type Scene = {
  /** The number of the scene, so that starting conditions vary. */
  number: number
  house: House
  cast: Cast
  loans: Loan[]
  pressed: Set<LoanAction>
  ended: Map<string, string>
  /** How often each row was taken, over all scenes. */
  taken: Map<Restated, number>
  tally: Tally
}
export type Tally = {
  steps: number
  presses: number
  taken: number
  refused: number
  repeated: number
  stale: number
  bursts: number
  jumps: number
  holds: number
  strangers: number
  transfers: number
  takeovers: number
}
export const say = (seen: Seen) => `${seen.status}/${seen.phase}`

/** What is accepted is what the other party has proposed. */
export function withOutcome(seen: Seen, wanted: Press): Press {
  if (wanted.action !== 'settle') return wanted
  const { outcome } = seen.ownProposals[wanted.actor === 'LENDER' ? 'BORROWER' : 'LENDER'] ?? {}
  return { ...wanted, outcome }
}

export const asked = (wanted: Press): Press =>
  wanted.action === 'proposeSettlement' ? { ...wanted, outcome: undefined } : wanted

export async function pressAndCheck(
  scene: Scene,
  loan: Loan,
  seen: Seen,
  drawn: Press,
): Promise<void> {
  const { house, tally } = scene
  const wanted = withOutcome(seen, drawn)
  const row = expectRow(seen, asked(wanted))
  const reply = await submit(house, loan, seen, wanted)
  const after = await look(house, loan.id)
  const told = `${wanted.actor} ${wanted.action} ${wanted.outcome ?? ''} in ${say(seen)} gave ${reply.status} ${reply.text.slice(0, 200)}, now ${say(after)}`
  tally.presses++
  invariant(reply.status < 500, `an error: ${told}`)
  const isSaid = wanted.action === 'reveal' || (wanted.action === 'confirmRest' && seen.isRestPaid)
  const isAgain = isSaid && after.version === seen.version
  if (row && reply.status === 200 && !isAgain) {
    invariant(say(after) === follow(seen, row, wanted), `not where the row leads: ${told}`)
    invariant(after.version > seen.version, `a step is a version: ${told}`)
    isOwnWrite(reply, after, told)
    tally.taken++
    scene.taken.set(row, (scene.taken.get(row) ?? 0) + 1)
    return
  }
  invariant(after.version === seen.version && say(after) === say(seen), `L35: ${told}`)
  if (reply.status === 200) {
    invariant(isAgain || isRepeat(seen, loan, wanted), `taken without a row: ${told}`)
    tally.repeated++
    return
  }
  invariant(!row || mayRefuse(seen, wanted), `refused though it is open: ${told}`)
  tally.refused++
}

/** Once both have signed, the loan goes on by itself. */
function follow(seen: Seen, row: Restated, { action, actor }: Press): string {
  const other = actor === 'BORROWER' ? 'LENDER' : 'BORROWER'
  if (action !== 'sign' || !seen.hasSigned[other]) return landing(seen, row)
  return seen.isInCustody ? 'DOMAIN_IN_CUSTODY/AWAITING_PAYMENT' : 'NEW/CODE_NEEDED'
}

/** L39: the answer is the loan in its current state. */
function isOwnWrite({ body }: Reply, after: Seen, told: string): void {
  if (body.version === undefined) return
  invariant(body.version === after.version && body.status === after.status, `L39: ${told}`)
}

/** A repeat: signed already, rest confirmed already, or the same as the last step. */
export function isRepeat(
  { lastStep, isRestPaid, hasSigned }: Seen,
  { people }: Loan,
  { action, actor, outcome }: Press,
): boolean {
  if (action === 'confirmRest' && actor === 'BORROWER' && isRestPaid) return true
  if (action === 'sign' && (actor === 'BORROWER' || actor === 'LENDER') && hasSigned[actor]) {
    return true
  }
  const id = actor === 'BORROWER' || actor === 'LENDER' ? people[actor].id : null
  const isSame = lastStep.action === action && lastStep.actor_id === id
  return isSame && (lastStep.outcome ?? undefined) === (action === 'settle' ? outcome : undefined)
}

const clockActions = new Set(['lapse', 'closeWindow', 'escalate', 'stayDormant', 'endNotice'])

/** Does what a worker would, next to the one that runs: both may reach the same loan at once. */
export async function catchUp({ house }: Scene, loans: Loan[]): Promise<void> {
  for (const loan of loans) await tick(house, loan)
  for (const { id } of loans) {
    const seen = await look(house, id)
    const late = openRows(seen).filter(
      ({ who, action }) => who === 'SYSTEM' && clockActions.has(action),
    )
    // An unanswered payout is found by the clock of the loan that waits for it.
    const isDue = isPast(seen.deadlineAt, seen.now) || isPast(seen.answerBy, seen.now)
    invariant(late.length === 0 || !isDue, `L51: ${id} in ${say(seen)} is late for ${sayRow(late)}`)
  }
}

const isPast = (date: Date | null, now: Date) => date !== null && date <= now
const sayRow = (rows: Restated[]) => rows.map(({ row, action }) => `${row} ${action}`).join()

async function tick(house: House, { id }: Loan): Promise<void> {
  for (let turn = 0; turn < 4; turn++) {
    const before = await look(house, id)
    if (before.phase === 'ENDED') return
    await inTransaction(house.owner, (tx) => passDeadline(tx, id))
    const after = await look(house, id)
    const isMoved = say(after) !== say(before)
    const wasDue = isPast(before.deadlineAt, after.now) || isPast(before.answerBy, after.now)
    invariant(!isMoved || wasDue, `L51: ${id} moved from ${say(before)} before its time`)
    invariant(!isMoved || !before.isClockStopped, `L53: ${id} moved while its clock stood still`)
  }
}
