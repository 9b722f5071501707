/**
 * `pnpm bench tokens`: what it costs to know who asks. The check of a token beside a bare HMAC of the
 * same bytes, in this process, and a trivial call with a login beside an open one, over HTTP.
 */
import {
  createHmac,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto'
import { openAccessTokens } from '../src/modules/users/account/access-tokens.ts'
import { cpuSecondsOf, cpuSecondsOfCluster, parentOf } from '../proofs/shared/process-cost.ts'
import { openThrowAwayDatabase } from '../proofs/shared/throw-away-database.ts'
import { loadFor } from './reading/load.ts'
import { medianOf, printRows } from './shared/rows.ts'
import { envOf } from './signing-in/env.ts'
import { startOwnApi } from './signing-in/own-api.ts'

const rounds = 5
const checks = 50_000

const stops: (() => Promise<void>)[] = []
try {
  const check = await measureCheck()
  const database = await openThrowAwayDatabase()
  stops.push(() => database.stop())
  const api = await startOwnApi(await envOf(database.url, 'light'))
  stops.push(() => api.stop())
  const { rows } = await database.owner.pool.query<{ pid: number }>(
    'select pg_backend_pid() as pid',
  )
  const postmaster = parentOf(rows[0]?.pid ?? 0)
  const measured = { whole: [] as number[], process: [] as number[] }
  for (let round = -1; round < rounds; round++) {
    const open = await costOfCalls(api, postmaster, 'open')
    const own = await costOfCalls(api, postmaster, 'own')
    console.log(
      `open ${micros(open.api)} µs; with a login ${micros(own.api)} µs and the engine ${micros(own.engine)}`,
    )
    if (round < 0) continue // It has warmed everything up.
    measured.whole.push((open.api + open.engine) / (own.api + own.engine))
    measured.process.push(open.api / own.api)
  }
  const row = { bar: 'tokens', is: 'at least' as const, limit: '1' }
  printRows([
    { bar: 'tokens', what: 'check ÷ bare HMAC', measured: check, goal: 3, is: 'at most' },
    {
      ...row,
      what: 'open call ÷ call with a login',
      measured: medianOf(measured.whole),
      goal: 0.65,
    },
    {
      ...row,
      what: 'the same, API process alone',
      measured: medianOf(measured.process),
      goal: 0.3,
    },
  ])
} finally {
  for (const stop of stops.toReversed()) await stop()
}

/** Of a token that was seen before, as nearly all are: one is used for fifteen minutes. */
async function measureCheck(): Promise<number> {
  const { privateKey } = generateKeyPairSync('ed25519')
  const tokens = await openAccessTokens([{ ...privateKey.export({ format: 'jwk' }), kid: 'bench' }])
  const now = new Date()
  const session = { id: randomUUID(), userId: randomUUID(), createdAt: now, usedMfa: false }
  const token = await tokens.issue(session, now)
  const key = randomBytes(32)
  const mac = createHmac('sha256', key).update(token).digest()
  const ratios: number[] = []
  for (let round = -1; round < rounds; round++) {
    const bare = await cpuOf(() => {
      if (!timingSafeEqual(createHmac('sha256', key).update(token).digest(), mac)) throw new Error()
    })
    const ours = await cpuOf(() => tokens.read(token))
    if (round >= 0) ratios.push(ours / bare)
  }
  return medianOf(ratios)
}

async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  for (let time = 0; time < checks; time++) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / checks
}

type Api = { port: number; pid: number; tokens: string[] }

async function costOfCalls({ port, pid, tokens }: Api, postmaster: number, kind: 'open' | 'own') {
  let calls = 0
  const next = () => ({
    path: `/bench/${kind}`,
    headers: `x-access-token: ${tokens[calls++ % tokens.length]}\r\n`,
  })
  const before = { api: cpuSecondsOf(pid), engine: cpuSecondsOfCluster(postmaster) }
  const done = await loadFor({ port, connections: 16, ms: 1000, next })
  return {
    api: (cpuSecondsOf(pid) - before.api) / done,
    engine: kind === 'open' ? 0 : (cpuSecondsOfCluster(postmaster) - before.engine) / done,
  }
}

function micros(seconds: number): number {
  return Math.round(seconds * 1e6)
}
