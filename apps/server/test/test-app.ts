import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { readConfig } from '../src/platform/config.ts'
import type { Log } from '../src/platform/log.ts'
import { freePort } from '../../../tools/local/postgres.ts'
import { startCustodyWorld } from './custody-world/custody-world.ts'
import { givenUsers } from './given/given-users.ts'
import { startInbox } from '@pier/stand-ins/inbox/inbox'
import { startProduct } from './product.ts'
import { startPayments } from '@pier/stand-ins/payments/payments'
import { startTimestampAuthority } from '@pier/stand-ins/timestamps/timestamp-authority'
import { makeSecrets } from './secrets.ts'
import { useTestDatabase } from './test-database.ts'

type Inbox = Awaited<ReturnType<typeof startInbox>>

type Options = {
  requestsPerMinuteMax?: number
  /** Also starts the payment providers, which reach the product over a socket. */
  withPayments?: boolean
  /** Also starts the registry, the DNS of its names and the other registrar. */
  withCustody?: boolean
  /** Settings of services that the test has started itself. */
  env?: () => Record<string, string>
  /** `full` is the cost in production; with it, tests would mostly hash. */
  passwordCost?: 'full'
  /** Also starts a timestamp authority; without it e-seals carry our own time. */
  withTimestamps?: boolean
}

/** The whole product on a database of its own: API, worker and an SMTP server with its inbox. */
export function useTestApp(options: Options = {}) {
  const database = useTestDatabase()
  let parts: Awaited<ReturnType<typeof startParts>> | undefined

  beforeAll(async () => {
    parts = await startParts(database, options)
  })
  afterAll(() => parts && stopParts(parts))
  const ready = () => there(parts, 'parts yet')

  return {
    database,
    get app() {
      return ready().product.app
    },
    get inbox() {
      return ready().inbox
    },
    get db() {
      return ready().product.db
    },
    /** Those of the worker. */
    get metrics() {
      return ready().product.metrics
    },
    get config() {
      return ready().config
    },
    get env() {
      return ready().env
    },
    /** The stand-ins of the payment providers, and their controls. */
    get payments() {
      return there(ready().payments, 'payment providers')
    },
    /** The world that custody talks to, and its controls. */
    get custody() {
      return there(ready().custody, 'registry')
    },
    /** Can be switched off. */
    get timestamps() {
      return there(ready().timestamps, 'timestamp authority')
    },
    anotherNode: (options?: { log?: Log; leaving?: AbortSignal }) =>
      ready().product.startNode(options),
    inject: (options: InjectOptions) => ready().product.app.inject(options),
    browser: () => ready().product.browser(),
    given: givenUsers(
      () => ready().product.app,
      database.now,
      (text, values) => database.owner.pool.query(text, values),
    ),
    /** Waits for a mail to this address with this text in its subject. */
    mailTo: (to: string, subject: string) => waitForMail(ready().inbox, to, subject),
  }
}

function there<T>(part: T | undefined, name: string): T {
  if (!part) throw new Error(`This test app has no ${name}`)
  return part
}

async function stopParts(parts: Awaited<ReturnType<typeof startParts>>): Promise<void> {
  await parts.product.stop()
  await parts.payments?.close()
  await parts.custody?.close()
  await parts.timestamps?.close()
  await parts.inbox.close()
}

type TestDatabase = ReturnType<typeof useTestDatabase>

async function startParts({ url, now }: TestDatabase, options: Options) {
  const { withPayments, withCustody, withTimestamps, env: more, ...others } = options
  const { passwordCost = 'light', ...productOptions } = others
  const inbox = await startInbox({ smtpPort: 0, httpPort: 0 })
  const port = withPayments ? await freePort() : 4300
  const publicOrigin = `http://localhost:${port}`
  const secrets = await makeSecrets()
  const payments = withPayments
    ? await startPayments(secrets, { apiOrigin: publicOrigin })
    : undefined
  payments?.card.advance(Math.round((now() - Date.now()) / 1000)) // Its clock is that of the product.
  const custody = withCustody ? await startCustodyWorld(secrets) : undefined
  const timestamps = withTimestamps ? await startTimestampAuthority() : undefined
  const env = {
    PIER_MODE: 'test',
    DATABASE_URL: url,
    PUBLIC_ORIGIN: publicOrigin,
    SMTP_URL: `smtp://127.0.0.1:${inbox.smtpPort}`,
    MAIL_BOUNCES: 'bounces@pier.example',
    MAIL_REPORT_SECRETS: 'hands in what came back',
    PASSWORD_COST: passwordCost,
    TRUSTED_PROXY_HOPS: '1',
    LOG_LEVEL: 'silent',
    ...secrets,
    ...payments?.env,
    ...custody?.env,
    ...timestamps?.env,
    ...more?.(),
  }
  const config = readConfig(env)
  const product = await startProduct(config, productOptions)
  if (withPayments) await product.app.listen({ port, host: 'localhost' })
  return { product, inbox, payments, custody, timestamps, config, env }
}

async function waitForMail(inbox: Inbox, to: string, subject: string) {
  for (let attempt = 0; attempt < 450; attempt++) {
    const mail = inbox
      .mails()
      .find((candidate) => candidate.to.includes(to) && candidate.subject.includes(subject))
    if (mail) return mail
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
  }
  const seen = inbox.mails().map((mail) => `${mail.to.join()}: ${mail.subject}`)
  throw new Error(`No mail "${subject}" to ${to}. Seen:\n${seen.join('\n')}`)
}
