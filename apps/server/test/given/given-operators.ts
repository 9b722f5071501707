import { randomInt, randomUUID } from 'node:crypto'
import type { OperatorRole } from '@pier/protocol/operators'
import { Secret, TOTP } from 'otpauth'
import { inviteOperator } from '../../src/modules/operators/operators.service.ts'
import { openUserClients } from '../../src/modules/users/users.service.ts'
import { invariant } from '../../src/platform/app-error.ts'
import { inTransaction, readClock, type Tx } from '../../src/platform/db/database.ts'
import { goodPassword } from './given-users.ts'
import type { useTestApp } from '../test-app.ts'

type App = ReturnType<typeof useTestApp>
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type TestOperator = Awaited<ReturnType<ReturnType<typeof givenOperators>['operator']>>

const password = 'seven patient harbour pilots'
/** Long enough for the audit log. */
export const reason = 'As the file shows, this is what is to be done'

/** Operators who have joined and are logged in, each with their code app. */
export function givenOperators(app: App) {
  /** As the owner of the tables: the API may admit nobody without a decision by two operators. */
  const onMachine = <T>(work: (tx: Tx) => Promise<T>) =>
    inTransaction(Object.assign(app.database.owner, { sendJobs: app.db.sendJobs }), work)

  /** Has been an operator for long, so may approve at once. */
  async function operator(...roles: OperatorRole[]) {
    const name = `Operator ${randomUUID().slice(0, 8)}`
    const email = `${randomUUID().slice(0, 8)}@pier.example`
    const clients = await openUserClients(app.config)
    const { token } = await onMachine((tx) =>
      inviteOperator(tx, clients, { name, email, roles, keysFrom: tx.now }),
    )
    return joined({ token, email })
  }

  /** Accepts the invitation and logs in. */
  async function joined({ token, email }: { token: string; email: string }) {
    const address = `198.51.100.${randomInt(1, 255)}`
    const browser = { cookie: undefined as string | undefined, address }
    const call = callerOf(app, browser)
    const { secret } = (await call('POST', '/join/start', { token })).json<{ secret: string }>()
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const used = { step: 0 }
    const code = () => nextCode(app, totp, used)
    const joined = await call('POST', '/join', { token, password, code: await code() })
    invariant(joined.statusCode === 204, `given: got ${joined.statusCode}: ${joined.body}`)
    const logIn = async () => call('POST', '/login', { email, password, code: await code() })
    const login = await logIn()
    invariant(login.statusCode === 200, `given: got ${login.statusCode}: ${login.body}`)
    return {
      ...login.json<{ id: string; name: string }>(),
      email,
      browser,
      code,
      logIn,
      call,
      get: (path: string) => call('GET', path),
      /** With a reason, as every change has. */
      post: (path: string, body: object = {}) => call('POST', path, { reason, ...body }),
      put: (path: string, body: object = {}) => call('PUT', path, { reason, ...body }),
      /** With a fresh code, as each approval needs. */
      key: async (path: string, body: object = {}) =>
        call('POST', path, {
          reason,
          ...(await typedName(call, path)),
          ...body,
          code: await code(),
        }),
    }
  }

  return { operator, joined, onMachine, asUser: (who: { email: string }) => openAccount(app, who) }
}

/** An operator who also has an account as a user. */
async function openAccount(app: App, { email }: { email: string }) {
  const browser = app.browser()
  const person = { name: 'Noor Haddad', email, password: goodPassword }
  await browser.register(person)
  const { id } = (await browser.get('/users/self')).json<{ id: string }>()
  const verify = 'update users set email_verified_at = app_now() where id = $1'
  await app.database.owner.pool.query(verify, [id])
  return { ...person, browser, id }
}

function callerOf(app: App, browser: { cookie: string | undefined; address: string }) {
  return async (method: Method, path: string, body?: object) => {
    const reply = await app.inject({
      method,
      url: `/api/operator${path}`,
      ...(body && { payload: body }),
      headers: {
        'x-forwarded-for': browser.address,
        ...(browser.cookie && { cookie: `__Host-operator=${browser.cookie}` }),
      },
    })
    const cookie = reply.cookies.find((each) => each.name === '__Host-operator')
    if (cookie) browser.cookie = cookie.value
    return reply
  }
}

type Call = (method: Method, path: string) => Promise<{ body: string }>

/** Whoever approves that a domain moves types its name. */
async function typedName(call: Call, path: string): Promise<{ name?: string }> {
  const page = /^(\/decisions\/[^/]+)\/confirm$/.exec(path)?.[1]
  if (!page) return {}
  type File = { loan?: { unicode: string } | null; decision?: { subject: string } }
  const { loan, decision } = JSON.parse((await call('GET', page)).body) as File
  const name = loan?.unicode ?? decision?.subject
  return name ? { name } : {}
}

/** A code is valid once, so the clock is moved until there is a fresh one. */
async function nextCode(app: App, totp: TOTP, used: { step: number }): Promise<string> {
  const step = Math.floor((await readClock(app.db)).getTime() / 30_000)
  if (used.step > step) await app.database.moveClock((used.step - step) * 30_000)
  used.step = Math.max(used.step, step) + 1
  return totp.generate({ timestamp: (used.step - 1) * 30_000 })
}
