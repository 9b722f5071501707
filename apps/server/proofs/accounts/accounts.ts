import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { startInbox } from '@pier/stand-ins/inbox/inbox'
import { makeSecrets } from '../../test/secrets.ts'
import { mannWhitney, median } from '../shared/mann-whitney.ts'
import { startApiNode, startWorkerNode, type ApiNode } from '../../test/node.ts'
import { openThrowAwayDatabase } from '../shared/throw-away-database.ts'

/**
 * `pnpm proof accounts`: what must hold across two API processes and real sockets. Limits are exact
 * when both are hit at once, an ended session is refused everywhere at once, a code works once, and
 * the response time does not reveal whether an address is known. `--small` is for every CI run.
 */
const isSmall = process.argv.includes('--small')
const size = isSmall ? { logins: 60, rounds: 5 } : { logins: 400, rounds: 40 }
const password = 'seven quiet herons'
const startedAt = performance.now()

const database = await openThrowAwayDatabase()
const inbox = await startInbox({ smtpPort: 0, httpPort: 0 })
const env = {
  PIER_MODE: 'test',
  DATABASE_URL: database.url,
  PUBLIC_ORIGIN: 'http://localhost:4300',
  SMTP_URL: `smtp://127.0.0.1:${inbox.smtpPort}`,
  PASSWORD_COST: 'light',
  TRUSTED_PROXY_HOPS: '1',
  LOG_LEVEL: 'error',
  ...(await makeSecrets()),
}
const worker = await startWorkerNode(env)
const nodes = [await startApiNode(env), await startApiNode(env)] as const
const [one, two] = nodes

const timing = await proveEqualTimeTwice()
const limits = await proveLimits()
const ended = await proveEnding()
const codes = await proveCodes()

await Promise.all([...nodes, worker].map((node) => node.stop()))
await inbox.close()
await database.stop()

const seconds = Math.round((performance.now() - startedAt) / 1000)
console.log(
  `proof accounts: ${size.logins} + ${size.logins} logins, bodies ${timing.sameBodies ? 'equal' : 'DIFFERENT'}, ` +
    `medians ${timing.known.toFixed(1)} and ${timing.unknown.toFixed(1)} ms, p = ${timing.p.toFixed(3)}; ` +
    `limits over 2 nodes: ${limits.logins}/5 logins, ${limits.refreshes}/30 refreshes; ` +
    `${ended.refused}/${size.rounds} ended sessions refused at once; ` +
    `${codes.once}/${size.rounds} codes taken once; ${seconds} s`,
)
const isProved =
  timing.sameBodies &&
  Math.abs(timing.known - timing.unknown) < 5 &&
  timing.p > 0.01 &&
  limits.logins === 5 &&
  limits.refreshes === 30 &&
  ended.refused === size.rounds &&
  codes.once === size.rounds
process.exit(isProved ? 0 : 1)

/** Equal samples look unequal one time in a hundred; a real difference shows twice in a row. */
async function proveEqualTimeTwice() {
  const first = await proveEqualTime()
  return first.p > 0.01 ? first : proveEqualTime()
}

async function proveEqualTime() {
  const { email } = await registerPerson(one)
  const times = { known: [] as number[], unknown: [] as number[] }
  const bodies = new Set<string>()
  const order = ['known', 'unknown'] as const
  for (let login = -10; login < size.logins; login++) {
    for (const kind of randomInt(2) === 0 ? order : order.toReversed()) {
      // Each from its own address, and with the person's counter kept low: no pause applies.
      const typed = kind === 'known' ? email : `${randomUUID()}@mail.example`
      const before = performance.now()
      const body = { email: typed, password: 'not the password' }
      const reply = await one.call('POST', '/users/login', { address: someAddress() }, body)
      if (login >= 0) times[kind].push(performance.now() - before)
      bodies.add(`${reply.status} ${reply.text}`)
    }
    await database.owner.pool.query('delete from limit_counters')
  }
  return {
    sameBodies: bodies.size === 1,
    known: median(times.known),
    unknown: median(times.unknown),
    p: mannWhitney(times.known, times.unknown),
  }
}

async function proveLimits() {
  const person = await registerPerson(one)
  const address = someAddress()
  const wrong = { email: person.email, password: 'not the password' }
  const logins = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      nodeOf(index).call('POST', '/users/login', { address }, wrong),
    ),
  )
  const refreshes = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      nodeOf(index).call('POST', '/users/refresh', person, { refreshToken: person.refreshToken }),
    ),
  )
  return {
    logins: logins.filter(({ status }) => status === 401).length,
    refreshes: refreshes.filter(({ status }) => status === 200).length,
  }
}

async function proveEnding() {
  let refused = 0
  for (let round = 0; round < size.rounds; round++) {
    const person = await registerPerson(one)
    const before = await two.call('GET', '/users/self', person)
    await one.call('POST', '/users/logout', person)
    const after = await two.call('GET', '/users/self', person)
    if (before.status === 200 && after.status === 401) refused++
  }
  return { refused }
}

async function proveCodes() {
  let once = 0
  for (let round = 0; round < size.rounds; round++) {
    const person = await registerPerson(one)
    const start = await one.call('POST', '/users/mfa/start', person)
    const totp = new TOTP({ secret: Secret.fromBase32(JSON.parse(start.text).secret) })
    await one.call('POST', '/users/mfa/confirm', person, { mfa: totp.generate() })
    const mfa = totp.generate({ timestamp: Date.now() + 30_000 })
    const body = { email: person.email, password, mfa }
    const replies = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        nodeOf(index).call('POST', '/users/login', { address: someAddress() }, body),
      ),
    )
    if (replies.filter(({ status }) => status === 200).length === 1) once++
  }
  return { once }
}

function nodeOf(index: number): ApiNode {
  return index % 2 === 0 ? one : two
}

async function registerPerson(node: ApiNode) {
  const email = `${randomUUID()}@mail.example`
  const address = someAddress()
  const body = { name: 'Proof Person', email, password }
  const reply = await node.call('POST', '/users/register', { address }, body)
  const { token, refreshToken } = JSON.parse(reply.text) as { token: string; refreshToken: string }
  const person = { email, address, token, refreshToken, cookie: reply.cookie?.split(';')[0] }
  await node.call('GET', '/users/self', person) // Binds the session to its cookie.
  return person
}

function someAddress(): string {
  return [...randomBytes(4)].map((byte) => (byte % 223) + 1).join('.')
}
