/** What can happen in a sequence, as commands that fast-check draws, with what has to come of each. */
import { randomUUID } from 'node:crypto'
import {
  escrowActions,
  type EscrowAction,
  type Outcome,
  outcomes,
} from '@pier/protocol/lifecycles/escrow'
import type { Restated } from '@pier/protocol/lifecycles/escrow-restated'
import fc from 'fast-check'
import { invariant } from '../platform/app-error.ts'
import { bankDetails } from '../testing/given-loans.ts'
import { callAs, type Loan } from './loans-cast.ts'
import { catchUp, explain, pressAndCheck, say, type Scene, withOutcome } from './loans-checks.ts'
import { breaches } from './loans-laws.ts'
import { look, openRows, type Seen } from './loans-oracle.ts'
import { press, type Press } from './loans-presses.ts'
import { bringDomain } from './loans-transfer.ts'

/** Nothing is foretold but that loans are there: what has to happen is read before each step. */
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

/** Every law, and that what has ended is as it was. */
async function obey(scene: Scene): Promise<void> {
  const { house, loans, ended } = scene
  const found = await breaches(
    house,
    loans.map(({ id }) => id),
  )
  invariant(found.length === 0, found.join('\n'))
  for (const row of await house.rows<{ id: string; text: string }>(
    // Its chain may go on: a letter is written, somebody says a word, the file is fetched.
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

/** Somebody does something that is open, as sensible people do. */
const goOn = (loan: number, pick: number): Command =>
  command(`go on with ${loan}, way ${pick}`, async (scene) => {
    const chosen = someLoan(scene, loan)
    const seen = await look(scene.house, chosen.id)
    const needsCode = ['CODE_NEEDED', 'TRANSFER_FAILED'].includes(seen.phase)
    if (needsCode && pick % 2 === 0) return bring(scene, chosen, pick % 3 > 0)
    const row = somePress(scene, seen, pick)
    if (row) await pressAndCheck(scene, chosen, seen, wantedOf(row))
  })

/** Every other time what was taken least so far. Most loans are not cancelled as soon as they can be. */
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

/** Somebody tries whatever comes to mind. */
const tryAny = (loan: number, wanted: Press): Command =>
  command(`try ${wanted.actor} ${wanted.action} on ${loan}`, async (scene) => {
    if (!scene.pressed.has(wanted.action)) return
    const chosen = someLoan(scene, loan)
    await pressAndCheck(scene, chosen, await look(scene.house, chosen.id), wanted)
  })

/** Signing names its document instead, and a second look at where to pay is no step. */
const takesNoVersion = new Set<EscrowAction>(['sign', 'reveal'])

/** Somebody who has not looked for a while. */
const tryStale = (loan: number, pick: number): Command =>
  command(`act on an old view of ${loan}`, async (scene) => {
    const chosen = someLoan(scene, loan)
    const seen = await look(scene.house, chosen.id)
    const rows = openRows(seen).filter(
      (row) =>
        canPress(scene, row) && !takesNoVersion.has(row.action) && !row.who.includes('OPERATOR'),
    )
    const row = rows[pick % Math.max(1, rows.length)]
    if (!row || seen.version < 2) return
    const wanted = { ...wantedOf(row), version: seen.version - 2 }
    const reply = await press(scene.house, chosen, seen, withOutcome(seen, wanted))
    const after = await look(scene.house, chosen.id)
    invariant(reply.status === 409, `L40: an old version got ${reply.status}: ${reply.text}`)
    invariant(after.version === seen.version, 'L35: what is refused changes nothing')
    scene.tally.stale++
  })

/** Several at once. Some order of those that were taken has to explain everything. */
const burst = (loan: number, picks: number[]): Command =>
  command(`${picks.length} at once on ${loan}: ${picks.join()}`, async (scene) => {
    const chosen = someLoan(scene, loan)
    const before = await look(scene.house, chosen.id)
    const rows = openRows(before).filter(
      (row) => canPress(scene, row) && !row.who.includes('OPERATOR'),
    )
    if (rows.length === 0) return
    const drawn = picks.flatMap((pick) => rows[pick % rows.length] ?? [])
    const wanted = drawn.map((row) => withOutcome(before, wantedOf(row)))
    const replies = await Promise.all(
      wanted.map((each) => press(scene.house, chosen, before, each)),
    )
    await explain(
      scene,
      chosen,
      before,
      wanted.map((each, index) => ({
        ...each,
        status: replies[index]?.status ?? 0,
        text: replies[index]?.text ?? '',
      })),
    )
    scene.tally.bursts++
  })

/** Time passes for everybody. Whatever falls due has to happen, and nothing before its time. */
const jump = (hours: number): Command =>
  command(`${hours} hours pass`, (scene) => jumpBy(scene, hours))

export async function jumpBy(scene: Scene, hours: number): Promise<void> {
  await scene.house.moveClock(hours / 24)
  for (const loan of scene.loans) await catchUp(scene, loan)
  scene.tally.jumps++
}

/** To just after the next date of a loan. */
const jumpTo = (loan: number): Command =>
  command(`time passes to the next date of ${loan}`, async (scene) => {
    const seen = await look(scene.house, someLoan(scene, loan).id)
    const ahead = [seen.deadlineAt, seen.dueAt, seen.graceUntil, seen.objectionUntil, seen.payBy]
      .map((date) => (date?.getTime() ?? 0) - seen.now.getTime())
      .filter((ms) => ms > 0)
    const ms = ahead.length > 0 ? Math.min(...ahead) + 60_000 : 3_600_000
    await jumpBy(scene, ms / 3_600_000)
  })

/** An order of a court comes, or goes. */
const hold = (loan: number): Command =>
  command(`hold or lift ${loan}`, async (scene) => {
    const chosen = someLoan(scene, loan)
    const { isHeld } = await look(scene.house, chosen.id)
    await scene.house.rows(
      isHeld
        ? `update domain_holds set lifted_at = app_now() where domain_id = $1 and lifted_at is null`
        : `insert into domain_holds (domain_id, kind, note, created_at) values ($1, 'court', 'proof', app_now())`,
      [chosen.domainId],
    )
    if (isHeld) await catchUp(scene, chosen)
    scene.tally.holds++
  })

/** L48: for others a loan is like one that was never there. */
const peek = (loan: number): Command =>
  command(`a stranger looks at ${loan}`, async ({ house, cast, loans, tally }) => {
    const chosen = loans[loan % loans.length]
    invariant(chosen, 'there are loans')
    for (const [method, path, body] of [
      ['GET', ''],
      ['GET', '/events'],
      ['POST', '/cancel'],
      ['POST', '/finalize', { outcome: 'SURRENDER', domain: chosen.name }],
    ] as const) {
      const real = await callAs(cast.stranger, method, `/escrow/${chosen.id}${path}`, body)
      const none = await callAs(cast.stranger, method, `/escrow/${randomUUID()}${path}`, body)
      invariant(real.status === 404 && real.text === none.text, `L48: ${real.text} / ${none.text}`)
    }
    invariant((await look(house, chosen.id)).version >= 0, 'it is there')
    tally.strangers++
  })

/** L11: while a loan is open its domain is neither offered again nor taken away. */
const tamper = (loan: number): Command =>
  command(`the borrower tries to move the domain of ${loan}`, async (scene) => {
    const { domainId, people, id } = someLoan(scene, loan)
    if ((await look(scene.house, id)).phase === 'ENDED') return
    const ask = { desired_loan_amount: 500, desired_term: 30, desired_apy: 10 }
    const listed = await callAs(people.BORROWER, 'POST', '/listings', {
      domain_id: domainId,
      ...ask,
    })
    const left = await callAs(people.BORROWER, 'POST', `/domains/${domainId}/transferOut`)
    invariant(listed.status >= 400 && left.status >= 400, `L11: ${listed.text} ${left.text}`)
  })

const otherAccounts = ['SE4550000000058398257466', 'GB82WEST12345698765432']

/** The lender changes where they are paid: until that counts, no clock runs against the borrower. */
const changePayee = (loan: number): Command =>
  command(`the lender of ${loan} changes where they are paid`, async (scene) => {
    const { people } = someLoan(scene, loan)
    const details = { ...bankDetails, account: otherAccounts[loan % 2] }
    await callAs(people.LENDER, 'PUT', '/users/payout-details', details)
  })

/** Over the registry, where the other registrar lets the domain go or does not. */
async function bring(scene: Scene, loan: Loan, isGood: boolean): Promise<void> {
  const seen = await look(scene.house, loan.id)
  if (seen.isHeld || seen.isInCustody) return
  await bringDomain(scene.house, loan, isGood)
  const after = await look(scene.house, loan.id)
  const wanted = isGood ? 'AWAITING_PAYMENT' : 'TRANSFER_FAILED'
  invariant(after.phase === wanted, `the transfer led to ${say(after)}`)
  scene.tally.transfers++
}

const someInt = fc.nat(10_000)
const aPress = fc.record({
  action: fc.constantFrom(...escrowActions),
  actor: fc.constantFrom('BORROWER' as const, 'LENDER' as const),
  outcome: fc.constantFrom<Outcome[]>(...outcomes),
})

/** Drawn as often as they stand here. */
export const anyCommand: fc.Arbitrary<Command>[] = [
  ...Array.from({ length: 9 }, () =>
    fc.tuple(someInt, someInt).map(([loan, pick]) => goOn(loan, pick)),
  ),
  ...Array.from({ length: 3 }, () =>
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
  fc.tuple(someInt, someInt).map(([loan, pick]) => tryStale(loan, pick)),
  someInt.map(hold),
  someInt.map(peek),
  someInt.map(tamper),
  someInt.map(changePayee),
]
