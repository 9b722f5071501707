/** What the relay itself says that it does not take; what comes back later is in mail-reports.test.ts. */
import { randomUUID } from 'node:crypto'
import { dayMs, hourMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { givenLoans } from '../../../test/given/given-loans.ts'
import { givenOperators } from '../../../test/given/given-operators.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { notify, sendMail } from './notifications.service.ts'

const app = useTestApp()
const given = { ...app.given, ...givenLoans(app), ...givenOperators(app) }
const query = async <T>(text: string, values: unknown[] = []) =>
  (await app.database.owner.pool.query(text, values)).rows as T[]

/** Somebody whose mailbox is refused now, as one does whose provider has closed it. */
async function givenReader(beginning: string, { email }: { email: string }) {
  const text = `update users set email = $1 where email = $2 returning id`
  const address = `${beginning}.${randomUUID().slice(0, 8)}@mail.example`
  const [user] = await query<{ id: string }>(text, [address, email])
  return user?.id ?? ''
}

/** What they were told of their address, in the app. */
const toldTo = (userId: string) =>
  query<{ body: string }>(
    `select body from notifications where user_id = $1 and body like '%bounce%'`,
    [userId],
  )

async function statesFor(words: string) {
  const support = await given.operator('support')
  const reply = await support.get(`/queues/notices?search=${encodeURIComponent(words)}`)
  return reply.json<{ rows: { state: string }[] }>().rows.map(({ state }) => state)
}

test('a reader whose address the relay refuses is told in the app, once', async () => {
  const name = `Mara ${randomUUID().slice(0, 8)}`
  const userId = await givenReader('bounce', await given.verifiedUser({ name }))

  for (const heading of ['One', 'Two']) {
    const mail = { subject: heading, heading, paragraphs: ['Yes.'] }
    const notice = { userId, kind: 'payments', body: heading, link: '/app/borrow', mail } as const
    await inTransaction(app.db, (tx) => notify(tx, notice))
  }

  const refused = `select 1 from mails where user_id = $1 and status = 'refused'`
  await expect.poll(async () => (await query(refused, [userId])).length).toBe(2)
  await expect
    .poll(() => toldTo(userId))
    .toEqual([
      {
        body: 'Emails to b***@m***.example bounce. Contact support to change your address',
      },
    ])
  expect(await statesFor(name)).toEqual(['Mail refused'])
})

test('a mail to somebody who has left is refused, and nobody is told', async () => {
  const userId = await givenReader('bounce', await given.verifiedUser())
  await query(
    `update users set deleted_at = app_now(), email = null, email_key = null, data_key = null,
       email_verified_at = null, password_hash = null where id = $1`,
    [userId],
  )
  const page = { subject: 'One', heading: 'One', paragraphs: ['Yes.'] }
  const mail = { userId, to: 'bounce.ed@mail.example', kind: 'security', page }
  await inTransaction(app.db, (tx) => sendMail(tx, mail))

  const refused = `select 1 from mails where user_id = $1 and status = 'refused'`
  await expect.poll(async () => (await query(refused, [userId])).length).toBe(1)
  expect(await toldTo(userId)).toEqual([])
})

test('a mail whose text the relay refuses waits for an hour, then it is lost: support sees it, and a notice stops its clock', async () => {
  const loan = await given.running({ term: 30 })
  await app.database.moveClock(60 * dayMs)
  const userId = await givenReader('unread', loan.borrower)
  await loan.as('LENDER').submit('finalize', { outcome: 'DEFAULT' })
  const tried = `from mails as m join pgboss.job as j on j.data ->> 'mailId' = m.id::text
    where m.about_id = $1 and m.kind = 'defaults' and m.user_id = $2`
  const notice = async () => {
    const text = `select m.status, j.retry_count as tries ${tried}`
    return (await query<{ status: string; tries: number }>(text, [loan.id, userId]))[0]
  }
  await expect.poll(async () => (await notice())?.tries).toBeGreaterThan(0)
  expect((await notice())?.status).toBe('waiting')
  expect((await loan.as('LENDER').read()).clock_stopped).toBe(false)

  await app.database.moveClock(hourMs)
  await query(
    `update pgboss.job set start_after = now() where state < 'active' and id in (select j.id ${tried})`,
    [loan.id, userId],
  )

  await expect.poll(async () => (await loan.as('LENDER').read()).clock_stopped).toBe(true)
  expect((await notice())?.status).toBe('refused')
  expect(await statesFor(loan.domain.name)).toEqual(['Clock stopped'])
  expect(await toldTo(userId)).toEqual([]) // Their address is not at fault.
})
