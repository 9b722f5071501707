/** People and things in every state that a call concerns, each with its owner. */
import type { Party } from '@pier/protocol/lifecycles/loan'
import type { OperatorRole } from '@pier/protocol/operators'
import { invariant } from '../../src/platform/app-error.ts'
import { givenAgreements } from '../given/given-agreements.ts'
import { notifyUser } from '../given/given-notices.ts'
import { reason, type TestOperator } from '../given/given-operators.ts'
import { givenRefinance } from '../given/given-refinance.ts'
import { until } from '../given/given-payments.ts'
import { pdf } from '../operator-acts/world.ts'
import type { useTestApp } from '../test-app.ts'

type App = ReturnType<typeof useTestApp>
export type Person = Awaited<ReturnType<App['given']['verifiedUser']>>
export type Staff = Record<OperatorRole, TestOperator>
export type World = Awaited<ReturnType<typeof openWorld>>

const sameHosts = '{ns1.held.example,ns2.held.example}'

export async function openWorld(app: App, staff: Staff) {
  const owner = await app.given.verifiedUser()
  const guarded = await app.given.userWithMfa()
  await rowsIn(app)('update users set email_verified_at = app_now() where email = $1', [
    guarded.email,
  ])
  return {
    owner,
    /** Has two-step login on. */
    guarded,
    /** Gives up their session, money and account. */
    leaver: await app.given.verifiedUser(),
    ...(await ownThings(app, owner)),
    ...(await marketThings(app)),
    ...(await loans(app)),
    ...(await endings(app)),
    ...(await disputes(app, staff)),
    ...(await agreements(app)),
  }
}

const rowsIn = (app: App) => async (text: string, values: unknown[]) =>
  (await app.database.owner.pool.query(text, values)).rows as { id: string }[]

/** Domains, money and records of one person. */
async function ownThings(app: App, owner: Person) {
  const given = givenRefinance(app)
  const { browser } = owner
  const rows = rowsIn(app)
  const { id: userId } = (await browser.get('/users/self')).json<{ id: string }>()
  const domain = await given.verifiedDomain(browser)
  const gone = await given.verifiedDomain(browser)
  const held = await given.domainInCustody(browser)
  const moving = await given.verifiedDomain(browser)
  await given.transfer(moving.id, { direction: 'in', state: 'asked' })
  const leaving = await given.domainInCustody(browser)
  await given.transfer(leaving.id, { direction: 'out', state: 'waiting' })
  const changeId = await nameserverChange(app, held.id)
  await rows(
    `select post_entry($1, 'top_up', $2, null, '{available,crypto_clearing}', '{60000,-60000}')`,
    [`test:${userId}`, userId],
  )
  const paid = await browser.post('/transactions/withdrawals', { amount: 100, ...payout })
  const search = await browser.post(`/searches?tld=com`)
  const exported = await browser.post('/users/export')
  await notifyUser(app.db, userId, 'Something happened')
  const [notification] = await rows('select id from notifications where user_id = $1', [userId])
  const elsewhere = await app.given.elsewhere(owner)
  const sessions = (await elsewhere.get('/users/sessions')).json<{
    sessions: { id: string; current: boolean }[]
  }>().sessions
  const exportId = idIn(exported)
  await until(async () => {
    const ready = 'select id from user_exports where id = $1 and ready_at is not null'
    return (await rows(ready, [exportId])).length > 0
  })
  return {
    userId,
    domain,
    gone,
    held,
    moving,
    leaving,
    changeId,
    withdrawalId: idIn(paid),
    searchId: idIn(search),
    exportId,
    notificationId: notification?.id ?? '',
    otherSessionId: sessions.find(({ current }) => current)?.id ?? '',
  }
}

export const payout = {
  crypto_network: 'USDT on Tron',
  crypto_address: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
}

function idIn(reply: { statusCode: number; body: string }): string {
  invariant(reply.statusCode < 300, `given: got ${reply.statusCode}: ${reply.body}`)
  return (JSON.parse(reply.body) as { id: string }).id
}

/** A change between identical servers, so undoing it needs no registry. */
async function nameserverChange(app: App, domainId: string): Promise<string> {
  const [row] = await rowsIn(app)(
    `with command as (
       insert into registrar_commands (domain_id, kind, input, state, created_at, settled_at)
       values ($1, 'set_nameservers', $2, 'done', app_now(), app_now()) returning id)
     insert into nameserver_changes (domain_id, user_id, command_id, from_nameservers,
       from_ds_records, to_nameservers, to_ds_records, created_at)
     select domains.id, user_id, command.id, $3, '[]', $3, '[]', app_now()
     from domains, command where domains.id = $1 returning id`,
    [domainId, { nameservers: [], dsRecords: [] }, sameHosts],
  )
  return row?.id ?? ''
}

/** A listing with three offers on it, and one without. */
async function marketThings(app: App) {
  const given = givenRefinance(app)
  const listed = await given.listing()
  return {
    shown: await given.listing(),
    listed,
    denied: await given.offer(listed.domain.id),
    countered: await given.offer(listed.domain.id),
    accepted: await given.offer(listed.domain.id),
  }
}

/** A loan in each state in which only one of its parties can do something. */
async function loans(app: App) {
  const given = givenRefinance(app)
  const running = () => given.running()
  const signed = () => given.signed()
  const extending = await running()
  const { due_at: due } = await extending.as('BORROWER').read()
  const later = new Date(Date.parse(due ?? '') + 30 * 86_400_000).toISOString().slice(0, 10)
  const submit = async (loan: Promise<Loan>, party: Party, action: string, body?: object) => {
    const { version } = await (await loan).as(party).submit(action, body)
    return { ...(await loan), version }
  }
  const denying = await submit(running(), 'BORROWER', 'payments', { amount: 30 })
  await nameserverChange(app, denying.domain.id)
  const extension = { due_on: later }
  return {
    later,
    denying,
    ...(await allOf({
      agreed: given.agreed(),
      signed: signed(),
      running: running(),
      finalized: running(),
      refinanced: running(),
      surrendered: running(),
      renamed: running(),
      claimed: submit(signed(), 'LENDER', 'markPaid'),
      withdrawn: submit(signed(), 'LENDER', 'markPaid'),
      part: submit(running(), 'BORROWER', 'payments', { amount: 30 }),
      extending: submit(Promise.resolve(extending), 'BORROWER', 'extension', extension),
      declining: submit(running(), 'BORROWER', 'extension', extension),
    })),
  }
}

type Loan = Awaited<ReturnType<ReturnType<typeof givenRefinance>['running']>>

/** All at once: each has its own people. */
async function allOf<T extends Record<string, Promise<unknown>>>(made: T) {
  const pairs = Object.entries(made).map(async ([name, one]) => [name, await one] as const)
  return Object.fromEntries(await Promise.all(pairs)) as { [K in keyof T]: Awaited<T[K]> }
}

/** Loans near their end: not repaid, name expiring, payment details missing, or refinanced. */
async function endings(app: App) {
  const given = givenRefinance(app)
  const rows = rowsIn(app)
  const noticed = await given.running()
  await rows(
    `update escrows set phase = 'DEFAULT_NOTICED', noticed_at = app_now(),
       objection_until = app_now() + interval '14 days' where id = $1`,
    [noticed.id],
  )
  await given.value(noticed.domain.name, 90_000_00)
  const ending = await given.running()
  await rows(
    `update holdings set expires_at = app_now() + interval '20 days' where domain_id = $1`,
    [ending.domain.id],
  )
  const untendered = await given.running()
  await rows(
    `update payees set stopped_at = app_now() from escrows
     where escrows.id = $1 and user_id = lender_id`,
    [untendered.id],
  )
  const old = await given.running()
  const next = await given.linked(old)
  await next.as('LENDER').submit('markPaid')
  const replaced = await given.running()
  await given.linked(replaced, { loan_amount: 30_076.23 })
  const { borrower } = old
  return { noticed, ending, untendered, next: { ...next, borrower }, replaced }
}

/** Disputes: just opened, with a settlement proposed, with a question, with a ruling announced. */
async function disputes(app: App, staff: Staff) {
  const given = givenRefinance(app)
  const rows = rowsIn(app)
  const disputed = async () => {
    const loan = await given.running()
    const { version } = await loan.as('LENDER').submit('escalate')
    return { ...loan, version }
  }
  const settling = await disputed()
  const settled = await settling.as('LENDER').submit('settlement', { outcome: 'REPAID' })
  const unsettled = await disputed()
  await unsettled.as('LENDER').submit('settlement', { outcome: 'REPAID' })
  const asked = await disputed()
  const [question] = await rows(
    `insert into dispute_questions (dispute_id, party, question, asked_by, asked_at, answer_by)
     select id, 'LENDER', 'What does your bank say?', $2, app_now(), app_now() + interval '2 days'
     from escrow_disputes where escrow_id = $1 returning id`,
    [asked.id, staff.case_officer.id],
  )
  const ruled = await disputed()
  const rulingId = await announced(staff, ruled)
  const appealed = await disputed()
  const appealedId = await announced(staff, appealed)
  return {
    disputed: await disputed(),
    settling: { ...settling, version: settled.version },
    unsettled,
    asked,
    questionId: question?.id ?? '',
    ruled,
    rulingId,
    appealed,
    appealedId,
  }
}

type Disputed = { id: string; version: number; domain: { name: string } }

/** The ruling goes against the lender. */
async function announced(staff: Staff, { id, version, domain }: Disputed): Promise<string> {
  const rule = { outcome: 'REPAID', version }
  const proposed = await staff.case_officer.key(`/loans/${id}/rule`, rule)
  const decisionId = idIn(proposed)
  const key = { reason, name: domain.name }
  const confirmed = await staff.approver.key(`/decisions/${decisionId}/confirm`, key)
  invariant(confirmed.statusCode === 200, `given: got ${confirmed.statusCode}: ${confirmed.body}`)
  return decisionId
}

/** An agreement to be signed, the lender's link to it, and an exhibit. */
async function agreements(app: App) {
  const given = givenAgreements(app)
  const printed = await given.printed()
  const token = await given.token(printed, 'LENDER')
  const { browser } = printed.lender
  const added = await app.inject({
    method: 'POST',
    url: `/api/escrow/${printed.id}/evidence`,
    payload: pdf,
    headers: {
      'content-type': 'application/pdf',
      cookie: `__Host-bind=${browser.cookie}`,
      'x-access-token': browser.token ?? '',
      'x-forwarded-for': browser.address,
    },
  })
  return { printed, token, fileId: idIn(added) }
}
