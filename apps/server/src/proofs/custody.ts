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

const house = await startHouse({ onFrame: undefined })
say('up')
const storm = await raiseStorm(house, size, say)
const found = await checkStorm(house, storm.asked)
const codes = await countCodesLeft(house, [])
console.log(found, codes, house.world.violations.length, house.world.received.length)
await house.stop()
