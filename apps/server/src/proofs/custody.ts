import { join } from 'node:path'
import { countInvalidFrames, countMisunderstood, type Frame } from './custody-frames.ts'
import { playRefusals } from './custody-refusals.ts'
import { playHeldRefusals } from './custody-refusals-held.ts'
import { tellStory } from './custody-story.ts'
import { startHouse } from './custody-house.ts'
import { countCodesLeft } from './custody-secrets.ts'
import { raiseStorm } from './custody-storm.ts'
import { checkStorm } from './custody-storm-checks.ts'

const isSmall = process.argv.includes('--small')
const size = isSmall
  ? { transfers: 60, kills: 4, killEveryMs: 3000 }
  : { transfers: 2000, kills: 50, killEveryMs: 9000 }
const startedAt = performance.now()
const say = (text: string) => console.log(`${String(elapsed()).padStart(5)} s  ${text}`)
const elapsed = () => Math.round((performance.now() - startedAt) / 1000)

const frames: Frame[] = []
let isWritten = true
const house = await startHouse({ onFrame: (frame) => isWritten && frames.push(frame) })
say('up')
house.workers.push(await house.startWorker())
const ourCode = process.argv.includes('--no-story') ? '' : await tellStory(house, say)
isWritten = false
const invalid = countInvalidFrames(frames, join(house.folder, 'frames'))
const peers = await countMisunderstood()
say(`${frames.length} frames, ${invalid} invalid, ${peers.wrong} wrong with peers`)
const refusals = process.argv.includes('--no-ref') ? 0 : await playRefusals(house)
const heldRefusals = await playHeldRefusals(house)
say(`held ${JSON.stringify(heldRefusals)}`)
say(`refusals ${JSON.stringify(refusals)}`)
if (process.argv.includes('--no-storm')) {
  await house.stop()
  process.exit(0)
}
const storm = await raiseStorm(house, size, say)
const found = await checkStorm(house, storm.asked)
const codes = await countCodesLeft(house, [ourCode])
console.log(found, codes, house.world.violations.length, house.world.received.length)
await house.stop()
