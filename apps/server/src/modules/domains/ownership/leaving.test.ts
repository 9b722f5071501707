import { dayMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { givenDomains } from '../../../../test/given/given-domains.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const product = useTestApp()
const { given, database } = product
const query = (text: string, values: unknown[] = []) => database.owner.pool.query(text, values)
const having = givenDomains(() => database.owner)

test('who has a domain in custody, or on its way there, cannot be deleted by mistake', async () => {
  const [holder, mover] = [await given.verifiedUser(), await given.verifiedUser()]
  await having.domainInCustody(holder.browser)
  const { id } = await having.domain(mover.browser)
  await having.transfer(id, { direction: 'in', state: 'requested' })

  for (const { browser } of [holder, mover]) {
    const reply = await browser.post('/users/deletion')
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toMatchObject({ code: 'domains_left' })
  }
})

test('a domain that arrives in the fourteen days stops the deletion', async () => {
  const { browser, email } = await given.verifiedUser()
  await browser.post('/users/deletion')
  await having.domainInCustody(browser)

  await database.moveClock(14 * dayMs)

  await product.mailTo(email, 'Account not deleted: it still has a domain')
  const { rows } = await query('select deletion_at from users where email = $1', [email])
  expect(rows).toEqual([{ deletion_at: null }])
})

test('domains outside custody do not prevent account deletion and are archived with it', async () => {
  const { browser, email } = await given.verifiedUser()
  const { id } = await having.verifiedDomain(browser)
  expect((await browser.post('/users/deletion')).statusCode).toBe(200)
  await database.moveClock(14 * dayMs)
  await product.mailTo(email, 'Your account has been deleted')

  await inTransaction(product.db, (tx) => enqueue(tx, 'domains.take-up', {}))

  await until(async () => {
    const { rows } = await query('select archived_at from domains where id = $1', [id])
    return rows[0].archived_at !== null
  })
  const { rows } = await query('select 1 from timers where subject_id = $1', [id])
  expect(rows).toEqual([])
})

test("the copy of one's data has the domains, those that were removed too", async () => {
  const { browser, email } = await given.verifiedUser()
  const kept = await having.domain(browser)
  const removed = await having.domain(browser)
  await browser.delete(`/domains/${removed.id}`)

  await browser.post('/users/export')
  const mail = await product.mailTo(email, 'data')
  const id = /export=([\w-]{36})/.exec(mail.text)?.[1]
  const copy = (await browser.get(`/users/export/${id}`)).json<{ domains: object[] }>()

  expect(copy.domains).toMatchObject([
    { name: kept.name, status: 'EXTERNAL_UNVERIFIED', events: [{ what: 'added' }] },
    { name: removed.name, events: [{ what: 'added' }, { what: 'removed' }] },
  ])
})
