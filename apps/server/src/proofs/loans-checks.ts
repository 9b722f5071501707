/** Presses and ticks, and what has to come of them. */
import type { EscrowAction } from '@pier/protocol/lifecycles/escrow'
import type { Restated } from '@pier/protocol/lifecycles/escrow-restated'
import { tickEscrow } from '../modules/escrow/clocks.service.ts'
import { invariant } from '../platform/app-error.ts'
import { inTransaction } from '../platform/db/database.ts'
import type { House } from './custody-house.ts'
import type { Cast, Loan, Reply } from './loans-cast.ts'
import { expectRow, landing, look, openRows, type Seen } from './loans-oracle.ts'
import { hasOwnRules, press, type Press } from './loans-presses.ts'

export type Scene = {
  house: House
  cast: Cast
  loans: Loan[]
  pressed: Set<EscrowAction>
  ended: Map<string, string>
  /** How often each row was, over all scenes. */
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
}
export const say = (seen: Seen) => `${seen.status}/${seen.phase}`

/** What is agreed to is what the other side has proposed. */
export function withOutcome(seen: Seen, wanted: Press): Press {
  if (wanted.action !== 'settle') return wanted
  const { outcome } = seen.ownProposals[wanted.actor === 'LENDER' ? 'BORROWER' : 'LENDER'] ?? {}
  return { ...wanted, outcome }
}

const asked = (wanted: Press): Press =>
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
  const reply = await press(house, loan, seen, wanted)
  const after = await look(house, loan.id)
  const told = `${wanted.actor} ${wanted.action} ${wanted.outcome ?? ''} in ${say(seen)} gave ${reply.status} ${reply.text.slice(0, 200)}, now ${say(after)}`
  tally.presses++
  invariant(reply.status < 500, `an error: ${told}`)
  const isAgain = wanted.action === 'reveal' && after.version === seen.version
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
  invariant(!row || hasOwnRules.has(wanted.action), `refused though it is open: ${told}`)
  tally.refused++
}

/** Both have signed: the loan goes on by itself. */
function follow(seen: Seen, row: Restated, { action, actor }: Press): string {
  const other = actor === 'BORROWER' ? 'LENDER' : 'BORROWER'
  if (action !== 'sign' || !seen.hasSigned[other]) return landing(seen, row)
  return seen.isInCustody ? 'DOMAIN_IN_CUSTODY/AWAITING_PAYMENT' : 'NEW/CODE_NEEDED'
}

/** L39: the answer is the loan as it stands. */
function isOwnWrite({ body }: Reply, after: Seen, told: string): void {
  if (body.version === undefined) return
  invariant(body.version === after.version && body.status === after.status, `L39: ${told}`)
}

function isRepeat(
  { lastStep }: Seen,
  { people }: Loan,
  { action, actor, outcome }: Press,
): boolean {
  const id = actor === 'BORROWER' || actor === 'LENDER' ? people[actor].id : null
  const isSame = lastStep.action === action && lastStep.actor_id === id
  return isSame && (lastStep.outcome ?? undefined) === (action === 'settle' ? outcome : undefined)
}

export type Answered = Press & { status: number; text: string }
type Line = {
  action: string
  actor: string
  outcome: string | null
  to_status: Seen['status']
  to_phase: Seen['phase']
}

export async function explain(
  { house }: Scene,
  loan: Loan,
  before: Seen,
  presses: Answered[],
): Promise<void> {
  const after = await look(house, loan.id)
  const lines = await house.rows<Line>(
    `select action, actor, outcome, to_status, to_phase from escrow_events
     where escrow_id = $1 and version > $2 order by seq`,
    [loan.id, before.version],
  )
  const told = JSON.stringify({ before: say(before), presses, lines, after: say(after) })
  const isOf = (each: Answered) => (line: Line) =>
    line.action === each.action && line.actor === each.actor
  invariant(
    presses.every(({ status }) => status < 500),
    `an error: ${told}`,
  )
  for (const line of lines.filter(({ actor }) => actor !== 'SYSTEM')) {
    const isHeard = presses.some((each) => each.status === 200 && isOf(each)(line))
    invariant(isHeard, `a line that nobody was told of: ${told}`)
  }
  const stands = [
    before,
    ...lines.flatMap(({ to_status: status, to_phase: phase }) => [
      { ...before, status, phase },
      { ...after, status, phase },
    ]),
  ]
  for (const each of presses) {
    const isTaken = lines.some(isOf(each))
    if (each.status === 200) {
      const isAgain = each.action === 'reveal' // A second look shows the same, and is no step.
      invariant(
        isTaken || isAgain || isRepeat(before, loan, each),
        `an answer without a line: ${told}`,
      )
    } else if (!hasOwnRules.has(each.action)) {
      const isShut = stands.some((stand) => !expectRow(stand, asked(each)))
      invariant(isShut, `L38: no order explains a refusal: ${told}`)
    }
  }
}

const clockActions = new Set(['lapse', 'closeWindow', 'escalate', 'stayDormant', 'endNotice'])

/** As a worker would, beside the one that runs: the two may come to the same loan at once. */
export async function catchUp({ house }: Scene, { id }: Loan): Promise<void> {
  for (let turn = 0; turn < 4; turn++) {
    const before = await look(house, id)
    if (before.phase === 'ENDED') return
    await inTransaction(house.owner, (tx) => tickEscrow(tx, id))
    const after = await look(house, id)
    const isMoved = say(after) !== say(before)
    const wasDue = before.deadlineAt !== null && before.deadlineAt <= after.now
    invariant(!isMoved || wasDue, `L51: ${id} moved from ${say(before)} before its time`)
    invariant(!isMoved || !before.isClockStopped, `L53: ${id} moved while its clock stood still`)
  }
  const left = await look(house, id)
  const open = openRows(left).filter(
    ({ who, action }) => who === 'SYSTEM' && clockActions.has(action),
  )
  invariant(open.length === 0, `L51: ${id} in ${say(left)} is late for ${open[0]?.action}`)
}
