import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './faults.ts'
import type { Town } from './town.ts'
import type { Visitors } from './visitors.ts'
import type { Writers } from './writers.ts'

export type Trial = Town & { writers: Writers; visitors: Visitors }

const gapMaxMs = 15_000
const patienceMs = 90_000
/** What was under way when it struck may still be answered. */
const settleMs = 1500

export const inSeconds = (ms: number) => (ms / 1000).toFixed(1)

/** One fault: until writes are back, and then, once it is mended, until the cluster is whole. */
export async function suffer(trial: Trial, fault: Fault) {
  const { cluster, writers, visitors } = trial
  const off: string[] = []
  const before = await cluster.leader()
  const from = performance.now()
  const mend = await fault.strike(cluster)
  if (fault.isSurvived) await untilWritten(trial)
  else off.push(...(await seeReadsGoOn(trial, from)))
  const mendedAt = performance.now()
  await mend()
  if (!fault.isSurvived) await untilWritten(trial)
  await cluster.untilWhole(2 * patienceMs)
  const wholeMs = performance.now() - from
  await sleep(2000)
  const hasMoved = (await cluster.leader()) !== before
  if (hasMoved !== fault.movesPrimary) {
    off.push(`${fault.name}: ${before.name} is ${hasMoved ? 'no longer' : 'still'} the primary`)
  }
  // Without a standby nothing can be acknowledged, so that its gap begins when one may come back.
  const [writesFrom, to] = [fault.isSurvived ? from : mendedAt, performance.now()]
  const gaps = {
    write: writers.longestGapMs(writesFrom, to),
    registration: visitors.longestRegisterGapMs(writesFrom, to),
    read: visitors.longestReadGapMs(from, to),
  }
  for (const [what, ms] of Object.entries(gaps)) {
    if (ms > gapMaxMs) off.push(`${fault.name}: no ${what} for ${inSeconds(ms)} s`)
  }
  const told = Object.entries(gaps).map(([what, ms]) => `no ${what} for ${inSeconds(ms)} s`)
  return { gaps, off, told: `${told.join(', ')}, whole after ${inSeconds(wholeMs)} s` }
}

async function untilWritten({ writers }: Trial) {
  const since = performance.now() + settleMs
  await sleep(settleMs)
  while (writers.lastAckedAt() < since && performance.now() < since + patienceMs) await sleep(100)
}

/** Commits wait for a standby: whoever writes is told in 2 s, and whoever reads notices nothing. */
async function seeReadsGoOn(trial: Trial, struckAt: number): Promise<string[]> {
  const { api, visitors } = trial
  const [isBegun] = await Promise.all([canBegin(trial), sleep(12_000)])
  const [from, to] = [struckAt + settleMs, performance.now()]
  const off: string[] = []
  if (!isBegun) off.push('no standby: an API that begins meanwhile does not get ready')
  const readGapMs = visitors.longestReadGapMs(from, to)
  if (readGapMs > 2000) off.push(`no standby: no read for ${inSeconds(readGapMs)} s`)
  const asked = visitors.registrations.filter(({ at, ms }) => at - ms > from && at < to)
  const slowestMs = Math.max(...asked.map(({ ms }) => ms))
  if (asked.length < 5) off.push(`no standby: only ${asked.length} writes were answered`)
  if (slowestMs > 2000) off.push(`no standby: a write waited for ${inSeconds(slowestMs)} s`)
  if (asked.some(({ status }) => status !== 503)) off.push('no standby: a reply that is not 503')
  const ready = await fetch(`${api.base}/health/ready`)
  if (ready.status !== 200) off.push(`no standby: ready says ${ready.status}, though it reads`)
  return off
}

/** An API that is started anew while nothing can be saved: people read at it. */
async function canBegin({ startApi, logFiles: [logFile = ''] }: Trial): Promise<boolean> {
  const beginning = startApi(logFile)
  const isBegun = await Promise.race([beginning.then(() => true), sleep(12_000).then(() => false)])
  void beginning.then((late) => late.stop())
  return isBegun
}

/** What was kept of everything, in the end. */
export async function countAll(trial: Trial) {
  const { writers, visitors, mailed, logFiles } = trial
  await writers.stop()
  const hasStream = visitors.hasStream()
  await visitors.stop()
  const kept = await list<{ key: string }>(trial, 'select key from proof_effects')
  const keys = new Set(kept.map(({ key }) => key))
  const lost = [...writers.acknowledged].filter((key) => !keys.has(key)).length
  const doubled = kept.length - keys.size
  const people = await list<{ email: string }>(trial, 'select email from users')
  const known = new Set(people.map(({ email }) => email))
  const welcomed = visitors.registrations.filter(({ status }) => status === 200)
  const forgotten = welcomed.filter(({ email }) => !known.has(email)).length
  const unmailed = () => people.filter(({ email }) => !mailed.has(email)).length
  const until = performance.now() + patienceMs
  while (unmailed() > 0 && performance.now() < until) await sleep(1000)
  const dead = await list(trial, 'select from dead_jobs')
  const holders = await list(
    trial,
    `select from pg_locks where locktype = 'advisory' and granted and objid in (7461001, 7461002)`,
  )
  const [unexpected, refusals] = [visitors.unexpected(), visitors.countOf(503)]
  const lines = logFiles.map(countLines)
  const off = [
    lost > 0 && `${lost} acknowledged writes are lost`,
    doubled > 0 && `${doubled} writes are doubled`,
    forgotten > 0 && `${forgotten} registrations that were acknowledged are lost`,
    unmailed() > 0 && `${unmailed()} people got no mail`,
    dead.length > 0 && `${dead.length} jobs are dead`,
    holders.length !== 2 && `the two locks of workers have ${holders.length} holders`,
    unexpected.length > 0 && `replies of ${unexpected.join()}`,
    !hasStream && 'the live stream did not come back',
  ].filter((each) => each !== false)
  const told =
    `${writers.acknowledged.size} writes acknowledged, ${lost} lost, ${doubled} doubled ` +
    `(${writers.metOwnRow()} were there when sent again); ${welcomed.length} people registered, ` +
    `${forgotten} lost, ${unmailed()} mails lost, ${dead.length} jobs dead, ` +
    `${holders.length / 2} holder a lock, ${refusals} replies of 503, ${unexpected.length} ` +
    `of anything worse; stream reopened ${visitors.streamsLost()} ` +
    `times; ${Math.max(...lines)} lines in the longest log besides its requests`
  return { off, told }
}

function countLines(logFile: string): number {
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n')
  return lines.filter((line) => !line.includes('"msg":"request"')).length
}

async function list<Row extends object>({ admin }: Trial, text: string): Promise<Row[]> {
  const { rows } = await admin.query(text)
  return rows as Row[] // As the statement selects them.
}
