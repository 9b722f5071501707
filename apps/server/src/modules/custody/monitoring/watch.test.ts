import { expect, test } from 'vitest'
import { givenCustody } from '../../../../test/given/given-custody.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp({ withCustody: true })
const given = givenCustody(app)
type Owner = Awaited<ReturnType<typeof given.inCustody>>

const check = ({ id }: Owner) => given.job('custody.check-holding', { domainId: id })
const alarmsOf = ({ id }: Owner) =>
  given.rows<{ kind: string }>(
    'select kind from custody_alarms where domain_id = $1 order by kind',
    [id],
  )

test('a domain that is as we left it raises no alarm', async () => {
  const owner = await given.inCustody()

  await check(owner)

  expect(await alarmsOf(owner)).toEqual([])
  expect(await given.domain(owner.browser, owner.id)).toMatchObject({ on_hold: false })
})

test.for([
  ['lock', (name: string) => registryDomain(name).statuses.delete('clientTransferProhibited')],
  ['nameservers', (name: string) => registryDomain(name).nameservers.splice(0, 1, 'ns9.thief.com')],
  ['status', (name: string) => registryDomain(name).statuses.add('serverHold')],
  ['sponsor', (name: string) => Object.assign(registryDomain(name), { sponsor: 'other-one' })],
  [
    'expiry',
    (name: string) =>
      Object.assign(registryDomain(name), {
        expiresAt: new Date(registryDomain(name).expiresAt.getTime() - 30 * 86_400_000),
      }),
  ],
] as const)(
  'a change of its %s by others is an alarm, once, and a hold',
  async ([kind, change]) => {
    const owner = await given.inCustody()
    change(owner.name)

    await check(owner)
    await check(owner)

    expect(await alarmsOf(owner)).toEqual([{ kind }])
    expect(await given.domain(owner.browser, owner.id)).toMatchObject({ on_hold: true })
    await app.mailTo(owner.email, 'was changed at the registry')
    if (kind === 'lock') {
      await until(async () => app.custody.other.readName(owner.name).isLocked)
    }
  },
)

test('what a court changes arrives from the queue: an alarm and a hold within the minute', async () => {
  const owner = await given.inCustody()
  app.custody.registry.changeByOthers({
    name: owner.name,
    who: 'URS Admin',
    caseId: 'URS-1',
    reason: 'URS lock',
  })

  await given.query('update transfers set created_at = created_at', [])
  await pollNow()

  await until(async () => (await alarmsOf(owner)).some(({ kind }) => kind === 'changed'))
  expect(await given.domain(owner.browser, owner.id)).toMatchObject({ on_hold: true })
})

test('the same message twice is one event, and is taken off the queue after it was kept', async () => {
  const owner = await given.underWay()
  app.custody.registry.fail({ kind: 'closeBefore', command: 'poll' })
  app.custody.other.approveTransfer(owner.name)

  await given.poll().catch(() => {})
  await given.poll()

  await until(async () => (await given.domain(owner.browser, owner.id)).status === 'CUSTODY_PAID')
  const events = await given.rows<{ count: string }>(
    'select count(*) from registrar_events where name = $1 group by event_key having count(*) > 1',
    [owner.name],
  )
  expect(events).toEqual([])
})

test('a message that nobody can handle does not hold up the others', async () => {
  const owner = await given.inCustody()
  app.custody.registry.changeByOthers({ name: owner.name, who: 'x', caseId: 'y', reason: 'z' })
  await given.query('alter table custody_alarms add constraint broken check (false) not valid', [])

  for (let tries = 0; tries < 5; tries++) await pollNow().catch(() => {})
  await given.query('alter table custody_alarms drop constraint broken', [])

  const [parked] = await given.rows<{ problem: string; failures: number }>(
    'select problem, failures from registrar_events where problem is not null and failures > 0',
  )
  expect(parked).toMatchObject({ problem: 'It could not be handled', failures: 5 })
})

const registryDomain = (name: string) => app.custody.registry.getDomain(name)

/** With a transfer under way, so that polling runs every minute. */
async function pollNow() {
  const pending = await given.underWay()
  await given.poll()
  return pending
}

test('the regular check covers domains of loans first, and then those longer unchecked', async () => {
  const [pledged, free] = [await given.inCustody(), await given.inCustody()]
  await given.query(`update domains set status = 'IN_ESCROW' where id = $1`, [pledged.id])
  await given.query(`update holdings set checked_at = app_now() - interval '1 day'`, [])
  await given.query(
    `update holdings set checked_at = app_now() - interval '2 days' where domain_id = $1`,
    [free.id],
  )
  for (const { name } of [pledged, free]) registryDomain(name).statuses.add('serverHold')

  await given.job('custody.check-holdings', {})

  await until(async () => (await alarmsOf(pledged)).length === 1)
  await until(async () => (await alarmsOf(free)).length === 1)
  const order = await given.rows<{ domain_id: string }>(
    'select domain_id from custody_alarms where domain_id = any($1) order by created_at',
    [[pledged.id, free.id]],
  )
  expect(order.map(({ domain_id }) => domain_id)).toEqual([pledged.id, free.id])
})

test('one domain that cannot be looked at does not hide the others', async () => {
  const [first, second] = [await given.inCustody(), await given.inCustody()]
  const age = `update holdings set checked_at = app_now() - $2::interval where domain_id = $1`
  await given.query(age, [first.id, '3 days'])
  await given.query(age, [second.id, '2 days'])
  for (const { name } of [first, second]) registryDomain(name).statuses.add('serverHold')
  await given.query(
    `alter table custody_alarms add constraint broken check (domain_id <> '${first.id}') not valid`,
    [],
  )

  await given.job('custody.check-holdings', {})

  await until(async () => (await alarmsOf(second)).length === 1)
  await given.query('alter table custody_alarms drop constraint broken', [])
  await until(async () => (await alarmsOf(first)).length === 1)
})
