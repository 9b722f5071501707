import { expect, test } from 'vitest'
import { givenCustody } from '../../../../test/given/given-custody.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp({ withCustody: true })
const given = givenCustody(app)
type Owner = Awaited<ReturnType<typeof given.underWay>>

const check = async ({ id }: Owner) => {
  const [transfer] = await given.rows<{ id: string }>(
    'select id from transfers where domain_id = $1 and ended_at is null',
    [id],
  )
  await given.job('custody.check-transfer', { subjectId: transfer?.id, generation: 1 })
}
const sayNothingOfOthers = (times = 1) =>
  app.custody.registry.fail({ kind: 'refuse', command: 'info', code: 2201, times })

test('a price that nobody answered is asked for again', async () => {
  const owner = await given.owner()
  await given.query(
    `insert into fee_quotes (domain_id, operation, asked_at, state)
     values ($1, 'transfer', app_now() - interval '2 hours', 'asking')`,
    [owner.id],
  )

  expect(await given.quote(owner.browser, owner.id)).toMatchObject({ state: 'ready' })
})

test.for(['custody.check-holding', 'stop'])(
  'a domain that has left is gone also where the registry tells nothing of names of others: %s',
  async (by) => {
    const owner = await given.inCustody()
    const out = `insert into transfers (domain_id, user_id, direction, state, created_at, code_at)
      values ($1, $2, 'out', 'code_sent', app_now(), app_now())`
    await given.query(out, [owner.id, owner.userId])
    await given.query('update holdings set is_unlocked = true where domain_id = $1', [owner.id])
    app.custody.registry.getDomain(owner.name).sponsor = 'other-one'
    sayNothingOfOthers()

    if (by === 'stop') await owner.browser.delete(`/domains/${owner.id}/transferOut`)
    else await given.job(by, { domainId: owner.id })

    await until(async () => (await owner.browser.get(`/domains/${owner.id}`)).statusCode === 404)
    expect(await given.rows('select from custody_alarms where domain_id = $1', [owner.id])).toEqual(
      [],
    )
    const [command] = await given.rows<{ retries: number }>(
      `select max(retry_count) as retries from pgboss.job where name = 'custody.run-command'`,
    )
    expect(command?.retries ?? 0).toBe(0)
  },
)

test('after 45 days it is called back by us, and not over and over', async () => {
  const owner = await given.underWay()
  await given.query(
    `update transfers set created_at = created_at - interval '46 days' where domain_id = $1`,
    [owner.id],
  )
  const sent = () => app.custody.received.filter((command) => command === 'transfer').length
  const before = sent()
  const { fail } = app.custody.registry
  // The query is delayed, the cancel is refused, and the transfer stays pending.
  fail({ kind: 'delay', command: 'transfer', delayMs: 1 })
  fail({ kind: 'refuse', command: 'transfer', code: 2301 })

  await check(owner)
  await until(async () => sent() >= before + 3)
  await new Promise((resolve) => {
    setTimeout(resolve, 2500)
  })

  expect(sent()).toBe(before + 3)
})

test('an owner whose transfer we cancelled after 45 days is not told that they cancelled it', async () => {
  const owner = await given.underWay()
  await given.query(
    `update transfers set created_at = created_at - interval '46 days' where domain_id = $1`,
    [owner.id],
  )

  await check(owner)

  await app.mailTo(owner.email, 'transfer in cancelled')
  const [transfer] = await given.rows<{ reason: string }>(
    'select reason from transfers where domain_id = $1',
    [owner.id],
  )
  expect(transfer?.reason).toBe('It did not complete in 45 days, so we cancelled it.')
})

test('a refusal counts also where the registry tells nothing of names of others', async () => {
  const owner = await given.underWay()
  app.custody.other.rejectTransfer(owner.name)
  sayNothingOfOthers(4)

  await check(owner)

  expect(await given.domain(owner.browser, owner.id)).toMatchObject({ pending_transfer: false })
})
