/** The operators of a proof, logged in at two API processes, each with an authenticator app. */
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OperatorRole } from '@pier/protocol/operators'
import { dayMs } from '@pier/protocol/time'
import { Secret, TOTP } from 'otpauth'
import { inviteOperator } from '../../src/modules/operators/operators.service.ts'
import { openUserClients } from '../../src/modules/users/users.service.ts'
import { invariant } from '../../src/platform/app-error.ts'
import { readConfig } from '../../src/platform/config.ts'
import { inTransaction, readClock } from '../../src/platform/db/database.ts'
import type { House } from '../custody/custody-house.ts'
import type { ApiNode } from '../../test/node.ts'

export type Office = Awaited<ReturnType<typeof openOffice>>
type Reply = Awaited<ReturnType<ApiNode['call']>>
export type Clerk = {
  id: string
  roles: OperatorRole[]
  code: () => Promise<string>
  isOut: () => Promise<boolean>
  logIn: () => Promise<void>
  /** With a reason, at one of the two processes. */
  send: (path: string, body: object, node?: number) => Promise<Reply>
}

const password = 'seven patient harbour pilots'
const stepMs = 30_000
export const reason = 'As the file shows, this is what is to be done'

type Nodes = readonly [ApiNode, ApiNode]

/** Every answer to an operator is counted: what succeeded must be in the audit log. */
export async function openOffice(house: House, nodes: Nodes) {
  const clients = await openUserClients(readConfig(house.env))
  const counted = { taken: 0, refused: 0, busy: 0, failures: [] as string[] }
  /** How much each operator has changed, by the answers. */
  const changed = new Map<string, number>()
  const clerks: Clerk[] = []

  async function join(roles: OperatorRole[], email = `${randomUUID()}@pier.example`) {
    const name = `Clerk ${clerks.length + 1}`
    const { token, operator } = await inTransaction(house.owner, (tx) =>
      inviteOperator(tx, clients, { name, email, roles, keysFrom: tx.now }),
    )
    const call = openBrowser(nodes, counted)
    const { code, logIn } = await accept(house, call, { token, email })
    clerks.push({
      id: operator.id,
      roles,
      code,
      logIn,
      isOut: async () => (await call('GET', '/self')).status === 401,
      async send(path, body, node) {
        const reply = await call('POST', path, { reason, ...body }, node)
        if (reply.status < 300) {
          counted.taken++
          changed.set(operator.id, (changed.get(operator.id) ?? 0) + 1)
        } else counted.refused++
        return reply
      },
    })
  }

  /** Logs in again whoever was logged out, and then everybody has a fresh code. */
  async function ready(): Promise<void> {
    await house.rows('delete from limit_counters')
    for (const clerk of clerks) if (await clerk.isOut()) await clerk.logIn()
    await house.moveClock((2 * stepMs) / dayMs)
  }

  /** The answers that the parties of loans got. */
  const heard: string[] = []
  return { house, join, ready, clerks, counted, changed, heard }
}

type Call = (method: string, path: string, body?: object, node?: number) => Promise<Reply>

type Counted = { busy: number; failures: string[] }

/**
 * Keeps the cookie, and counts whatever goes wrong on our side. An overloaded node says so and has
 * done nothing, so the call is repeated. Deadlocks are counted by the database.
 */
function openBrowser(nodes: Nodes, counted: Counted): Call {
  const address = [...randomBytes(4)].map((byte) => (byte % 223) + 1).join('.')
  let cookie = ''
  return async function call(method, path, body, node = 0) {
    const [one, two] = nodes
    const at = node === 0 ? one : two
    const reply = await at.call(method, `/operator${path}`, { address, cookie }, body)
    if (reply.status === 503) {
      counted.busy++
      await sleep(1000)
      return call(method, path, body, node)
    }
    if (reply.status >= 500) counted.failures.push(`${method} ${path}: ${reply.text}`)
    if (reply.status === 200 && reply.cookie) cookie = reply.cookie.split(';')[0] ?? ''
    return reply
  }
}

/** Accepts the invitation, with an authenticator app. */
async function accept(house: House, call: Call, invited: { token: string; email: string }) {
  const { token, email } = invited
  const started = await call('POST', '/join/start', { token })
  const { secret } = JSON.parse(started.text) as { secret: string }
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  /** The current code. It is valid once, so time has to pass between two. */
  const code = async () => totp.generate({ timestamp: (await readClock(house.owner)).getTime() })
  const joined = await call('POST', '/join', { token, password, code: await code() })
  invariant(joined.status === 204, `joining gave ${joined.status}: ${joined.text}`)
  const logIn = async () => {
    const reply = await call('POST', '/login', { email, password, code: await code() })
    invariant(reply.status === 200, `logging in gave ${reply.status}: ${reply.text}`)
  }
  return { code, logIn }
}
