import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs } from '@pier/protocol/time'
import { beforeAll, expect, test } from 'vitest'
import { givenLoans } from '../../../test/given/given-loans.ts'
import { givenOperators, type TestOperator } from '../../../test/given/given-operators.ts'
import { bounceOf, complaintOf } from '../../../test/mail/mail-reports.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { notify, sendMail } from './notifications.service.ts'

const app = useTestApp()
const given = { ...app.given, ...givenLoans(app), ...givenOperators(app) }
const query = async <T>(text: string, values: unknown[] = []) =>
  (await app.database.owner.pool.query(text, values)).rows as T[]
const secret = 'hands in what came back'

let origin = ''
let support: TestOperator
beforeAll(async () => {
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`
  support = await given.operator('support')
})

/** Operators have to log in again. */
async function passDays(days: number) {
  await app.database.moveClock(days * dayMs)
  support = await given.operator('support')
}

const handIn = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${origin}/api/webhooks/mail-report`, {
    method: 'POST',
    headers: {
      'content-type': 'message/rfc822',
      authorization: `Bearer ${secret}`,
      ...headers,
    },
    body,
  })

type Line = { id: string; state: string; title: string; detail: string; next_step: string }
const linesOf = async (words: string) =>
  (await support.get(`/queues/notices?search=${encodeURIComponent(words)}`)).json<{
    rows: Line[]
  }>().rows
const noticesOf = async (user: { browser: ReturnType<typeof app.browser> }) =>
  (await user.browser.get('/notifications')).json<{ notifications: { body: string }[] }>()
    .notifications

/** Somebody with a mail of this kind that the relay took. */
async function mailed(kind: 'loans' | 'payments' = 'payments') {
  const name = `Mara ${randomUUID().slice(0, 8)}`
  const user = await given.verifiedUser({ name })
  const { id } = (await user.browser.get('/users/self')).json<{ id: string }>()
  return { ...user, id, mail: await mailAgain({ ...user, id }, kind) }
}

async function mailAgain(user: { id: string; email: string }, kind: 'loans' | 'payments') {
  const subject = `It moved ${randomUUID().slice(0, 8)}`
  const mail = { subject, heading: subject, paragraphs: ['Yes.'] }
  const notice = { userId: user.id, kind, body: subject, link: '/app/borrow', mail }
  await inTransaction(app.db, (tx) => notify(tx, notice))
  return app.mailTo(user.email, subject)
}

/** The head of a mail as its receiver got it. */
const headOf = ({ source }: { source: string }) =>
  source.slice(0, source.indexOf('\r\n\r\n')).replaceAll('\r\n', '\n')

test('a mail that comes back is a line for support, once, with its address masked', async () => {
  const { name, mail, browser } = await mailed()
  expect(mail.returnPath).toMatch(/^bounces\+[0-9a-f]{32}@pier\.example$/)

  const replies = await Promise.all(
    Array.from({ length: 5 }, () => handIn(bounceOf({ to: mail.returnPath }))),
  )

  expect(replies.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204])
  expect(await linesOf(name)).toMatchObject([
    {
      state: 'Mail came back',
      title: name,
      detail: 'came back from m***@m***.example: 550 5.1.1 <m***@m***.example>: User unknown',
      next_step: expect.stringContaining('Contact them another way'),
    },
  ])
  await expect.poll(() => noticesOf({ browser })).toHaveLength(2)
  expect((await noticesOf({ browser }))[0]?.body).toBe(
    'Emails to m***@m***.example bounce. Contact support to change your address',
  )
})

test('of two mails that come back at once the reader is told once, and once more a month later', async () => {
  const person = await mailed()
  const { browser } = person
  const second = await mailAgain(person, 'payments')
  const told = async () =>
    (await noticesOf({ browser })).filter(({ body }) => body.includes('bounce')).length
  const followed = async () => {
    const text = `select 1 from pgboss.job where name = 'notifications.follow-report'
      and state <> 'completed'`
    await expect.poll(async () => (await query(text)).length).toBe(0)
  }

  await Promise.all(
    [person.mail, second].map(({ returnPath }) => handIn(bounceOf({ to: returnPath }))),
  )
  await followed()
  expect(await told()).toBe(1)

  await handIn(bounceOf({ to: (await mailAgain(person, 'payments')).returnPath }))
  await followed()
  expect(await told()).toBe(1)

  await passDays(31)
  const { email, password } = person
  await browser.logIn({ email, password })
  await handIn(bounceOf({ to: (await mailAgain(person, 'payments')).returnPath }))
  await expect.poll(told).toBe(2)
})

test('a mail from before addresses were masked comes back from an address, too', async () => {
  const { id, mail, browser } = await mailed()
  await query('update mails set masked_to = null where user_id = $1', [id])

  await handIn(bounceOf({ to: mail.returnPath }))

  const notices = async () => (await noticesOf({ browser })).map(({ body }) => body)
  await expect.poll(notices).toContainEqual(expect.stringMatching(/^Emails to \S\*\*\*@m\*\*\*/))
})

test('the mail server hands it in with the script that we ship, and is told to wait', async () => {
  const { name, mail } = await mailed()
  const config = join(mkdtempSync(join(tmpdir(), 'pier-mail-')), 'mail-report.curl')
  const run = async (url: string) => {
    writeFileSync(config, `url = "${url}"\nheader = "Authorization: Bearer ${secret}"\n`)
    const script = join(import.meta.dirname, '../../../../../deploy/parts/mail-report')
    const child = spawn(script, [config], { stdio: ['pipe', 'inherit', 'inherit'] })
    child.stdin.end(bounceOf({ head: headOf(mail) }) + 'x'.repeat(1_000_000))
    child.stdin.on('error', () => {}) // It reads only the beginning.
    return (await once(child, 'exit'))[0] as number
  }

  expect(await run('http://127.0.0.1:9/api/webhooks/mail-report')).toBe(75)
  expect(await linesOf(name)).toEqual([])
  expect(await run(`${origin}/api/webhooks/mail-report`)).toBe(0)
  expect(await linesOf(name)).toMatchObject([{ state: 'Mail came back' }])
})

test('whoever calls a mail spam gets only those that have to be sent', async () => {
  const person = await mailed('loans')

  await handIn(complaintOf({ head: headOf(person.mail) }))

  const preferences = async () => (await person.browser.get('/notifications/preferences')).json()
  await expect.poll(preferences).toEqual({
    mail: {
      messages: false,
      offers: false,
      loans: false,
      domains: false,
      payments: true,
      defaults: true,
      security: true,
    },
  })
  expect(await linesOf(person.name)).toMatchObject([{ state: 'Marked as spam' }])
  expect((await noticesOf(person))[0]?.body).toContain('You marked an email as spam')
  await mailAgain(person, 'payments')
})

test('a default notice that comes back stops the clock', async () => {
  const loan = await given.running({ term: 30 })
  await passDays(60)
  await loan.as('LENDER').submit('finalize', { outcome: 'DEFAULT' })
  const mail = await app.mailTo(loan.borrower.email, 'sent a default notice')
  expect((await loan.as('LENDER').read()).clock_stopped).toBe(false)

  const late = { action: 'delayed', status: '4.4.1', head: headOf(mail) }
  await handIn(bounceOf(late))
  await handIn(bounceOf({ ...late, action: 'failed', said: '451 no answer for five days' }))

  await expect.poll(async () => (await loan.as('LENDER').read()).clock_stopped).toBe(true)
  expect(await linesOf(loan.domain.name)).toMatchObject([{ state: 'Clock stopped' }])
})

test('a line that was taken off is taken off again when its mail is called spam as well', async () => {
  const { name, mail } = await mailed()
  const officer = await given.operator('case_officer')
  const takeOff = async (state: string) => {
    const [line] = await linesOf(name)
    expect(line?.state).toBe(state)
    const taken = await officer.post(`/queues/notices/${line?.id}/dismiss`)
    expect(taken.statusCode, taken.body).toBe(204)
    expect(await linesOf(name)).toEqual([])
  }
  await handIn(bounceOf({ to: mail.returnPath }))
  await takeOff('Mail came back')

  await handIn(complaintOf({ head: headOf(mail) }))
  await takeOff('Marked as spam')

  await handIn(bounceOf({ to: mail.returnPath, status: '4.4.1' }))
  await takeOff('Mail came back')
})

test('a line that was taken off comes back with the next mail, not with an older one', async () => {
  const person = await mailed()
  const second = await mailAgain(person, 'payments')
  await handIn(bounceOf({ to: person.mail.returnPath }))
  await handIn(bounceOf({ to: second.returnPath }))

  const [line, ...others] = await linesOf(person.name)
  expect(others).toEqual([])
  const officer = await given.operator('case_officer')
  expect((await officer.post(`/queues/notices/${line?.id}/dismiss`)).statusCode).toBe(204)
  expect(await linesOf(person.name)).toEqual([])
  await app.database.moveClock(1000)
  await handIn(bounceOf({ to: (await mailAgain(person, 'payments')).returnPath }))
  expect(await linesOf(person.name)).toMatchObject([{ state: 'Mail came back' }])
  await query(
    `insert into email_changes (user_id, asked_by, created_at, takes_effect_at, ended_at, is_done)
     values ($1, $2, app_now(), app_now(), app_now(), true)`,
    [person.id, support.id],
  )
  expect(await linesOf(person.name)).toEqual([])
})

test('mail to our own people that comes back is a line, too', async () => {
  const to = `quinn.${randomUUID().slice(0, 8)}@zebra.example`
  const page = { subject: 'A seal', heading: 'A seal', paragraphs: ['Yes.'] }
  await inTransaction(app.db, (tx) => sendMail(tx, { userId: null, to, kind: 'operator', page }))
  await handIn(bounceOf({ to: (await app.mailTo(to, 'A seal')).returnPath }))

  expect(await linesOf('q***@z***.example')).toMatchObject([
    { state: 'Mail came back', title: 'q***@z***.example', link: null },
  ])
})

test('a refused verification is seen by support, and another address registers', async () => {
  const name = `Bo ${randomUUID().slice(0, 8)}`
  const person = { name, password: 'seven quiet herons' }
  const refused = { ...person, email: `bounce.${randomUUID().slice(0, 8)}@mail.example` }
  expect((await app.browser().register(refused)).statusCode).toBe(200)

  await expect
    .poll(() => linesOf(name), { timeout: 20_000 })
    .toMatchObject([
      {
        state: 'Not verified',
        title: name,
        detail: expect.stringMatching(/^refused for b\*\*\*@m\*\*\*\.example: .*No such mailbox/),
        next_step: expect.stringContaining('register again'),
        deadline_at: null,
      },
    ])
  const other = { ...person, email: `bo.${randomUUID().slice(0, 8)}@mail.example` }
  const browser = app.browser()
  expect((await browser.register(other)).statusCode).toBe(200)
  const mail = await app.mailTo(other.email, 'Verify your email')
  const token = /#verify=([\w-]{43})/.exec(mail.text)?.[1]
  expect((await browser.post('/users/verify-email', { token })).statusCode).toBe(204)
  await passDays(15)
  expect(await linesOf(name)).toEqual([])
})

test('a stranger who forges a report changes nothing', async () => {
  const { name, mail } = await mailed()
  const body = bounceOf({ to: mail.returnPath })
  const guess = mail.returnPath.replace(/[0-9a-f]@/, (last) => (last === '0@' ? '1@' : '0@'))

  for (const authorization of ['', 'Bearer', 'Bearer ', secret, `Bearer ${secret}x`]) {
    expect((await handIn(body, { authorization })).status).toBe(400)
  }
  expect((await handIn(bounceOf({ to: guess }))).status).toBe(204)
  expect((await handIn(bounceOf({ to: `bounces+${name}@pier.example` }))).status).toBe(204)
  expect((await handIn('no report at all')).status).toBe(204)
  expect((await handIn('x'.repeat(600_000))).status).toBe(413)
  expect((await handIn('{}', { 'content-type': 'application/json' })).status).toBe(415)
  expect(await linesOf(name)).toEqual([])
})
