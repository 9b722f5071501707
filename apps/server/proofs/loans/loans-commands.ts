/** Everything that can happen in a sequence, as fast-check commands, each with its checks. */
import { loanActions, type Outcome, outcomes } from '@pier/protocol/lifecycles/loan'
import type { Restated } from '@pier/protocol/test/loan-restated'
import fc from 'fast-check'
import { invariant } from '../../src/platform/app-error.ts'
import type { Loan } from './cast/loans-cast.ts'
import { pressAndCheck, type Scene, withOutcome } from './loans-checks.ts'
import { breaches } from './loans-laws.ts'
import { look, openRows, type Seen } from './loans-oracle.ts'
import { explain } from './loans-orders.ts'
import { bring, changePayee, holdOrLift, peek, tamper } from './loans-outside.ts'
import { submit, type Press } from './cast/loans-presses.ts'
import { agreeOver } from './loans-refinance.ts'
import { insist, jumpBy, jumpPast, payOut, tryShut } from './loans-scripts.ts'

/** The model is required by fast-check and not used: expectations are read before each step. */
type Model = { loans: number }
type Command = fc.AsyncCommand<Model, Scene>

const command = (name: string, run: (scene: Scene) => Promise<void>): Command => ({
  check: () => true,
  toString: () => name,
  async run(_model, scene) {
    scene.tally.steps++
    await run(scene)
    await obey(scene)
  },
})

/** Checks every law, and that ended loans have not changed. */
async function obey(scene: Scene): Promise<void> {
  const { house, loans, ended } = scene
  const found = await breaches(
    house,
    loans.map(({ id }) => id),
  )
  invariant(found.length === 0, found.join('\n'))
  for (const row of await house.rows<{ id: string; text: string }>(
    // Its chain may go on: a letter, a message, or a download of the file.
    `select id, (to_jsonb(e) - 'event_count' - 'head_hash')::text as text from escrows as e
     where id = any($1) and ended_at is not null`,
    [loans.map(({ id }) => id)],
  )) {
    const kept = ended.get(row.id) ?? row.text
    invariant(kept === row.text, `L7: after its end ${kept} became ${row.text}`)
    ended.set(row.id, kept)
  }
}

const someLoan = ({ loans, ended }: Scene, draw: number): Loan => {
  const open = loans.filter(({ id }) => !ended.has(id))
  const from = open.length > 0 ? open : loans
  const loan = from[draw % from.length]
  invariant(loan, 'there are loans')
  return loan
}

const canPress = (scene: Scene, { action, who }: Restated) =>
  who !== 'SYSTEM' && (who === 'OPERATOR' || who === 'TWO_OPERATORS' || scene.pressed.has(action))

/** Someone does something that is open. */
const goOn = (loan: number, pick: number): Command =>
  command(`go on with ${loan}, way ${pick}`, async (scene) => {
    const chosen = someLoan(scene, loan)
    const seen = await look(scene.house, chosen.id)
    const needsCode = ['CODE_NEEDED', 'TRANSFER_FAILED'].includes(seen.phase)
    if (needsCode && pick % 2 === 0) return bring(scene, chosen, pick % 4 > 0)
    const row = somePress(scene, seen, pick)
    if (row) await pressAndCheck(scene, chosen, seen, wantedOf(row))
  })

/** Every other time the row taken least so far. Cancelling is made rare. */
function somePress(scene: Scene, seen: Seen, pick: number): Restated | undefined {
  const open = openRows(seen).filter((row) => canPress(scene, row))
  if (pick % 2 === 1) return open.toSorted((a, b) => countOf(scene, a) - countOf(scene, b))[0]
  const rows = open.flatMap((row) =>
    Array.from({ length: row.action === 'cancel' ? 1 : 6 }, () => row),
  )
  return rows[pick % Math.max(1, rows.length)]
}

const countOf = ({ taken }: Scene, row: Restated): number => taken.get(row) ?? 0

const wantedOf = ({ action, who, outcome }: Restated): Press => ({
  action,
  actor: who,
  ...(outcome && { outcome }),
})

/** Someone tries any action. */
const tryAny = (loan: number, wanted: Press): Command =>
  command(`try ${wanted.actor} ${wanted.action} on ${loan}`, async (scene) => {
    if (!scene.pressed.has(wanted.action)) return
    const chosen = someLoan(scene, loan)
    await pressAndCheck(scene, chosen, await look(scene.house, chosen.id), wanted)
  })

/**
 * Whether an old version is refused. Not for sign and reveal, and for confirmRest only while a rest
 * waits to be confirmed.
 */
const takesVersion = (seen: Seen, { action }: Restated): boolean =>
  !['sign', 'reveal'].includes(action) &&
  (action !== 'confirmRest' || (seen.hasRest && !seen.isRestPaid))

/** Someone acts on an outdated view. */
const tryStale = (loan: number, pick: number): Command =>
  command(`act on an old view of ${loan}`, async (scene) => {
    const chosen = someLoan(scene, loan)
    const seen = await look(scene.house, chosen.id)
    const rows = openRows(seen).filter(
      (row) => canPress(scene, row) && takesVersion(seen, row) && !row.who.includes('OPERATOR'),
    )
    const row = rows[pick % Math.max(1, rows.length)]
    if (!row || seen.version < 2) return
    const wanted = { ...wantedOf(row), version: seen.version - 2 }
    const reply = await submit(scene.house, chosen, seen, withOutcome(seen, wanted))
    const after = await look(scene.house, chosen.id)
    invariant(reply.status === 409, `L40: an old version got ${reply.status}: ${reply.text}`)
    invariant(after.version === seen.version, 'L35: what is refused changes nothing')
    scene.tally.stale++
  })

/** Several at once, on the loan and the one refinancing it. Some order must explain all results. */
const burst = (loan: number, picks: number[]): Command =>
  command(`${picks.length} at once on ${loan}: ${picks.join()}`, async (scene) => {
    const { house, tally } = scene
    const pair = pairOf(scene, someLoan(scene, loan))
    const stands: { loan: Loan; before: Seen }[] = []
    for (const each of pair) stands.push({ loan: each, before: await look(house, each.id) })
    const open = stands.flatMap(({ loan: each, before }) =>
      openRows(before)
        .filter((row) => canPress(scene, row) && !row.who.includes('OPERATOR'))
        .map((row) => ({ loan: each, before, wanted: withOutcome(before, wantedOf(row)) })),
    )
    const drawn = picks.flatMap((pick) => open[pick % Math.max(1, open.length)] ?? [])
    if (drawn.length === 0) return
    const answers = await Promise.all(
      drawn.map(async ({ loan: each, before, wanted }) => {
        const { status, text } = await submit(house, each, before, wanted)
        return { ...wanted, loanId: each.id, status, text }
      }),
    )
    await explain(house, stands, answers)
    tally.bursts++
  })

/** The loan, with the one that refinances it or that it refinances. */
const pairOf = ({ loans, ended }: Scene, { id, refinances }: Loan): Loan[] =>
  loans.filter(
    (loan) =>
      loan.id === id || (!ended.has(loan.id) && (loan.refinances === id || loan.id === refinances)),
  )

/** Time passes for everybody. Whatever falls due must happen, and nothing early. */
const jump = (hours: number): Command =>
  command(`${hours} hours pass`, (scene) => jumpBy(scene, hours * 3_600_000))

/** Moves the clock to just after the next date of a loan. */
const jumpTo = (loan: number): Command =>
  command(`time passes to the next date of ${loan}`, async (scene) => {
    const seen = await look(scene.house, someLoan(scene, loan).id)
    const { deadlineAt, dueAt, graceUntil, objectionUntil, payBy, answerBy } = seen
    await jumpPast(scene, seen, [deadlineAt, dueAt, graceUntil, objectionUntil, payBy, answerBy])
  })

/** A command that concerns one loan. */
const on =
  (name: string, run: (scene: Scene, loan: Loan, pick: number) => Promise<void>) =>
  ([loan, pick]: [number, number]): Command =>
    command(`${name} ${loan}, way ${pick}`, (scene) => run(scene, someLoan(scene, loan), pick))

const someInt = fc.nat(10_000)
const twoInts = fc.tuple(someInt, someInt)
const aPress = fc.record({
  action: fc.constantFrom(...loanActions),
  actor: fc.constantFrom('BORROWER' as const, 'LENDER' as const),
  outcome: fc.constantFrom<Outcome[]>(...outcomes),
})

/** Drawn as often as they are listed here. */
export const anyCommand: fc.Arbitrary<Command>[] = [
  ...Array.from({ length: 9 }, () => twoInts.map(([loan, pick]) => goOn(loan, pick))),
  ...Array.from({ length: 2 }, () =>
    fc
      .tuple(someInt, aPress)
      .map(([loan, { outcome, ...wanted }]) =>
        tryAny(loan, wanted.action === 'proposeSettlement' ? { ...wanted, outcome } : wanted),
      ),
  ),
  ...Array.from({ length: 2 }, () =>
    fc
      .tuple(someInt, fc.array(someInt, { minLength: 2, maxLength: 5 }))
      .map(([loan, picks]) => burst(loan, picks)),
  ),
  ...Array.from({ length: 2 }, () => someInt.map(jumpTo)),
  ...Array.from({ length: 1 }, () =>
    fc.constantFrom(1, 1, 6, 6, 24, 24, 72, 121, 200, 490, 800, 1440).map(jump),
  ),
  twoInts.map(([loan, pick]) => tryStale(loan, pick)),
  twoInts.map(on('hold or lift', holdOrLift)),
  twoInts.map(on('a stranger looks at', peek)),
  twoInts.map(on('the borrower tries to move the domain of', tamper)),
  twoInts.map(
    on('somebody changes where they are paid in', (_, loan, pick) => changePayee(loan, pick)),
  ),
  twoInts.map(on('each side tries what is shut in', tryShut)),
  twoInts.map(on('the lender insists on', insist)),
  twoInts.map(on('another lender agrees to take over', agreeOver)),
  twoInts.map(on('another lender pays out', payOut)),
]
