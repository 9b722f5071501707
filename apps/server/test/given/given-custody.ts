import { randomUUID } from 'node:crypto'
import { invariant } from '../../src/platform/app-error.ts'
import type { CustodyWorld } from '../custody-world/custody-world.ts'
import { givenDomains, someName } from './given-domains.ts'
import { givenLedger } from './given-ledger.ts'
import { until } from './given-payments.ts'
import type { NewName } from '../custody-world/other-registrar.ts'
import type { TestBrowser } from '../test-browser.ts'
import type { useTestApp } from '../test-app.ts'

type DomainView = {
  id: string
  status: string
  pending_transfer: boolean
  transfer_refusal: string | null
  transfer: { can_cancel: boolean; act_by: string | null } | null
  transfer_out: { state: string; valid_until: string | null } | null
  on_hold: boolean
  expires_at: string | null
}
type QuoteView = { state: string; quote_id: string; amount: number; renewal: number | null }

type App = ReturnType<typeof useTestApp>

/** Access to the tables, and jobs that run at once instead of on schedule. */
function givenTables(app: App) {
  const query = (text: string, values: unknown[]) => app.database.owner.pool.query(text, values)
  const rows = async <T>(text: string, values: unknown[] = []) =>
    (await query(text, values)).rows as T[]
  const job = async (name: string, data: object): Promise<void> => {
    const id = randomUUID()
    const insert = 'insert into pgboss.job (id, name, data) values ($1, $2, $3)'
    await query(insert, [id, name, JSON.stringify(data)])
    await until(async () => {
      const [found] = await rows<{ state: string }>('select state from pgboss.job where id = $1', [
        id,
      ])
      invariant(found?.state !== 'failed', `the job ${name} failed`)
      return found?.state === 'completed'
    })
  }
  /** Runs the job that polls the registrar for news. */
  const poll = () => job('custody.poll', {})
  return { query, rows, job, poll }
}

/** People with a name at the other registrar, and what they request. */
function givenOwners(app: App) {
  const { topUp } = givenLedger(() => app.database)
  const domains = givenDomains(() => app.database.owner)
  const world = (): CustodyWorld => app.custody
  const given = {
    async balance(browser: TestBrowser, cents: number): Promise<string> {
      const { id } = (await browser.get('/users/self')).json<{ id: string }>()
      await topUp(id, cents)
      return id
    },

    /** A user with $500 and a name at the other registrar, added to their domains. */
    async owner(more: Partial<NewName> = {}) {
      const user = await app.given.verifiedUser()
      const userId = await given.balance(user.browser, 50_000)
      const name = more.name ?? someName()
      await world().other.addName({ name, ...more })
      const { id } = await domains.domain(user.browser, name)
      return { ...user, userId, id, name, code: world().other.readName(name).code ?? '' }
    },

    async quote(browser: TestBrowser, id: string, operation = 'transfer'): Promise<QuoteView> {
      let quote: QuoteView | undefined
      await until(async () => {
        const reply = await browser.post(`/domains/${id}/quote`, { operation })
        invariant(reply.statusCode === 200, `given: got ${reply.statusCode}: ${reply.body}`)
        quote = reply.json<QuoteView>()
        return quote.state !== 'asking'
      })
      invariant(quote, 'there is a quote')
      return quote
    },

    /** Requests the transfer with the code, after having seen the price. */
    async asked(owner: { browser: TestBrowser; id: string; code: string }, code = owner.code) {
      await given.quote(owner.browser, owner.id)
      return owner.browser.post(`/domains/${owner.id}/transfer`, { transferCode: code })
    },

    domain: async (browser: TestBrowser, id: string): Promise<DomainView> =>
      (await browser.get(`/domains/${id}`)).json<DomainView>(),
  }
  return given
}

/** Users' domains at another registrar, on their way to us, and in custody. */
export function givenCustody(app: App) {
  const base = givenTables(app)
  const world = (): CustodyWorld => app.custody
  const given = {
    ...base,
    ...givenOwners(app),

    /** Requested at the registry: five days until it goes through. */
    async underWay(more: Partial<NewName> = {}) {
      const owner = await given.owner(more)
      const reply = await given.asked(owner)
      invariant(reply.statusCode === 200, `given: got ${reply.statusCode}: ${reply.body}`)
      await given.requested(owner)
      return owner
    },

    /** Waits until the registry has the request, and we have recorded that. */
    async requested({ id, name }: { id: string; name: string }) {
      await until(async () => world().other.readName(name).transfer?.status === 'pending')
      await until(async () => {
        const [row] = await given.rows<{ state: string }>(
          'select state from transfers where domain_id = $1 and ended_at is null',
          [id],
        )
        return row?.state === 'requested'
      })
    },

    /** The other registrar approves the transfer, and the news is read. */
    async letThrough(owner: { browser: TestBrowser; id: string; name: string }) {
      world().other.approveTransfer(owner.name)
      await given.poll()
      await until(async () => {
        const { status } = await given.domain(owner.browser, owner.id)
        return status === 'CUSTODY_PAID'
      })
    },

    async inCustody(more: Partial<NewName> = {}) {
      const owner = await given.underWay(more)
      await given.letThrough(owner)
      return owner
    },
  }
  return given
}
