import { expect, test } from 'vitest'
import { givenCustody } from '../../../../test/given/given-custody.ts'
import { givenOperators, reason } from '../../../../test/given/given-operators.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp({ withCustody: true })
const given = { ...givenCustody(app), ...givenOperators(app) }

const transferOf = async (domainId: string) => {
  const [row] = await given.rows<{ id: string; state: string; needs: string | null }>(
    `select id, state, needs_operator as needs from transfers where domain_id = $1
     order by created_at desc`,
    [domainId],
  )
  return row
}
/** A transfer that the registry refused, so that it waits for an operator. */
async function refused() {
  const owner = await given.owner()
  await given.quote(owner.browser, owner.id)
  app.custody.registry.fail({ kind: 'refuse', command: 'transfer', code: 2001 })
  await owner.browser.post(`/domains/${owner.id}/transfer`, { transferCode: owner.code })
  await until(async () => (await transferOf(owner.id))?.needs !== null)
  const transfer = await transferOf(owner.id)
  return { ...owner, transferId: transfer?.id ?? '' }
}
const auditOf = (subject: string) =>
  given.rows<{ action: string; reason: string }>(
    'select action, reason from audit_log where subject = $1 order by seq',
    [subject],
  )

test('a transfer that the registry refused is sent again once a person has looked', async () => {
  const owner = await refused()
  const support = await given.operator('support')
  const line = await support.get(`/queues/transfers?search=${owner.name}`)
  expect(line.json()).toMatchObject({
    rows: [{ state: 'Needs a person', link: `/operator/transfers/${owner.transferId}` }],
  })
  const view = await support.get(`/transfers/${owner.transferId}`)
  expect(view.json()).toMatchObject({
    domain: { name: owner.name },
    transfer: { direction: 'in', state: 'asked', has_code: true },
    commands: [{ kind: 'request_transfer', state: 'stuck' }],
    can_retry: true,
  })
  expect(view.body).not.toContain(owner.code)

  const waits = await support.post(`/transfers/${owner.transferId}/resolve`, { step: 'wait' })
  expect([waits.statusCode, waits.json()]).toMatchObject([422, { code: 'desk_refused' }])
  const again = await support.post(`/transfers/${owner.transferId}/resolve`, { step: 'retry' })
  expect(again.statusCode).toBe(204)

  await until(async () => (await transferOf(owner.id))?.state === 'requested')
  expect(await auditOf(owner.transferId)).toEqual([
    { action: 'POST /operator/transfers/:id/resolve', reason },
  ])
})

test('one that is given up ends, its fee is back, and a second click finds it ended', async () => {
  const owner = await refused()
  const officer = await given.operator('case_officer')

  await officer.post(`/transfers/${owner.transferId}/resolve`, { step: 'give_up' })

  await until(async () => (await transferOf(owner.id))?.state === 'cancelled')
  const { available, held } = (await owner.browser.get('/transactions')).json<{
    available: number
    held: number
  }>()
  expect({ available, held }).toEqual({ available: 500, held: 0 })
  const again = await officer.post(`/transfers/${owner.transferId}/resolve`, { step: 'give_up' })
  expect([again.statusCode, again.json()]).toMatchObject([409, { code: 'transfer_not_pending' }])
})

test('a late transfer that a person let go on is not asked about again for a week', async () => {
  const owner = await given.underWay()
  const transfer = await transferOf(owner.id)
  const age = `update transfers set created_at = created_at - interval '20 days' where id = $1`
  await given.query(age, [transfer?.id])
  const look = () =>
    given.job('custody.check-transfer', { subjectId: transfer?.id ?? '', generation: 1 })
  await look()
  expect((await transferOf(owner.id))?.needs).toBe('The registry still says pending')
  const support = await given.operator('support')

  await support.post(`/transfers/${transfer?.id}/resolve`, { step: 'wait' })

  await look()
  expect((await transferOf(owner.id))?.needs).toBeNull()
})

test('what others changed at the registry is taken over by an operator, and no alarm again', async () => {
  const owner = await given.inCustody()
  app.custody.registry.getDomain(owner.name).nameservers.splice(0, 1, 'ns9.changed.com')
  await given.job('custody.check-holding', { domainId: owner.id })
  const officer = await given.operator('case_officer')
  const view = await officer.get(`/domains/${owner.id}`)
  const [alarm] = view.json<{ alarms: { id: string; kind: string }[] }>().alarms
  expect(alarm?.kind).toBe('nameservers')
  const support = await given.operator('support')
  const role = await support.post(`/alarms/${alarm?.id}/resolve`, { is_accepted: true })
  expect([role.statusCode, role.json()]).toMatchObject([403, { code: 'operator_role' }])

  await officer.post(`/alarms/${alarm?.id}/resolve`, { is_accepted: true })

  await until(async () => {
    const { holding } = (await officer.get(`/domains/${owner.id}`)).json<{
      holding: { nameservers: string[] }
    }>()
    return holding.nameservers.includes('ns9.changed.com')
  })
  await given.job('custody.check-holding', { domainId: owner.id })
  const after = (await officer.get(`/domains/${owner.id}`)).json<{ alarms: object[] }>()
  expect(after.alarms).toHaveLength(1)
  const second = await officer.post(`/alarms/${alarm?.id}/resolve`, { is_accepted: true })
  expect(second.json()).toMatchObject({ code: 'alarm_not_found' })
  expect(await given.domain(owner.browser, owner.id)).toMatchObject({ on_hold: true })
  expect(after).toMatchObject({ holds: [{ kind: 'drift', lifted_at: null }] })
})

test('a stuck renewal with unknown result is resolved once, with the outcome an operator enters', async () => {
  const owner = await given.inCustody()
  const [holding] = await given.rows<{ expires: Date }>(
    'select expires_at as expires from holdings where domain_id = $1',
    [owner.id],
  )
  const [renewal] = await given.rows<{ id: string }>(
    `insert into renewals (domain_id, user_id, expires_at, fee_cents, state, created_at)
     values ($1, $2, $3, 0, 'asked', app_now()) returning id`,
    [owner.id, owner.userId, holding?.expires],
  )
  const [command] = await given.rows<{ id: string }>(
    `insert into registrar_commands (domain_id, kind, input, state, error, created_at, settled_at)
     values ($1, 'renew', $2, 'stuck', 'The expiry date changed', app_now(), app_now()) returning id`,
    [owner.id, { renewalId: renewal?.id }],
  )
  const officer = await given.operator('case_officer')
  const line = await officer.get(`/queues/transfers?search=${owner.name}`)
  expect(line.json()).toMatchObject({ rows: [{ state: 'Stuck' }] })

  const results = await Promise.all([
    officer.post(`/commands/${command?.id}/resolve`, { outcome: 'done' }),
    officer.post(`/commands/${command?.id}/resolve`, { outcome: 'failed' }),
  ])

  expect(results.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 409])
  await until(async () => {
    const [row] = await given.rows<{ state: string }>('select state from renewals where id = $1', [
      renewal?.id,
    ])
    return row?.state !== 'asked'
  })
  expect((await officer.get(`/queues/transfers?search=${owner.name}`)).json()).toMatchObject({
    rows: [],
  })
})

test('a message of the registrar that we do not understand is read by a person', async () => {
  const [event] = await given.rows<{ id: string }>(
    `insert into registrar_events (registrar, event_key, kind, detail, received_at, handled_at, problem)
     values ('test', 'key/with slash', 'other', '{"text": "Maintenance"}', app_now(), app_now(),
       'The message is not understood') returning id`,
  )
  const support = await given.operator('support')
  const list = await support.get('/registrar-events?open=true')
  expect(list.json()).toMatchObject({ events: [{ id: event?.id }], total: 1 })

  const first = await support.post(`/registrar-events/${event?.id}/resolve`)
  const second = await support.post(`/registrar-events/${event?.id}/resolve`)

  expect([first.statusCode, second.statusCode]).toEqual([204, 404])
  expect((await support.get('/registrar-events?open=true')).json()).toMatchObject({ total: 0 })
})

test('a value is said by an operator with its source, and never by support', async () => {
  const owner = await given.inCustody()
  const finance = await given.operator('finance')
  const value = { domain: owner.name, amount: 12_500, source: 'Sale of a like name, 2026' }

  expect((await finance.post('/valuations', value)).statusCode).toBe(201)

  expect((await finance.get(`/domains/${owner.id}`)).json()).toMatchObject({
    value: { amount: 12_500, source: 'Sale of a like name, 2026' },
  })
  const support = await given.operator('support')
  expect((await support.post('/valuations', value)).statusCode).toBe(403)
  const bad = await finance.post('/valuations', { ...value, domain: 'not a name' })
  expect(bad.json()).toMatchObject({ code: 'domain_invalid' })
})
