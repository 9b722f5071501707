/** The environment of a custody proof: the product's processes, its world, and people. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { dayMs } from '@pier/protocol/time'
import { invariant } from '../../src/platform/app-error.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import type { Jobs } from '../../src/platform/jobs/job-catalogue.ts'
import { attachQueue, enqueue } from '../../src/platform/jobs/queue.ts'
import { startCustodyWorld } from '../../test/custody-world/custody-world.ts'
import { givenLedger } from '../../test/given/given-ledger.ts'
import { startInbox } from '@pier/stand-ins/inbox/inbox'
import type { RegistryOptions } from '../../test/registry/reference-registry.ts'
import { makeSecrets } from '../../test/secrets.ts'
import { startApiNode, startWorkerNode, type WorkerNode } from '../../test/node.ts'
import { openThrowAwayDatabase } from '../shared/throw-away-database.ts'

export type House = Awaited<ReturnType<typeof startHouse>>
export type Person = Awaited<ReturnType<House['register']>>

const password = 'seven quiet herons'

const settings = {
  PIER_MODE: 'test',
  PUBLIC_ORIGIN: 'http://localhost:4300',
  PASSWORD_COST: 'light',
  TRUSTED_PROXY_HOPS: '1',
}
const pace = { REGISTRAR_COMMANDS_PER_MINUTE: '10000' }

type Options = { onFrame?: RegistryOptions['onFrame']; logLevel?: string }

export async function startHouse({ onFrame, logLevel = 'trace' }: Options) {
  const folder = mkdtempSync(join(tmpdir(), 'pier-custody-'))
  const database = await openThrowAwayDatabase()
  const { owner } = database
  // Short retry delays keep the proof short; everything else is as in production.
  await owner.pool.query('update pgboss.queue set retry_delay = 1, retry_delay_max = 2')
  const queue = await attachQueue(owner)
  const inbox = await startInbox({ smtpPort: 0, httpPort: 0 })
  const secrets = await makeSecrets()
  const world = await startCustodyWorld(secrets, { onFrame })
  const clock = keepTime(world)
  const smtpUrl = `smtp://127.0.0.1:${inbox.smtpPort}`
  const parts = { ...secrets, ...world.env, DATABASE_URL: database.url, SMTP_URL: smtpUrl }
  const env = { ...settings, LOG_LEVEL: logLevel, ...parts, ...pace }
  const logFile = join(folder, 'nodes.log')
  const api = await startApiNode(env, { logFile })
  const workers: WorkerNode[] = []
  const startWorker = (more: Record<string, string> = {}) =>
    startWorkerNode({ ...env, ...more }, { logFile })
  const rows = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await owner.pool.query<T>(text, values)).rows

  return {
    owner,
    world,
    inbox,
    workers,
    startWorker,
    logFile,
    /** For files that parts of the proof write. */
    folder,
    /** Our id at the registry. */
    ourId: env.REGISTRAR_USER,
    rows,
    ...jobsOf(owner, rows),
    /** For starting more processes of the product. */
    env,
    api,
    register: (node = api) => register(node, rows),
    topUp: givenLedger(() => database).topUp,
    /** Days pass for the registry first, then for the product. */
    async moveClock(days: number): Promise<void> {
      clock.tick()
      world.other.advanceDays(days)
      await rows('update clock_offset set ahead_seconds = ahead_seconds + $1', [days * 86_400])
    },
    async stop(): Promise<void> {
      clock.stop()
      await Promise.all([api, ...workers].map((node) => node.stop()))
      await queue.stop({ graceful: false, close: false })
      await world.close()
      await inbox.close()
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The registry's clock is moved by hand; here it follows the real time. */
function keepTime({ other }: Awaited<ReturnType<typeof startCustodyWorld>>) {
  let tickedAt = performance.now()
  const tick = () => {
    const now = performance.now()
    other.advanceDays((now - tickedAt) / dayMs)
    tickedAt = now
  }
  const timer = setInterval(tick, 1000)
  return { tick, stop: () => clearInterval(timer) }
}

type Rows = <T extends object>(text: string, values?: unknown[]) => Promise<T[]>
type Owner = Awaited<ReturnType<typeof openThrowAwayDatabase>>['owner']

const jobsOf = (owner: Owner, rows: Rows) => ({
  enqueue: <N extends keyof Jobs>(name: N, data: Jobs[N]): Promise<unknown> =>
    inTransaction(owner, (tx) => enqueue(tx, name, data)),
  /** Polls the registrar for news, unless a poll is still open. */
  async poll(): Promise<void> {
    const open = await rows(
      `select from pgboss.job where name = 'custody.poll' and state in ('created', 'active')`,
    )
    if (open.length === 0) await inTransaction(owner, (tx) => enqueue(tx, 'custody.poll', {}))
  },
})

type Api = Awaited<ReturnType<typeof startApiNode>>
type Reply = { status: number; text: string }

/** A user with a verified address, in a browser that keeps cookie and tokens. */
async function register(api: Api, rows: Rows) {
  const email = `${randomUUID()}@mail.example`
  const address = [...randomBytes(4)].map((byte) => (byte % 223) + 1).join('.')
  const kept = { address, token: '', refreshToken: '', cookie: '' }
  const enter = async (path: string, body: object) => {
    const reply = await api.call('POST', path, { address, cookie: kept.cookie }, body)
    invariant(reply.status === 200, `${path} gave ${reply.status}: ${reply.text}`)
    Object.assign(kept, JSON.parse(reply.text))
    kept.cookie = reply.cookie?.split(';')[0] ?? kept.cookie
    await api.call('GET', '/users/self', kept) // Binds the session to its cookie.
  }
  const call = async (method: string, path: string, body?: object): Promise<Reply> => {
    const reply = await api.call(method, path, kept, body)
    if (reply.status === 503) {
      await sleep(1000) // An overloaded node has not looked at the call.
      return call(method, path, body)
    }
    if (reply.status !== 401) return reply
    const { refreshToken } = kept
    const fresh = await api.call('POST', '/users/refresh', kept, { refreshToken })
    kept.token = (JSON.parse(fresh.text) as { accessToken: string }).accessToken
    return api.call(method, path, kept, body)
  }
  await enter('/users/register', { name: 'Proof Person', email, password })
  const [user] = await rows<{ id: string }>(
    'update users set email_verified_at = app_now() where email = $1 returning id',
    [email],
  )
  invariant(user, 'who has registered is there')
  return {
    id: user.id,
    email,
    call,
    /** The answer to a call that must succeed. */
    get: async <T>(method: string, path: string, body?: object): Promise<T> => {
      const reply = await call(method, path, body)
      invariant(reply.status < 300, `${method} ${path} gave ${reply.status}: ${reply.text}`)
      return (reply.text ? JSON.parse(reply.text) : null) as T
    },
    logIn: () => enter('/users/login', { email, password }),
  }
}

/** Waits until it is so. A timeout says what was waited for. */
export async function until(
  what: string,
  isThere: () => Promise<boolean> | boolean,
  { patienceMs = 60_000, everyMs = 250 } = {},
): Promise<void> {
  const endsAt = performance.now() + patienceMs
  while (!(await isThere())) {
    invariant(performance.now() < endsAt, `waited ${patienceMs / 1000} s in vain: ${what}`)
    await sleep(everyMs)
  }
}

/** Works on many items, a few at a time. */
export async function inLanes<T>(
  lanes: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = [...items]
  const lane = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
