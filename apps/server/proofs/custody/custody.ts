import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { countMisjudged } from './custody-dns.ts'
import { countInvalidFrames, countMisunderstood, type Frame } from './custody-frames.ts'
import { type House, startHouse } from './custody-house.ts'
import { playHeldRefusals } from './custody-refusals-held.ts'
import { playRefusals } from './custody-refusals.ts'
import { countCodesLeft } from './custody-secrets.ts'
import { checkStorm } from './custody-storm-checks.ts'
import { raiseStorm } from './custody-storm.ts'
import { tellStory } from './custody-story.ts'

/**
 * `pnpm proof custody`: a domain goes into custody and out again over real sockets; then many come
 * in, while the registry hangs up at random and workers are killed; then the registry refuses in every
 * way it has, and DNS servers lie. `--small` is what every CI run does.
 */
const isSmall = process.argv.includes('--small')
const size = isSmall
  ? { transfers: 60, kills: 4, killEveryMs: 2500 }
  : { transfers: 2000, kills: 50, killEveryMs: 9000 }
const startedAt = performance.now()
const elapsed = () => Math.round((performance.now() - startedAt) / 1000)
const say = (text: string) => console.log(`${String(elapsed()).padStart(5)} s  ${text}`)

const frames: Frame[] = []
let isKept = true
const house = await startHouse({ onFrame: (frame) => isKept && frames.push(frame) })
try {
  process.exitCode = (await prove(house)) ? 0 : 1
} catch (error) {
  console.error(error) // Printed first, because stopping may wait for work in progress.
  process.exitCode = 1
}
await Promise.race([house.stop(), sleep(30_000)])
process.exit()

async function prove(house: House): Promise<boolean> {
  house.workers.push(await house.startWorker())
  say('the product and its world are up')
  const [code, dns, peers] = await Promise.all([
    tellStory(house, say),
    countMisjudged(),
    countMisunderstood(),
  ])
  isKept = false
  const invalid = countInvalidFrames(frames, join(house.folder, 'frames'))
  say(`${frames.length} frames weighed, ${dns.cases} hostile answers judged`)

  const storm = await raiseStorm(house, size, say)
  const found = await checkStorm(house, storm.asked)
  const commands = house.world.received.length
  const refusals = await playRefusals(house)
  say(`${refusals.rows} refusals of transfers`)
  const held = await playHeldRefusals(house)
  say(`${held.rows} refusals of other kinds`)

  const zeros = {
    'frames invalid for xmllint': invalid,
    'for libxml2': house.world.violations.length,
    'talks with Perl misunderstood': peers.wrong,
    'hostile answers misjudged': dns.wrong,
    ...found,
    'refusals answered wrongly': refusals.wrong + held.wrong,
    'codes left in tables or logs': await countCodesLeft(house, [code]),
  }
  const figures = Object.entries(zeros).map(([what, count]) => `${count} ${what}`)
  console.log(
    `proof custody: one story in ${frames.length} frames and ${peers.lines} lines with Perl peers, ` +
      `${storm.asked.length} transfers in ${commands} commands under ${storm.cuts} cuts ` +
      `(${storm.cutsAfter} after execution) and ${storm.kills} kills, ` +
      `${refusals.rows + held.rows} refusals, ${dns.cases} hostile DNS answers: ` +
      `${figures.join(', ')}; ${elapsed()} s`,
  )
  return storm.kills >= size.kills && Object.values(zeros).every((count) => count === 0)
}
