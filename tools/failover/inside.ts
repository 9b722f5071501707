import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fullRound, smallRound } from './faults.ts'
import { openTown } from './town.ts'
import { countAll, inSeconds, suffer } from './trial.ts'
import { startVisitors } from './visitors.ts'
import { startWriters } from './writers.ts'

const [folder = '', size] = process.argv.slice(2)
const faults = size === '--small' ? smallRound : fullRound
const startedAt = performance.now()
const seconds = () => Math.round((performance.now() - startedAt) / 1000)
const say = (what: string) => console.log(`${String(seconds()).padStart(5)} s  ${what}`)
const failures: string[] = []
let line = 'not finished'
try {
  line = await prove()
} catch (error) {
  failures.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
}
if (failures.length > 0) for (const name of ['n1', 'n2', 'n3']) showLog(`${name}/patroni.log`)
for (const failure of failures) console.log(`off: ${failure}`)
console.log(`proof failover: ${line}; ${seconds()} s`)
process.exit(failures.length === 0 ? 0 : 1)

async function prove(): Promise<string> {
  const town = await openTown(folder, say)
  const writers = startWriters(town.urls.owner, 3)
  const visitors = await startVisitors(town.api)
  const trial = { ...town, writers, visitors }
  await sleep(2000)
  const longestMs = { write: 0, registration: 0, read: 0 }
  for (const [place, fault] of faults.entries()) {
    const { gaps, off, told } = await suffer(trial, fault)
    say(`${place + 1}. ${fault.name}: ${told}`)
    for (const what of ['write', 'registration', 'read'] as const) {
      longestMs[what] = Math.max(longestMs[what], gaps[what])
    }
    failures.push(...off)
  }
  const { off, told } = await countAll(trial)
  failures.push(...off)
  const longest = Object.entries(longestMs).map(([what, ms]) => `no ${what} for ${inSeconds(ms)} s`)
  return `${faults.length} faults, at worst ${longest.join(', ')}; ${told}`
}

function showLog(file: string) {
  const text = readFileSync(join(folder, file), 'utf8').split('\n').slice(-40).join('\n')
  console.log(`--- ${file}\n${text}`)
}
