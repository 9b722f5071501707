/**
 * `pnpm bench accept`: what it costs to accept an offer through the API, with all its rules, beside one
 * bare function of the database that takes the same locks and writes the same rows. Both wait for the
 * disk. Compared is CPU time, in turns, because the machine may be busy.
 */
import { createHash } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { openAccessTokens } from '../src/modules/users/account/access-tokens.ts'
import { startApiNode, type ApiNode } from '../test/node.ts'
import { makeSecrets } from '../test/secrets.ts'
import { cpuSecondsOf, cpuSecondsOfCluster, parentOf } from '../proofs/shared/process-cost.ts'
import { openAcceptWorld } from './accepting/accept-world.ts'
import { runPgbench } from './reading/pgbench.ts'
import { medianOf, printRows } from './shared/rows.ts'

const offers = 20_000
const borrowers = 400
const rounds = 5
const roundMs = 1500
const atOnce = 8

/** As `idOf` of accept-world.ts. */
const uuidOf = (text: string) =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')

const world = await openAcceptWorld({ offers, borrowers })
const secrets = await makeSecrets()
const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
let api: ApiNode | undefined
/** The product takes offers from the last on, the bare function from the first. */
let next = offers
try {
  api = await startApiNode({
    PIER_MODE: 'test',
    DATABASE_URL: world.url,
    PUBLIC_ORIGIN: 'http://localhost:4300',
    SMTP_URL: 'smtp://127.0.0.1:1',
    PASSWORD_COST: 'light',
    TRUSTED_PROXY_HOPS: '1',
    LOG_LEVEL: 'error',
    ...secrets,
  })
  await measure(api)
} finally {
  agent.destroy()
  await api?.stop()
  await world.stop()
}

async function measure({ pid, base }: ApiNode): Promise<void> {
  const backend = await world.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = parentOf(backend.rows[0]?.pid ?? 0)
  const tokens = await tokensOfBorrowers()
  const accept = () => acceptFor(base, tokens, roundMs)
  const bare = () => runPgbench({ url: world.url, script: 'select accept_bare();', seconds: 1 })
  const cost = async (work: () => Promise<number>) => {
    const before = [cpuSecondsOfCluster(postmaster), cpuSecondsOf(pid)] as const
    const startedAt = performance.now()
    const done = await work()
    const wallMs = performance.now() - startedAt
    await sleep(150) // Connections that have just ended are counted with their parent.
    const engine = ((cpuSecondsOfCluster(postmaster) - before[0]) * 1e6) / done
    return { done, engine, api: ((cpuSecondsOf(pid) - before[1]) * 1e6) / done, wallMs }
  }
  for (let warmed = 0, tries = 0; warmed < 400 && tries < 5; tries++) warmed += await accept()
  await bare()
  const measured: { ours: number; bare: number; engine: number; api: number; ms: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const least = await cost(bare)
    const ours = await cost(accept)
    measured.push({
      ours: ours.engine + ours.api,
      bare: least.engine,
      engine: ours.engine,
      api: ours.api,
      ms: (ours.wallMs * atOnce) / ours.done,
    })
  }
  await check()
  report(measured)
}

function report(
  measured: { ours: number; bare: number; engine: number; api: number; ms: number }[],
) {
  const of = (what: 'bare' | 'engine' | 'api' | 'ms') =>
    Math.round(medianOf(measured.map((round) => round[what])))
  console.log(
    `bare ${of('bare')} µs of CPU; the product ${of('engine')} of the engine and ${of('api')} of the ` +
      `API; ${of('ms')} ms with ${atOnce} at once`,
  )
  const ratio = medianOf(measured.map(({ ours, bare }) => bare / ours))
  printRows([
    {
      bar: 'accept',
      what: 'accepting an offer: CPU of a bare function ÷ CPU through the API',
      measured: ratio,
      goal: 0.45,
      is: 'at least',
      peer: 'prototypes: 0.15 to 0.19 Kysely, 0.11 TypeORM, 0.05 Prisma',
      limit: '1',
    },
  ])
}

/** Real seconds are those of the product here: nobody moves its clock. */
async function tokensOfBorrowers(): Promise<string[]> {
  const { issue } = await openAccessTokens(JSON.parse(secrets.ACCESS_KEYS) as never)
  const { rows } = await world.pool.query<{ now: Date }>('select app_now() as now')
  const now = rows[0]?.now ?? new Date(0)
  return Promise.all(
    Array.from({ length: borrowers }, (_, index) => {
      const userId = uuidOf(`borrower-${index}`)
      const id = uuidOf(`session-${userId}`)
      return issue({ id, userId, createdAt: now, usedMfa: false }, now)
    }),
  )
}

async function acceptFor(base: string, tokens: string[], ms: number): Promise<number> {
  const until = performance.now() + ms
  const from = next
  const one = async () => {
    while (performance.now() < until) {
      const n = next--
      await post(`${base}/api/escrow/accept`, tokens[n % borrowers] ?? '', {
        offerId: uuidOf(`offer-${n}`),
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return from - next
}

function post(url: string, token: string, body: object): Promise<void> {
  const text = JSON.stringify(body)
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'x-access-token': token,
    'x-forwarded-for': `198.18.${next % 250}.1`,
  }
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: 'POST', agent, headers }, (reply) => {
      let answer = ''
      reply.on('data', (part: Buffer) => (answer += part.toString()))
      reply.on('error', reject)
      reply.on('end', () =>
        reply.statusCode === 201 ? resolve() : reject(new Error(`${reply.statusCode} ${answer}`)),
      )
    })
    asked.on('error', reject)
    asked.end(text)
  })
}

/** Each offer that was accepted has a loan with its event and timer, two notices and two mails, and its listing is gone. */
async function check(): Promise<void> {
  const { rows } = await world.pool.query<{ wrong: number; accepted: number }>(
    `select count(*)::int as accepted, count(*) filter (where
        (select count(*) from escrows join escrow_events on escrow_events.escrow_id = escrows.id
          join timers on timers.subject_id = escrows.id where offer_id = offers.id) <> 1
        or (select count(*) from escrows join notifications
            on link = '/app/escrow/' || escrows.id and notifications.user_id in (borrower_id, lender_id)
          where offer_id = offers.id and notifications.user_id = offers.borrower_id) <> 1
        or exists (select from listings where listings.id = listing_id and is_active))::int as wrong
     from (select * from offers where status = 'ACCEPTED' order by random() limit 20) as offers`,
  )
  const { rows: sums } = await world.pool.query<{ same: boolean }>(
    `select (select sum(active) from listing_blocks)
        = (select count(*) from listings where is_active) as same`,
  )
  if (rows[0]?.wrong !== 0 || rows[0].accepted !== 20)
    throw new Error('an accepted offer lacks rows')
  if (!sums[0]?.same) throw new Error('the blocks of the directory do not sum up')
}
