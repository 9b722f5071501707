import { randomUUID } from 'node:crypto'
import { dayMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import {
  givenOperators,
  reason,
  type TestOperator,
} from '../../../../test/given/given-operators.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { openUserClients } from '../../users/users.service.ts'
import { inviteFromMachine } from '../../operators/team/team.service.ts'

const app = useTestApp()
const { operator, onMachine } = givenOperators(app)
const loans = givenLoans(app)

const someAddress = () => `${randomUUID().slice(0, 8)}@pier.example`
const linkTo = async (email: string) => {
  const mail = await app.mailTo(email, 'invitation')
  return /#token=([\w-]{43})/.exec(mail.text)?.[1] ?? ''
}
const invite = (by: TestOperator, email: string, roles = ['approver']) =>
  by.key('/operators', { name: 'Runa Berg', email, roles })
const confirm = (by: TestOperator, id: string) => by.key(`/decisions/${id}/confirm`)
const codeIn = (reply: { body: string }) => (JSON.parse(reply.body) as { code: string }).code
const idIn = (reply: { body: string }) => (JSON.parse(reply.body) as { id: string }).id

test('one admin alone invites nobody: the link is mailed with the second approval', async () => {
  const admin = await operator('admin', 'approver')
  const approver = await operator('approver')
  const email = someAddress()

  const proposed = await invite(admin, email)

  expect(proposed.json()).toMatchObject({ kind: 'staff', state: 'proposed' })
  await app.mailTo(approver.email, 'Proposed: Runa Berg was invited as approver')
  expect(codeIn(await confirm(admin, idIn(proposed)))).toBe('both_keys')
  const mails = () => app.inbox.mails().filter(({ to }) => to.includes(email))
  expect(mails()).toEqual([])
  expect((await confirm(approver, idIn(proposed))).statusCode).toBe(200)
  expect(await linkTo(email)).toHaveLength(43)
  for (const each of [admin, approver]) {
    await app.mailTo(each.email, 'Runa Berg was invited as approver')
  }
})

test('an invitation takes a fresh code, and a reason that can be read', async () => {
  const admin = await operator('admin')
  const asked = { name: 'Runa Berg', email: someAddress(), roles: ['approver'] }

  const without = await admin.post('/operators', asked)
  const wrong = await admin.post('/operators', { ...asked, code: '000000' })
  const short = await admin.key('/operators', { ...asked, reason: 'a friend' })

  expect(without.statusCode).toBe(400)
  expect(codeIn(wrong)).toBe('code_wrong')
  expect(short.statusCode).toBe(400)
})

test('nobody proposes or confirms their own invitation or a change of their own roles', async () => {
  const admin = await operator('admin')
  const approver = await operator('approver', 'admin')

  expect(codeIn(await invite(admin, admin.email.toUpperCase()))).toBe('operator_own')
  const roles = { roles: ['admin', 'approver', 'finance'] }
  const own = await admin.call('PUT', `/operators/${admin.id}/roles`, {
    ...roles,
    reason,
    code: await admin.code(),
  })
  expect(codeIn(own)).toBe('operator_own')
  const forTheOther = await invite(admin, approver.email, roles.roles)
  expect(codeIn(await confirm(approver, idIn(forTheOther)))).toBe('operator_own')
})

test('who is new approves nothing for seven days, neither first nor second', async () => {
  const admin = await operator('admin')
  const approver = await operator('approver')
  const email = someAddress()
  const invited = await invite(admin, email, ['approver', 'admin'])
  await confirm(approver, idIn(invited))

  const runa = await join(email)

  const proposal = await invite(admin, someAddress())
  expect(codeIn(await confirm(runa, idIn(proposal)))).toBe('operator_new')
  expect(codeIn(await invite(runa, someAddress()))).toBe('operator_new')
  const { decisions } = (await runa.get('/decisions?open=true')).json<{
    decisions: { id: string; can_confirm: boolean; why_not: string }[]
  }>()
  const seen = decisions.find(({ id }) => id === idIn(proposal))
  expect(seen).toMatchObject({ can_confirm: false })
  expect(seen?.why_not).toContain('7 days')

  await app.database.moveClock(7 * dayMs)
  await runa.logIn()
  await admin.logIn()
  const later = await invite(admin, someAddress())
  expect((await confirm(runa, idIn(later))).statusCode).toBe(200)
})

test('who is new says no to a proposal, and takes an own one back, from the first day', async () => {
  const [admin, approver] = [await operator('admin'), await operator('approver')]
  const email = someAddress()
  await confirm(approver, idIn(await invite(admin, email, ['approver'])))
  const runa = await join(email)
  const [others, own] = [await invite(admin, someAddress()), await invite(admin, someAddress())]

  const declined = await runa.post(`/decisions/${idIn(others)}/decline`)
  expect([declined.statusCode, declined.json()]).toMatchObject([200, { state: 'declined' }])

  await app.database.owner.pool.query(
    `update operators set keys_from = app_now() + interval '7 days' where id = $1`,
    [admin.id],
  )
  const withdrawn = await admin.post(`/decisions/${idIn(own)}/decline`)
  expect([withdrawn.statusCode, withdrawn.json()]).toMatchObject([200, { state: 'withdrawn' }])
})

test('a role that is added waits too; one that is taken away does not', async () => {
  const admin = await operator('admin')
  const approver = await operator('approver')
  const officer = await operator('case_officer', 'finance')
  const setRoles = async (roles: string[]) => {
    const body = { roles, reason, code: await admin.code() }
    const proposed = await admin.call('PUT', `/operators/${officer.id}/roles`, body)
    expect((await confirm(approver, idIn(proposed))).statusCode).toBe(200)
  }
  const keysFrom = async () => {
    const text = 'select keys_from > app_now() as waits from operators where id = $1'
    const { rows } = await app.database.owner.pool.query<{ waits: boolean }>(text, [officer.id])
    return rows[0]?.waits
  }

  await setRoles(['case_officer'])
  expect(await keysFrom()).toBe(false)
  await setRoles(['case_officer', 'approver'])
  expect(await keysFrom()).toBe(true)
})

test('with three operators or more, the command line only re-invites known ones, who have to wait to approve', async () => {
  const clients = await openUserClients(app.config)
  const fromMachine = (email: string) =>
    onMachine((tx) =>
      inviteFromMachine(tx, clients, { name: 'Ada Quist', email, roles: ['admin'] }),
    )
  // There are more than three operators already.
  await expect(fromMachine(someAddress())).rejects.toMatchObject({ code: 'operators_enough' })
  const known = await operator('admin')

  const { operator: again } = await fromMachine(known.email)

  expect(again).toMatchObject({ keysFrom: null, roles: ['admin'] })
  expect((await known.get('/self')).statusCode).toBe(401)
})

test('an operator who ends another tells everybody', async () => {
  const admin = await operator('admin')
  const other = await operator('support')

  await admin.post(`/operators/${other.id}/end`)

  await app.mailTo(admin.email, `${other.name} is no longer an operator`)
})

test('who has a loan with one of the sides does not decide about them', async () => {
  const loan = await loans.running()
  const other = await loans.running()
  const officer = await operator('case_officer')
  const own = `update operators set email_key = (select email_key from users where email = $1)
    where id = $2`
  await app.database.owner.pool.query(own, [other.lender.email, officer.id])
  await app.database.owner.pool.query(
    `update escrows set lender_id = (select lender_id from escrows where id = $1) where id = $2`,
    [other.id, loan.id],
  )
  const { version } = await loan.as('BORROWER').submit('escalate')

  const ruling = { outcome: 'REPAID', version, exhibits: [] }
  expect(codeIn(await officer.key(`/loans/${loan.id}/rule`, ruling))).toBe('operator_partial')
})

test('valuing the domain of an open loan takes two operators before the seizure check is met', async () => {
  const loan = await loans.running({ term: 30 })
  const officer = await operator('case_officer')
  const approver = await operator('approver')
  const value = { domain: await nameOf(loan), amount: 2500, source: 'Sales of the kind' }

  expect(codeIn(await officer.post('/valuations', value))).toBe('code_needed')
  const proposed = await officer.key('/valuations', value)
  expect(proposed.json()).toMatchObject({ decision: { kind: 'value', state: 'proposed' } })
  const surplus = async () => {
    const page = (await officer.get(`/loans/${loan.id}`)).json<{
      seizure_checks: { words: string; is_met: boolean }[]
    }>()
    return page.seizure_checks.find(({ words }) => words === 'Surplus rule checked')?.is_met
  }
  expect(await surplus()).toBe(false)
  const { decision } = proposed.json<{ decision: { id: string } }>()
  expect((await confirm(approver, decision.id)).statusCode).toBe(200)
  expect(await surplus()).toBe(true)
})

test('a value by one operator from before the loan is shown, and not enough to seize', async () => {
  const loan = await loans.running({ term: 30 })
  const officer = await operator('case_officer')
  await app.database.owner.pool.query(
    `insert into valuations (name, amount_cents, source, created_at, expires_at)
     values ($1, 1000000, 'One word', app_now(), app_now() + interval '1 year')`,
    [await nameOf(loan)],
  )

  const page = (await officer.get(`/loans/${loan.id}`)).json<{
    seizure_checks: { words: string; is_met: boolean; note: string }[]
  }>()

  const surplus = page.seizure_checks.find(({ words }) => words === 'Surplus rule checked')
  expect(surplus).toMatchObject({ is_met: false })
  expect(surplus?.note).toContain('two are needed')
})

async function nameOf({ domain }: Awaited<ReturnType<typeof loans.running>>): Promise<string> {
  const text = 'select name from domains where id = $1'
  const { rows } = await app.database.owner.pool.query<{ name: string }>(text, [domain.id])
  return rows[0]?.name ?? ''
}

/** Accepts the invitation that is in the mail. */
async function join(email: string): Promise<TestOperator> {
  const token = await linkTo(email)
  return givenOperators(app).joined({ token, email })
}
