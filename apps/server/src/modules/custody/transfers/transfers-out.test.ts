import { expect, test } from 'vitest'
import { givenCustody } from '../../../../test/given/given-custody.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp({ withCustody: true })
const given = givenCustody(app)
type Owner = Awaited<ReturnType<typeof given.inCustody>>

/** A domain that may leave: its lock period after arrival is over. */
async function freeDomain(): Promise<Owner> {
  const owner = await given.inCustody()
  await given.query('update domains set transfer_out_available_at = app_now() where id = $1', [
    owner.id,
  ])
  return owner
}
const leave = ({ browser, id }: Owner) => browser.post(`/domains/${id}/transferOut`)

/** Lets this many hours pass, so that the timer of the wait fires. */
async function passWait({ id }: Owner, hours = 20) {
  await given.query(
    `update transfers set created_at = created_at - $2 * interval '1 hour' where domain_id = $1`,
    [id, hours],
  )
  await given.query(
    `update timers set fire_at = app_now() from transfers
     where timers.subject_id = transfers.id and transfers.domain_id = $1`,
    [id],
  )
}
const codeOf = async (owner: Owner) => {
  const mail = await app.mailTo(owner.email, 'authorization code')
  return (
    /[\w!*.-]{24}/.exec(
      mail.text.split('\n').find((line) => /^\s*[\w!*.-]{24}\s*$/.test(line)) ?? '',
    )?.[0] ?? ''
  )
}
const stopTokenOf = async (owner: Owner) => {
  const mail = await app.mailTo(owner.email, 'transfer out requested')
  return /stop-transfer#token=([\w-]+)/.exec(mail.text)?.[1] ?? ''
}

test('a domain leaves: 20 hours, a code by mail, and the other registrar pulls it', async () => {
  const owner = await freeDomain()

  const reply = await leave(owner)

  expect(reply.json()).toMatchObject({ state: 'waiting', valid_until: null })
  expect(app.custody.other.readName(owner.name)).toMatchObject({ isLocked: true })
  await passWait(owner)
  const code = await codeOf(owner)
  await until(async () => {
    const { transfer_out: out } = await given.domain(owner.browser, owner.id)
    return out?.state === 'code_sent'
  })
  expect(app.custody.other.readName(owner.name)).toMatchObject({ isLocked: false })
  const codeMail = `select status, page from mails join users on users.id = user_id
    where users.email = $1 and kind = 'transferCode'` // So that support hears if it comes back.
  expect(await given.rows(codeMail, [owner.email])).toEqual([{ status: 'sent', page: null }])

  app.custody.other.advanceDays(61)
  await app.custody.other.pullName({ name: owner.name, code })
  await given.poll()
  await app.mailTo(owner.email, 'another registrar requests')
  app.custody.other.advanceDays(5)
  await given.poll()

  await app.mailTo(owner.email, 'transferred out')
  expect((await owner.browser.get(`/domains/${owner.id}`)).statusCode).toBe(404)
  expect(app.custody.other.readName(owner.name)).toMatchObject({ isHere: true })
  expect(await given.rows('select from custody_alarms')).toEqual([])
})

test('the code is mailed within 24 hours of the request', async () => {
  const owner = await freeDomain()
  const { codeAt } = await askedNow(owner)

  const [timer] = await given.rows<{ fire_at: Date; hours: number }>(
    `select fire_at, extract(epoch from fire_at - transfers.created_at) / 3600 as hours
     from timers join transfers on transfers.id = timers.subject_id where domain_id = $1`,
    [owner.id],
  )
  expect(timer?.fire_at.toISOString()).toBe(codeAt)
  expect(Number(timer?.hours)).toBeGreaterThan(0)
  expect(Number(timer?.hours)).toBeLessThan(24)

  await passWait(owner)
  expect(await codeOf(owner)).toHaveLength(24)
})

const askedNow = async (owner: Owner) => ({
  codeAt: (await leave(owner)).json<{ code_at: string }>().code_at,
})

test('the code is in no table and no log', async () => {
  const owner = await freeDomain()
  await leave(owner)
  await passWait(owner)
  const code = await codeOf(owner)
  expect(code).toHaveLength(24)

  const dump = await given.rows<{ found: string }>(
    `select table_name as found from information_schema.tables
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'
       and query_to_xml(format('select * from %I.%I', table_schema, table_name), true, false, '')::text
         like '%' || $1 || '%'`,
    [code],
  )

  expect(dump).toEqual([])
})

test('the stop link works without a login, before the code and after it', async () => {
  const early = await freeDomain()
  await leave(early)
  const late = await freeDomain()
  await leave(late)
  await passWait(late)
  await codeOf(late)
  await until(async () => !app.custody.other.readName(late.name).isLocked)

  for (const owner of [early, late]) {
    const token = await stopTokenOf(owner)
    const submit = () => app.browser().post('/domains/transferOut/stop', { token })
    expect((await submit()).json()).toEqual({ domain: owner.name })
    expect((await submit()).statusCode).toBe(200)
    await app.mailTo(owner.email, 'transfer out stopped')
    expect(app.custody.other.readName(owner.name)).toMatchObject({ isLocked: true, code: null })
    expect(await given.domain(owner.browser, owner.id)).toMatchObject({
      status: 'CUSTODY_PAID',
      transfer_out: null,
    })
  }
  const reply = await app.browser().post('/domains/transferOut/stop', { token: 'made-up' })
  expect(reply.json()).toMatchObject({ code: 'link_invalid' })
})

test('one who has used a stolen code already is refused by the stop link', async () => {
  const owner = await freeDomain()
  await leave(owner)
  await passWait(owner)
  const code = await codeOf(owner)
  app.custody.other.advanceDays(61)
  await app.custody.other.pullName({ name: owner.name, code })

  await app.browser().post('/domains/transferOut/stop', { token: await stopTokenOf(owner) })

  await app.mailTo(owner.email, 'transfer out stopped')
  expect(app.custody.other.readName(owner.name)).toMatchObject({
    isHere: false,
    isLocked: true,
    transfer: { status: 'clientRejected' },
  })
})

test('after two weeks the code is void and the lock is on again', async () => {
  const owner = await freeDomain()
  await leave(owner)
  await passWait(owner)
  const code = await codeOf(owner)
  await until(async () => {
    const { transfer_out: out } = await given.domain(owner.browser, owner.id)
    return out?.state === 'code_sent'
  })

  await passWait(owner)

  await app.mailTo(owner.email, 'transfer out stopped')
  expect(app.custody.other.readName(owner.name)).toMatchObject({ isLocked: true })
  await expect(app.custody.other.pullName({ name: owner.name, code })).rejects.toThrow()
})

test('it cannot leave early, under a hold, twice, or by a stranger', async () => {
  const early = await given.inCustody()
  expect((await leave(early)).json()).toMatchObject({ code: 'transfer_locked' })

  const owner = await freeDomain()
  const stranger = await app.given.verifiedUser()
  const ofStranger = await stranger.browser.post(`/domains/${owner.id}/transferOut`)
  expect(ofStranger.json()).toMatchObject({ code: 'domain_not_found' })
  const replies = await Promise.all([leave(owner), leave(owner)])
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])

  await given.query(
    `insert into domain_holds (domain_id, kind, note, created_at) values ($1, 'theft', 'x', app_now())`,
    [owner.id],
  )
  await passWait(owner)
  const mail = await app.mailTo(owner.email, 'transfer out stopped')
  expect(mail.text).toContain('It was put on hold.')
  expect(app.custody.other.readName(owner.name)).toMatchObject({ isLocked: true, code: null })
  expect((await leave(owner)).json()).toMatchObject({ code: 'domain_on_hold' })
})

test('a wait that is cut short opens nothing: the worker counts the 20 hours itself', async () => {
  const owner = await freeDomain()
  await leave(owner)

  await passWait(owner, 19)

  const mail = await app.mailTo(owner.email, 'transfer out stopped')
  expect(mail.text).toContain('The request was too early.')
  expect(app.custody.other.readName(owner.name)).toMatchObject({ isLocked: true, code: null })
})

test('a transfer out from an old session requires step-up authentication', async () => {
  const owner = await freeDomain()
  await given.query(`update sessions set created_at = created_at - interval '1 hour'`, [])

  expect((await leave(owner)).json()).toMatchObject({
    code: 'step_up_required',
    action: 'transfer_out',
    object: owner.id,
  })
})

/** Starts unlocking at a registry that is slow to set the code and the lock. */
async function beginOpening(owner: Owner, thenFail: 'closeAfter' | 'delay') {
  await leave(owner)
  const { length } = app.custody.received
  app.custody.registry.fail({ kind: 'delay', command: 'update', delayMs: 1000 })
  app.custody.registry.fail({ kind: thenFail, command: 'update', delayMs: 1000 })
  await passWait(owner)
  await until(async () => app.custody.received.slice(length).includes('update'))
}

test('a hold that comes while it is unlocked ends it, and it is locked again', async () => {
  const owner = await freeDomain()
  await beginOpening(owner, 'closeAfter')

  await given.query(
    `insert into domain_holds (domain_id, kind, note, created_at) values ($1, 'theft', 'x', app_now())`,
    [owner.id],
  )

  const mail = await app.mailTo(owner.email, 'transfer out stopped')
  expect(mail.text).toContain('It was put on hold.')
  expect(app.custody.other.readName(owner.name)).toMatchObject({ isLocked: true, code: null })
})

test('no code is mailed after the owner kept it here, however long the registry takes', async () => {
  const owner = await freeDomain()
  await beginOpening(owner, 'delay')

  await owner.browser.delete(`/domains/${owner.id}/transferOut`)

  await app.mailTo(owner.email, 'transfer out stopped')
  const mails = app.inbox.mails().filter(({ to }) => to.includes(owner.email))
  expect(mails.filter(({ subject }) => subject.includes('authorization code'))).toEqual([])
  expect(app.custody.other.readName(owner.name)).toMatchObject({ isLocked: true, code: null })
})
