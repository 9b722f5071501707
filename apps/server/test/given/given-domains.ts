import { randomUUID } from 'node:crypto'
import { exampleCompany } from '@pier/protocol/company/company-example'
import type { Fqdn } from '../../src/platform/net/fqdn.ts'
import { recordValuation } from '../../src/modules/domains/domains.service.ts'
import { invariant } from '../../src/platform/app-error.ts'
import { inTransaction, type Database } from '../../src/platform/db/database.ts'
import type { TestBrowser } from '../test-browser.ts'

/** A name that nobody else in the test has. */
export const someName = (ending = 'com'): string => `harbour-${randomUUID().slice(0, 12)}.${ending}`

/** What the registry shows, except for the dates. */
const heldAndLocked = {
  isOurs: true,
  registeredAt: null,
  expiresAt: null,
  transferredAt: null,
  statuses: ['client transfer prohibited', 'client delete prohibited'],
  registrar: exampleCompany.registrarName,
  registrarIanaId: null,
  nameservers: ['ns1.held.example', 'ns2.held.example'],
  isSigned: false,
}

const byOneWord = { source: 'A test', decisionId: null }

/** Domains in the states that tests begin with. How they get there is tested elsewhere. */
export function givenDomains(owner: () => Database) {
  const query = (text: string, values: unknown[]) => owner().pool.query(text, values)
  const given = {
    async domain(browser: TestBrowser, name = someName()) {
      const reply = await browser.post('/domains/add', { domain: name })
      invariant(reply.statusCode === 200, `given: got ${reply.statusCode}: ${reply.body}`)
      const { id, verificationRecord } = reply.json<{ id: string; verificationRecord: string }>()
      return { id, name, record: verificationRecord }
    },

    async verifiedDomain(browser: TestBrowser, name = someName()) {
      const domain = await given.domain(browser, name)
      await query(
        `update domains set status = 'EXTERNAL_VERIFIED', verified_at = app_now() where id = $1`,
        [domain.id],
      )
      return domain
    },

    async domainInCustody(browser: TestBrowser, name = someName()) {
      const domain = await given.domain(browser, name)
      await query(
        `with arrived as (
           insert into holdings (domain_id, arrived_at, expires_at, nameservers, ds_records,
             checked_at, seen_at, seen)
           values ($1, app_now(), app_now() + interval '400 days',
             '{ns1.held.example,ns2.held.example}', '[]', app_now(), app_now(), $2)
         )
         update domains set status = 'CUSTODY_PAID', verified_at = app_now(),
           transfer_out_available_at = app_now() + interval '60 days' where id = $1`,
        [domain.id, JSON.stringify(heldAndLocked)],
      )
      return domain
    },

    /** A transfer of it is under way, in or out. */
    async transfer(
      domainId: string,
      { direction, state }: { direction: 'in' | 'out'; state: string },
    ) {
      await query(
        `insert into transfers (domain_id, user_id, direction, state, created_at, code_at, act_by)
         select id, user_id, $2, $3, app_now(), app_now() + interval '20 hours',
           app_now() + interval '5 days' from domains where id = $1`,
        [domainId, direction, state],
      )
      await query(`update domains set is_pending_transfer = $2 where id = $1`, [
        domainId,
        direction === 'in',
      ])
    },

    value: (name: string, amountCents: number, days = 90): Promise<void> =>
      inTransaction(owner(), (tx) =>
        recordValuation(tx, { ...byOneWord, name: name as Fqdn, amountCents, days }),
      ),
  }
  return given
}
