import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { startHouse, type House } from '../custody/custody-house.ts'
import { inviteCast, makeLoan } from './cast/loans-cast.ts'
import type { Scene, Tally } from './loans-checks.ts'
import { anyCommand } from './loans-commands.ts'
import { countGuards, countRows, type Coverage } from './loans-coverage.ts'
import { lawCounts, ledgerBreaches } from './loans-laws.ts'
import { measureMany } from './many/loans-many.ts'
import { listPressed } from './cast/loans-presses.ts'
import { addLoan, peopleOf, someTerms } from './loans-scenes.ts'

/**
 * `pnpm proof loans`: random lives of loans, several people at once, over the real API, worker,
 * registry and PostgreSQL, with the clock moved on the way. Every law is checked after each step.
 * Then what a step and a due timer cost next to a million loans. `--small` is for every CI run, and
 * `--seed=…` repeats a run.
 */
const isSmall = process.argv.includes('--small')
const lifecycles = isSmall ? 39 : 501
const loansPerScene = 3
const commandsMax = 40
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
  takeovers: 0,
}
let played = 0
const taken: Scene['taken'] = new Map()

const house = await startHouse({ logLevel: 'error' })
let isLawful = false
let coverage: Coverage
try {
  isLawful = await playAll(house)
  coverage = await countRows(house, tally.holds)
} finally {
  await house.stop()
}
if (!isLawful) process.exit(1)
const many = await measureMany(isSmall ? 20_000 : 1_000_000)

const { held, all } = countGuards()
const { rows, ways, missed, waysMissed } = coverage
console.log(
  `proof loans: ${played} lifecycles in ${tally.steps} steps, seed ${seed}: ${tally.presses} presses ` +
    `(${tally.taken} taken, ${tally.refused} refused, ${tally.repeated} repeated, ${tally.stale} stale), ` +
    `${tally.bursts} bursts, ${tally.jumps} jumps of the clock, ${tally.holds} holds, ` +
    `${tally.transfers} transfers, ${coverage.signatures} signatures by link, ` +
    `${tally.takeovers} loans to take over, ${tally.strangers} strangers; ` +
    `${lawCounts.step} laws after each step and ${lawCounts.scene} of the ledger after each scene, ` +
    `0 broken; ${rows} of 37 rows taken in ${ways - waysMissed.length} of ${ways} ways, ` +
    `${held} of ${all} conditions seen both ways; at ${many.count} loans a step costs ` +
    `${sayRatio(many.step)} and a due timer ${sayRatio(many.timer)} times what it costs in an empty system; ${seconds()} s`,
)
const isCovered = isSmall || missed.length === 0
process.exit(isCovered && played >= lifecycles && many.isProved ? 0 : 1)

function sayRatio({ buffers, cpu }: { buffers: number; cpu: number }): string {
  return `${buffers} (buffers) and ${cpu} (CPU)`
}

async function playAll(place: House): Promise<boolean> {
  await place.rows(`delete from pgboss.schedule where name = 'custody.check-holdings'`)
  place.workers.push(await place.startWorker())
  const cast = await inviteCast(place)
  const pressed = await listPressed(await makeLoan(place, peopleOf(cast, 0), someTerms(0, 0, 0)))
  const commands = fc.array(fc.oneof(...anyCommand), {
    minLength: commandsMax / 2,
    maxLength: commandsMax,
    size: 'max',
  })
  const scenes = Math.ceil(lifecycles / loansPerScene)
  const property = fc.asyncProperty(commands, fc.nat(), async (drawn, first) => {
    const number = played / loansPerScene
    const kept = { loans: [], ended: new Map(), taken, tally }
    const scene: Scene = { number, house: place, cast, pressed, ...kept }
    for (let index = 0; index < loansPerScene; index++) await addLoan(scene, index, first)
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
