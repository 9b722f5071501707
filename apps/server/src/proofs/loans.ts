import { randomInt } from 'node:crypto'
import { restatedRows } from '@pier/protocol/lifecycles/escrow-restated'
import fc from 'fast-check'
import { startHouse, type House } from './custody-house.ts'
import { inviteCast, makeLoan, type Cast, type Loan, type Terms } from './loans-cast.ts'
import { pressAndCheck, type Scene, type Tally } from './loans-checks.ts'
import { anyCommand, jumpBy } from './loans-commands.ts'
import { lawCounts, ledgerBreaches } from './loans-laws.ts'
import { measureMany } from './loans-many.ts'
import { guardsSeen, look } from './loans-oracle.ts'
import { listPressed } from './loans-presses.ts'

/**
 * `pnpm proof loans`: lives of loans as chance draws them, several people at once, over the real API,
 * worker, registry and PostgreSQL, with the clock moved on the way. After each step every law is asked.
 * Then what a step and a due timer cost beside a million loans. `--small` is for every CI run, and
 * `--seed=…` plays a run again.
 */
const isSmall = process.argv.includes('--small')
const lifecycles = isSmall ? 39 : 501
const loansPerScene = 3
const commandsMax = 40
const graceDays = 7
const seed = Number(
  process.argv.find((text) => text.startsWith('--seed='))?.slice(7) ?? randomInt(2 ** 31),
)
const startedAt = performance.now()
const seconds = () => Math.round((performance.now() - startedAt) / 1000)

const tally: Tally = {
  steps: 0,
  presses: 0,
  taken: 0,
  refused: 0,
  repeated: 0,
  stale: 0,
  bursts: 0,
  jumps: 0,
  holds: 0,
  strangers: 0,
  transfers: 0,
}
let played = 0
const taken: Scene['taken'] = new Map()

const house = await startHouse({ logLevel: 'error' })
let isLawful = false
let rowsTaken: string[] = []
try {
  isLawful = await playAll(house)
  rowsTaken = await countRows(house)
} finally {
  await house.stop()
}
const many = await measureMany(isSmall ? 20_000 : 1_000_000)

const { held, all } = countGuards()
console.log(
  `proof loans: ${played} lifecycles in ${tally.steps} steps, seed ${seed}: ${tally.presses} presses ` +
    `(${tally.taken} taken, ${tally.refused} refused, ${tally.repeated} repeated, ${tally.stale} stale), ` +
    `${tally.bursts} bursts, ${tally.jumps} jumps of the clock, ${tally.holds} holds, ` +
    `${tally.transfers} transfers, ${tally.strangers} strangers; ${lawCounts.step} laws after each step and ${lawCounts.scene} of the ledger after each scene, ` +
    `${isLawful ? 0 : 1} broken; ${rowsTaken.length} of 37 rows taken, ${held} of ${all} conditions ` +
    `seen both ways; at ${many.count} loans a step costs ${sayRatio(many.step)} and a due timer ${sayRatio(many.timer)} ` +
    `times what it costs in an empty system; ${seconds()} s`,
)
process.exit(isLawful && played >= lifecycles && many.isProved ? 0 : 1)

function sayRatio({ buffers, cpu }: { buffers: number; cpu: number }): string {
  return `${buffers} (buffers) and ${cpu} (CPU)`
}

async function playAll(place: House): Promise<boolean> {
  await place.rows(`delete from pgboss.schedule where name = 'custody.check-holdings'`)
  place.workers.push(await place.startWorker())
  const cast = await inviteCast(place)
  const pressed = await listPressed(await makeLoan(place, peopleOf(cast, 0), someTerms(0, 0)))
  const commands = fc.array(fc.oneof(...anyCommand), {
    minLength: commandsMax / 2,
    maxLength: commandsMax,
    size: 'max',
  })
  const scenes = Math.ceil(lifecycles / loansPerScene)
  const property = fc.asyncProperty(commands, fc.nat(), async (drawn, first) => {
    const scene: Scene = { house: place, cast, loans: [], pressed, ended: new Map(), taken, tally }
    for (let index = 0; index < loansPerScene; index++) {
      const terms = someTerms(first, index)
      const loan = await makeLoan(place, peopleOf(cast, first + index), terms)
      scene.loans.push(loan)
      await prepare(scene, loan, index)
      const isOverdue = index === 0 && first % 3 > 0
      if (isOverdue) await jumpBy(scene, (terms.term + graceDays + 1) * 24)
    }
    await fc.asyncModelRun(() => ({ model: { loans: loansPerScene }, real: scene }), drawn)
    const broken = await ledgerBreaches(place)
    if (broken.length > 0) throw new Error(broken.join('\n'))
    played += loansPerScene
    if (played % (isSmall ? 12 : 60) === 0)
      console.log(`${played} lifecycles, ${tally.steps} steps, ${seconds()} s`)
  })
  const found = await fc.check(property, { numRuns: scenes, seed, endOnFailure: true })
  if (found.failed) console.log(fc.defaultReportMessage(found), found.errorInstance)
  return !found.failed
}

/** The first runs, and is overdue two times of three; the second waits for the money, the third for signatures. */
async function prepare(scene: Scene, loan: Loan, index: number): Promise<void> {
  const ways = [['sign', 'markPaid'], ['sign'], []] as const
  for (const action of ways[index] ?? []) {
    const actors = action === 'sign' ? (['LENDER', 'BORROWER'] as const) : (['BORROWER'] as const)
    for (const actor of actors) {
      await pressAndCheck(scene, loan, await look(scene.house, loan.id), { action, actor })
    }
  }
}

function peopleOf({ borrowers, lenders }: Cast, draw: number) {
  const [one] = borrowers
  const [other] = lenders
  if (!one || !other) throw new Error('a cast has people')
  return {
    BORROWER: borrowers[draw % borrowers.length] ?? one,
    LENDER: lenders[draw % lenders.length] ?? other,
  }
}

/** Terms are short, so that a few jumps lead through all of a loan. One in twelve comes from outside. */
function someTerms(draw: number, index: number): Terms {
  const isExternal = index === 1 && draw % 4 === 0
  const term = [1, 7, 21, 45][(draw >> 2) % 4] ?? 7
  return { term, contract: draw % 3 === 0 ? 1 : 0, isExternal, amount: 500 + (draw % 40) * 100 }
}

/** By their numbers: row 1 made each loan, and row 37 is a hold. */
async function countRows({ rows }: House): Promise<string[]> {
  const lines = await rows<{ row: string; action: string; actor: string; count: string }>(
    `select data ->> 'row' as row, action, actor, count(*) as count from escrow_events
     where version is not null group by 1, 2, 3 order by (data ->> 'row')::integer, 2, 3`,
  )
  const counted = Map.groupBy(lines, ({ row }) => row)
  for (const [row, ways] of counted) {
    const words = ways.map(({ action, actor, count }) => `${action} ${actor} ${count}`)
    console.log(`row ${row.padStart(2)}: ${words.join(', ')}`)
  }
  const taken = [...counted.keys(), ...(tally.holds > 0 ? ['37'] : [])]
  const numbers = ['1', '37', ...restatedRows.map(({ row }) => String(row))]
  const missing = [...new Set(numbers)].filter((row) => !taken.includes(row))
  if (missing.length > 0) console.log(`rows not taken: ${missing.join(', ')}`)
  return taken
}

function countGuards() {
  const asked = restatedRows.filter((row) => guardsSeen.has(row) && row.isMet.length > 0)
  const both = asked.filter((row) => {
    const { held: met = 0, failed = 0 } = guardsSeen.get(row) ?? {}
    return met > 0 && failed > 0
  })
  return { held: both.length, all: asked.length }
}
