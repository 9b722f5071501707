import { randomUUID } from 'node:crypto'
import { hourMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import { givenOperators, reason } from '../../../../test/given/given-operators.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = { ...givenLoans(app), ...givenOperators(app) }

const rows = async (text: string, values: unknown[] = []) =>
  (await app.database.owner.pool.query(text, values)).rows as { [column: string]: unknown }[]
const idOf = async (email: string) =>
  String((await rows('select id from users where email = $1', [email]))[0]?.id)
async function person() {
  const user = await app.given.verifiedUser({ name: `Ingrid ${randomUUID().slice(0, 8)}` })
  return { ...user, id: await idOf(user.email) }
}

test('a user is found by name, whole address, handle or id, and never by a part of an address', async () => {
  const user = await person()
  const [{ name } = {}] = await rows('select name from users where id = $1', [user.id])
  await rows(`update users set handle = 'gull-' || left($1::text, 6) where id = $1::uuid`, [
    user.id,
  ])
  const finance = await given.operator('finance')
  const find = async (search: string) => {
    const reply = await finance.get(`/users?search=${encodeURIComponent(search)}`)
    return reply.json<{ users: { id: string; email: string }[] }>().users
  }

  for (const search of [
    String(name).toUpperCase(),
    user.email,
    `gull-${user.id.slice(0, 6)}`,
    user.id,
  ]) {
    expect(
      (await find(search)).map(({ id }) => id),
      search,
    ).toEqual([user.id])
  }
  expect(await find(user.email.slice(0, 8))).toEqual([])
  expect(await find('%%')).toEqual([])
  expect((await find(user.email))[0]?.email).toMatch(/^.\*\*\*@.\*\*\*\.\w+$/)
})

test('address and log are masked until the file is opened with a reason, for that session only', async () => {
  const loan = await given.running()
  const id = await idOf(loan.borrower.email)
  const support = await given.operator('support')
  const closed = (await support.get(`/users/${id}`)).json()
  expect(closed).toMatchObject({ is_open: false, address: null, events: null })
  expect(closed).toMatchObject({
    loans: [{ id: loan.id, party: 'BORROWER', amount: 30_000 }],
    domains: [{ unicode: loan.domain.name }],
    balance: { held: 0 },
  })
  expect(JSON.stringify(closed)).not.toContain(loan.borrower.email)

  expect((await support.call('POST', `/users/${id}/open`, {})).statusCode).toBe(400)
  expect((await support.post(`/users/${id}/open`)).statusCode).toBe(204)

  const opened = (await support.get(`/users/${id}`)).json<{ events: object[] }>()
  expect(opened).toMatchObject({ is_open: true, email: loan.borrower.email })
  expect(opened.events.length).toBeGreaterThan(0)
  const other = await given.operator('support')
  expect((await other.get(`/users/${id}`)).json()).toMatchObject({ is_open: false })
  await support.logIn()
  expect((await support.get(`/users/${id}`)).json()).toMatchObject({ is_open: false })
  expect(await rows('select action, reason from audit_log where subject = $1', [id])).toEqual([
    { action: 'POST /operator/users/:id/open', reason },
  ])
  expect((await support.post(`/users/${randomUUID()}/open`)).statusCode).toBe(404)
})

test('a frozen account loses its sessions and does nothing dangerous until it is let go', async () => {
  const user = await person()
  const support = await given.operator('support')

  const [one, other] = await Promise.all([
    support.post(`/users/${user.id}/freeze`),
    support.post(`/users/${user.id}/freeze`),
  ])

  expect([one.statusCode, other.statusCode].toSorted((a, b) => a - b)).toEqual([204, 409])
  expect((await user.browser.get('/users/self')).statusCode).toBe(401)
  await app.mailTo(user.email, 'Your account is frozen')
  await user.browser.logIn({ email: user.email, password: user.password })
  expect((await user.browser.get('/users/self')).json()).toMatchObject({ is_frozen: true })
  const payee = { rail: 0, account: 'SE4550000000058398257466', bank: 'SEB', bic: 'ESSESESS' }
  const refused = await user.browser.put('/users/payout-details', payee)
  expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: 'frozen' }])
  expect((await support.get(`/queues/users?search=${user.id}`)).json()).toMatchObject({
    rows: [{ state: 'Frozen' }],
  })
  const role = await support.post(`/users/${user.id}/unfreeze`)
  expect(role.json()).toMatchObject({ code: 'operator_role' })

  const officer = await given.operator('compliance')
  expect((await officer.post(`/users/${user.id}/unfreeze`)).statusCode).toBe(204)
  expect((await officer.post(`/users/${user.id}/unfreeze`)).json()).toMatchObject({
    code: 'user_not_frozen',
  })
  const self = (await user.browser.get('/users/self')).json()
  expect(self).toMatchObject({ is_frozen: false, restricted_until: null })
  expect((await user.browser.put('/users/payout-details', payee)).statusCode).toBe(200)
})

test('whoever writes to a user has helped them, and proposes no ruling about them', async () => {
  const loan = await given.running()
  const { version } = await loan.as('LENDER').submit('escalate')
  const id = await idOf(loan.lender.email)
  const officer = await given.operator('case_officer')

  const sent = await officer.post(`/users/${id}/messages`, {
    subject: 'About your question',
    text: 'We looked at it.\n\nThe second paragraph.',
  })

  expect(sent.statusCode).toBe(204)
  const mail = await app.mailTo(loan.lender.email, 'About your question')
  expect(mail.text).toContain('The second paragraph.')
  const rule = await officer.key(`/loans/${loan.id}/rule`, { outcome: 'REPAID', version })
  expect(rule.json()).toMatchObject({ code: 'operator_partial' })
})

test('a new address waits 72 hours, is told to the old one, and ends every session', async () => {
  const user = await person()
  const compliance = await given.operator('compliance')
  const email = `${randomUUID().slice(0, 8)}@new.example`
  const support = await given.operator('support')
  expect((await support.put(`/users/${user.id}/email`, { email })).statusCode).toBe(403)

  const asked = await compliance.put(`/users/${user.id}/email`, { email })

  expect(asked.statusCode).toBe(200)
  await app.mailTo(user.email, 'Your email changes in 72 hours')
  const again = await compliance.put(`/users/${user.id}/email`, { email })
  expect(again.json()).toMatchObject({ code: 'email_changing' })
  expect((await compliance.get(`/queues/users?search=${user.id}`)).json()).toMatchObject({
    rows: [{ state: 'New address' }],
  })
  await app.database.moveClock(71 * hourMs)
  expect(await idOf(user.email)).toBe(user.id)
  await app.database.moveClock(1 * hourMs + 60_000)
  await until(async () => (await idOf(email)) === user.id)
  await app.mailTo(email, 'Verify your email')
  await app.mailTo(user.email, 'Your email was changed')
  expect((await user.browser.get('/users/self')).statusCode).toBe(401)
  expect(await rows('select email from email_changes where user_id = $1', [user.id])).toEqual([
    { email: null },
  ])
})

test('the freeze link in the old mailbox stops a new address, and so does an operator', async () => {
  const user = await person()
  const compliance = await given.operator('compliance')
  const email = `${randomUUID().slice(0, 8)}@new.example`
  await compliance.put(`/users/${user.id}/email`, { email })
  const mail = await app.mailTo(user.email, 'Your email changes in 72 hours')
  const token = /#freeze=([\w-]+)/.exec(mail.text)?.[1]

  expect((await app.browser().post('/users/freeze', { token })).statusCode).toBe(204)

  const kept = await compliance.post(`/users/${user.id}/email/keep`)
  expect(kept.json()).toMatchObject({ code: 'email_not_changing' })
  const taken = await compliance.put(`/users/${user.id}/email`, {
    email: (await app.given.user()).email,
  })
  expect(taken.json()).toMatchObject({ code: 'email_taken' })
  await compliance.put(`/users/${user.id}/email`, { email })
  expect((await compliance.post(`/users/${user.id}/email/keep`)).statusCode).toBe(204)
  await app.database.moveClock(73 * hourMs)
  expect(await idOf(user.email)).toBe(user.id)
})
