import { expect, test } from 'vitest'
import { givenCustody } from '../../../../test/given/given-custody.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { someName } from '../../../../test/given/given-domains.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp({ withCustody: true })
const given = givenCustody(app)
type Owner = Awaited<ReturnType<typeof given.inCustody>>

/** Two servers that are in the DNS. */
async function servers(): Promise<string[]> {
  const name = someName()
  await app.custody.other.addName({ name })
  return [`ns1.${name}`, `ns2.${name}`]
}
const edit = ({ browser, id }: Owner, nameservers: string[], more: object = {}) =>
  browser.post(`/domains/${id}/editNS`, { nameservers, ...more })
const read = async ({ browser, id }: Owner) =>
  (await browser.get(`/domains/${id}/nameservers`)).json<{
    nameservers: string[]
    is_signed: boolean
    changes_left: number
    changes: { id: string; state: string; can_undo: boolean }[]
  }>()

test('nameservers are changed at the registry, kept in the history, and put back by one click', async () => {
  const owner = await given.inCustody({ isSigned: true })
  const before = app.custody.other.readName(owner.name)
  const wanted = await servers()

  const reply = await edit(owner, [wanted[0]?.toUpperCase() ?? '', `${wanted[1]}.`])

  expect(reply.json()).toEqual({ state: 'done' })
  expect(app.custody.other.readName(owner.name)).toMatchObject({
    nameservers: wanted,
    dsRecords: [],
    isLocked: true,
  })
  const after = await read(owner)
  expect(after).toMatchObject({ nameservers: wanted, is_signed: false, changes_left: 9 })
  await app.mailTo(owner.email, 'nameservers are being changed')

  const undone = await owner.browser.post(`/domains/${owner.id}/nameservers/undo`, {
    change_id: after.changes[0]?.id,
  })

  expect(undone.json()).toEqual({ state: 'done' })
  const { nameservers, dsRecords } = app.custody.other.readName(owner.name)
  expect({ nameservers, dsRecords }).toEqual({
    nameservers: before.nameservers,
    dsRecords: before.dsRecords,
  })
  expect(await read(owner)).toMatchObject({ is_signed: true, changes_left: 8 })
})

test('DNSSEC stays on when the owner says so', async () => {
  const owner = await given.inCustody({ isSigned: true })

  await edit(owner, await servers(), { ds: 'keep' })

  expect(app.custody.other.readName(owner.name).dsRecords).not.toEqual([])
})

test.for([
  [['ns1.example.net', 'ns1.example.net'], 'nameserver_same'],
  [['ns1.example.net', 'not a host'], 'nameserver_invalid'],
  [['ns1.example.net', '192.0.2.7'], 'nameserver_invalid'],
  [['ns1.example.net', 'co.uk'], 'nameserver_invalid'],
  [['ns1.example.net', '<script>'], 'nameserver_invalid'],
] as const)('%o is refused as %s', async ([nameservers, code]) => {
  const owner = await sharedOwner()

  expect((await edit(owner, [...nameservers])).json()).toMatchObject({ code })
})

test('hosts below the domain itself and hosts without an address are refused with a message', async () => {
  const owner = await sharedOwner()
  const { nameservers } = await read(owner)

  const inside = await edit(owner, [`ns1.${owner.name}`, 'ns1.example.net'])
  const unknown = await edit(owner, ['ns1.nobody-has-this.com', 'ns2.nobody-has-this.com'])

  expect(inside.json()).toMatchObject({ code: 'nameserver_inside' })
  expect(unknown.json()).toMatchObject({
    code: 'registry_refused',
    message: 'ns1.nobody-has-this.com has no IP address in the DNS, so it cannot be a nameserver.',
  })
  expect((await read(owner)).nameservers).toEqual(nameservers)
})

test('the nameservers that it has are refused in any order and case, and use up no change', async () => {
  const owner = await given.inCustody()
  const wanted = await servers()
  await edit(owner, wanted)
  const { changes_left } = await read(owner)

  const reply = await edit(owner, wanted.map((host) => host.toUpperCase()).toReversed())

  expect(reply.json()).toMatchObject({ code: 'nameservers_unchanged', field: 'nameservers' })
  expect((await read(owner)).changes_left).toBe(changes_left)
})

test('only the owner, only in custody, not on hold, and ten times a day', async () => {
  const owner = await given.inCustody()
  const stranger = await app.given.verifiedUser()
  const outside = await given.owner()
  const wanted = await servers()

  const ofStranger = await edit({ ...owner, browser: stranger.browser }, wanted)
  const ofOutside = await edit({ ...outside }, wanted)
  expect(ofStranger.json()).toMatchObject({ code: 'domain_not_found' })
  expect(ofOutside.json()).toMatchObject({ code: 'domain_wrong_status' })

  await given.query(
    `insert into domain_holds (domain_id, kind, note, created_at) values ($1, 'court', 'x', app_now())`,
    [owner.id],
  )
  expect((await edit(owner, wanted)).json()).toMatchObject({ code: 'domain_on_hold' })
  await given.query('update domain_holds set lifted_at = app_now() where domain_id = $1', [
    owner.id,
  ])

  expect((await edit(owner, wanted)).json()).toEqual({ state: 'done' })
  await given.query(
    `insert into nameserver_changes
       (domain_id, user_id, command_id, from_nameservers, from_ds_records, to_nameservers, to_ds_records, created_at)
     select domain_id, user_id, command_id, from_nameservers, from_ds_records, to_nameservers,
       to_ds_records, created_at from nameserver_changes, generate_series(1, 9) where domain_id = $1`,
    [owner.id],
  )
  expect((await edit(owner, await servers())).json()).toMatchObject({ code: 'nameserver_changes' })
})

test('a registry that does not answer is waited for, and the second click is told', async () => {
  const owner = await given.inCustody()
  const wanted = await servers()
  app.custody.registry.fail({ kind: 'delay', command: 'update', delayMs: 10_000 })

  const first = edit(owner, wanted)
  await until(async () => (await read(owner)).changes.length === 1)
  const second = await edit(owner, wanted)

  expect(second.json()).toMatchObject({ code: 'domain_busy' })
  expect((await first).json()).toEqual({ state: 'waiting' })
})

let shared: Promise<Owner> | undefined
const sharedOwner = () => (shared ??= given.inCustody())
