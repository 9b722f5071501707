import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { readConfig } from '../platform/config.ts'
import { givenUsers } from './given-users.ts'
import { startInbox } from './inbox.ts'
import { startProduct } from './product.ts'
import { makeSecrets } from './secrets.ts'
import { useTestDatabase } from './test-database.ts'

type Inbox = Awaited<ReturnType<typeof startInbox>>
type Product = Awaited<ReturnType<typeof startProduct>>

/** The whole product on a database of its own: API, worker and an SMTP server with its inbox. */
export function useTestApp(options: { requestsPerMinuteMax?: number } = {}) {
  const database = useTestDatabase()
  let parts: { product: Product; inbox: Inbox } | undefined

  beforeAll(async () => {
    const inbox = await startInbox({ smtpPort: 0, httpPort: 0 })
    const config = readConfig({
      PIER_MODE: 'test',
      DATABASE_URL: database.url,
      PUBLIC_ORIGIN: 'http://localhost:4300',
      SMTP_URL: `smtp://127.0.0.1:${inbox.smtpPort}`,
      PASSWORD_COST: 'light',
      TRUSTED_PROXY_HOPS: '1',
      LOG_LEVEL: 'silent',
      ...(await makeSecrets()),
    })
    parts = { product: await startProduct(config, options), inbox }
  })
  afterAll(async () => {
    await parts?.product.stop()
    await parts?.inbox.close()
  })
  const ready = () => {
    if (!parts) throw new Error('The test app is not up yet')
    return parts
  }

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
    anotherNode: () => ready().product.startNode(),
    inject: (options: InjectOptions) => ready().product.app.inject(options),
    browser: () => ready().product.browser(),
    given: givenUsers(() => ready().product.app, database.now),
    /** Waits for a mail to this address whose subject has these words. */
    mailTo: (to: string, subject: string) => waitForMail(ready().inbox, to, subject),
  }
}

async function waitForMail(inbox: Inbox, to: string, subject: string) {
  for (let attempt = 0; attempt < 150; attempt++) {
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
