import { dayMs, hourMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { givenCustody } from '../../../../test/given/given-custody.ts'
import { someName } from '../../../../test/given/given-domains.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { TestBrowser } from '../../../../test/test-browser.ts'

const app = useTestApp({ withCustody: true })
const given = givenCustody(app)

type Passport = {
  source: string
  fetched_at: string
  is_fresh: boolean
  is_held: boolean
  is_locked: boolean
  registrar: string
  transferred_at: string | null
  expires_at: string
  locks: string[]
  nameservers: string[]
  warnings: string[]
}
type Owner = Awaited<ReturnType<typeof given.inCustody>>
const read = async ({ browser, id }: { browser: TestBrowser; id: string }) =>
  (await browser.get(`/domains/${id}/passport`)).json<Passport>()
const registryDomain = (name: string) => app.custody.registry.getDomain(name)

/** As if nobody had looked for so long. */
const age = ({ id }: Owner, interval: string) =>
  given.query(
    `update holdings set seen_at = app_now() - $2::interval, checked_at = app_now() - $2::interval
     where domain_id = $1`,
    [id, interval],
  )

test('when a name arrives it is looked at: with us, locked, by the registry itself', async () => {
  const owner = await given.underWay()
  const before = await read(owner)

  await given.letThrough(owner)

  expect(before).toMatchObject({ registrar: 'The other registrar', is_held: false, source: 'RDAP' })
  expect(await read(owner)).toMatchObject({
    source: 'Registry, as its registrar',
    is_fresh: true,
    is_held: true,
    is_locked: true,
    registrar: 'Pier Registrar',
    transferred_at: expect.any(String) as string,
    locks: expect.arrayContaining(['Locked by its registrar']) as string[],
    warnings: [],
  })
})

test('RDAP is asked anew when a name arrives, so that its history has the move', async () => {
  const owner = await given.inCustody()

  await until(async () => {
    const [row] = await given.rows<{ registrar: string }>(
      `select facts ->> 'registrar' as registrar from registrations where name = $1`,
      [owner.name],
    )
    return row !== undefined && row.registrar !== 'The other registrar'
  })
})

/** Runs the command and waits for the new look that it causes. */
async function seenAnew(owner: Owner, command: () => Promise<unknown>): Promise<Passport> {
  await age(owner, '3 hours')
  const before = await read(owner)
  await command()
  await until(async () => (await read(owner)).fetched_at !== before.fetched_at)
  return read(owner)
}

test('new nameservers are seen with the command that sets them', async () => {
  const owner = await given.inCustody()
  const other = someName()
  await app.custody.other.addName({ name: other })
  const nameservers = [`ns1.${other}`, `ns2.${other}`]

  const seen = await seenAnew(owner, () =>
    owner.browser.post(`/domains/${owner.id}/editNS`, { nameservers }),
  )

  expect(seen).toMatchObject({ nameservers, is_fresh: true, is_held: true })
})

test('a renewal is seen with the command that makes it', async () => {
  const owner = await given.inCustody()
  const before = await read(owner)
  const { quote_id } = await given.quote(owner.browser, owner.id, 'renew')

  const seen = await seenAnew(owner, () =>
    owner.browser.post(`/domains/${owner.id}/renew`, { quote_id }),
  )

  expect(Date.parse(seen.expires_at) - Date.parse(before.expires_at)).toBeGreaterThan(360 * dayMs)
})

test('the open lock of a name that leaves is seen, and the closed one of a name that stays', async () => {
  const owner = await given.inCustody()
  await given.query('update domains set transfer_out_available_at = app_now() where id = $1', [
    owner.id,
  ])
  const opened = await seenAnew(owner, async () => {
    await owner.browser.post(`/domains/${owner.id}/transferOut`)
    await given.query(
      `update transfers set created_at = created_at - interval '20 hours' where domain_id = $1`,
      [owner.id],
    )
    await given.query(
      `update timers set fire_at = app_now() from transfers
       where timers.subject_id = transfers.id and transfers.domain_id = $1`,
      [owner.id],
    )
  })
  expect(opened).toMatchObject({ is_locked: false, is_held: true })

  const closed = await seenAnew(owner, () =>
    owner.browser.delete(`/domains/${owner.id}/transferOut`),
  )
  expect(closed).toMatchObject({ is_locked: true, is_held: true })
})

test('a lock that somebody took off is shown as off, and as on once we could put it back', async () => {
  const owner = await given.inCustody()
  registryDomain(owner.name).statuses.delete('clientTransferProhibited')
  app.custody.registry.fail({ kind: 'refuse', command: 'update', code: 2304 })
  const isLocked = async () => {
    const [row] = await given.rows<{ state: string }>(
      `select state from registrar_commands where domain_id = $1 and kind = 'lock'
       order by created_at desc limit 1`,
      [owner.id],
    )
    return row?.state === 'done'
  }

  await given.job('custody.check-holding', { domainId: owner.id })
  await until(isLocked)
  const open = await read(owner)
  await given.job('custody.check-holding', { domainId: owner.id })
  await until(async () => (await read(owner)).is_locked)

  expect(open).toMatchObject({ is_locked: false, warnings: ['Its transfer lock is off.'] })
  expect((await read(owner)).warnings).toEqual([])
})

test('a name that the registry shows with another is shown so, whatever we thought', async () => {
  const owner = await given.inCustody()
  Object.assign(registryDomain(owner.name), { sponsor: 'other-one' })

  await given.job('custody.check-holding', { domainId: owner.id })

  expect(await read(owner)).toMatchObject({
    is_held: false,
    registrar: 'other-one',
    warnings: ['The registry does not show us as its registrar.'],
  })
})

test('the regular check looks at a held domain before its last look is a day old', async () => {
  const owner = await given.inCustody()
  await age(owner, '13 hours')
  const before = await read(owner)

  await given.job('custody.check-holdings', {})

  const after = await read(owner)
  expect(before.is_fresh).toBe(true)
  expect(Date.parse(after.fetched_at)).toBeGreaterThan(Date.parse(before.fetched_at) + 12 * hourMs)
})

test('a look that failed does not make an old one new', async () => {
  const owner = await given.inCustody()
  await age(owner, '26 hours')
  await given.query(
    `alter table custody_alarms add constraint broken check (domain_id <> '${owner.id}') not valid`,
    [],
  )
  registryDomain(owner.name).statuses.add('serverHold')

  await given.job('custody.check-holdings', {})
  const seen = await read(owner)
  await given.query('alter table custody_alarms drop constraint broken', [])

  expect(seen.is_fresh).toBe(false)
})
