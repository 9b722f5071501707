import { dayMs, hourMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/database.ts'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import { givenOperators, type TestOperator } from '../../../../test/given/given-operators.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { beat } from '../../loans/loans.service.ts'
import { keepBeating } from '../../loans/clocks/outages.service.ts'

const app = useTestApp()
const given = { ...givenLoans(app), ...givenOperators(app) }
const query = (text: string, values: unknown[] = []) => app.database.owner.pool.query(text, values)

type Part = 'api' | 'worker' | 'registrar'
type Stop = {
  id: string
  scope: string
  reason: string
  since: string
  outage: { noticed_at: string; over_at: string | null } | null
}

const alive = (part: Part) => inTransaction(app.db, (tx) => beat(tx, part))
/** Backdates the last heartbeat of a part. */
const silentFor = (part: Part, minutes: number) =>
  query(
    `insert into heartbeats values ($1, now() - make_interval(mins => $2))
     on conflict (part) do update set beat_at = excluded.beat_at`,
    [part, minutes],
  )
const stopsSeenBy = async (officer: TestOperator) =>
  (await officer.get('/clocks')).json<{ stops: Stop[] }>().stops
/** Backdates a loan by a day, payees by two days, and ended clock stops by nine days. */
async function ranBefore({ id }: { id: string }) {
  const daysAgo = (days: number) => `- interval '${days} days'`
  await query(`update payees set created_at = created_at ${daysAgo(2)},
    active_from = active_from ${daysAgo(2)}`)
  await query(`update clock_stops set began_at = began_at ${daysAgo(9)}, ended_at = ended_at ${daysAgo(9)}
    where ended_at is not null`)
  await query(`update escrows set clock_checked_at = created_at ${daysAgo(1)} where id = $1`, [id])
}
const decider = () => given.operator('approver')
async function start(officer: TestOperator, stop: Stop | undefined, counts?: boolean) {
  const reply = await officer.post(`/clocks/${stop?.id}/start`, { counts })
  expect(reply.statusCode, reply.body).toBe(204)
}

test('a silence of under an hour is no outage', async () => {
  const officer = await decider()
  await alive('api')
  await silentFor('api', 59)
  await alive('api')
  expect(await stopsSeenBy(officer)).toEqual([])
})

test('an outage of five hours stops the clocks with its times; where it counts, dates move and the sum does not', async () => {
  const loan = await given.running({ term: 30 })
  const officer = await decider()
  const before = await loan.as('BORROWER').read()
  await silentFor('api', 300)
  await Promise.all([alive('api'), alive('api'), alive('api')]) // Three processes recover at once.

  const [stop, ...others] = await stopsSeenBy(officer)
  expect(others).toEqual([])
  expect(stop).toMatchObject({ scope: 'all', reason: 'Pier could not be reached' })
  const noticed = Date.parse(stop?.outage?.noticed_at ?? '')
  expect((noticed - Date.parse(stop?.since ?? '')) / hourMs).toBeCloseTo(5, 1)
  expect(stop?.outage?.over_at).not.toBeNull()
  const mail = await app.mailTo(officer.email, 'Clocks stopped: Pier could not be reached')
  expect(mail.text).toContain('Decide whether this time counts.')

  for (const side of ['BORROWER', 'LENDER'] as const) {
    const seen = await loan.as(side).read()
    expect(seen).toMatchObject({ clock_stopped: true, pause: { reason: 'OUTAGE' } })
    expect(JSON.stringify(seen)).toContain('because Pier could not be reached')
  }
  await app.mailTo(loan.borrower.email, 'The clock is paused')
  await app.mailTo(loan.lender.email, 'The clock is paused')

  await ranBefore(loan)
  await start(officer, stop)
  const moved = async () => (await loan.as('BORROWER').read()).due_at !== before.due_at
  await until(moved)
  const after = await loan.as('BORROWER').read()
  expect((Date.parse(after.due_at ?? '') - Date.parse(before.due_at ?? '')) / dayMs).toBe(1)
  expect(after.payoff?.due.amount).toBe(before.payoff?.due.amount)
  expect(after.clock_stopped).toBe(false)
  await app.mailTo(loan.borrower.email, 'Dates moved by 1 day')
  const history = (await loan.as('LENDER').get('/events')).body
  expect(history).toContain('The clock is stopped because of an outage')
})

test('an outage that hindered nobody moves nothing when it is looked at within the hour', async () => {
  const loan = await given.running({ term: 30 })
  await ranBefore(loan)
  const officer = await decider()
  const before = await loan.as('BORROWER').read()
  await silentFor('worker', 500)
  await alive('worker')
  const [stop] = await stopsSeenBy(officer)
  expect(stop?.reason).toBe('Pier was partly down')
  await start(officer, stop, false)
  await app.mailTo(loan.lender.email, 'The clock is running again')
  const after = await loan.as('LENDER').read()
  expect(after).toMatchObject({ clock_stopped: false, due_at: before.due_at })
})

test('nothing ends by itself while nobody has looked at the outage', async () => {
  const loan = await given.signed({ isInCustody: true })
  const { deadline_at: deadline } = await loan.as('LENDER').read()
  expect(deadline).not.toBeNull()
  const officer = await decider()
  await silentFor('worker', 70)
  await alive('worker')
  await app.database.moveClock(30 * dayMs)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(await loan.as('LENDER').read()).toMatchObject({ status: 'DOMAIN_IN_CUSTODY' })
  await officer.logIn()
  const [stop] = await stopsSeenBy(officer)
  await start(officer, stop)
  await until(async () => {
    const { deadline_at: moved } = await loan.as('LENDER').read()
    return Date.parse(moved ?? '') - Date.parse(deadline ?? '') >= 30 * dayMs
  })
})

test('a registrar that does not answer holds up only whose domain is on its way to us', async () => {
  const waiting = await given.signed({ isInCustody: false })
  const running = await given.running()
  const officer = await decider()
  await silentFor('registrar', 90)
  const heart = keepBeating(app.db, 'api')
  await heart.begun // Another part has to notice.
  heart.stop()
  const [stop] = await stopsSeenBy(officer)
  expect(stop).toMatchObject({ scope: 'way', reason: "Pier's registrar did not answer" })
  expect(stop?.outage?.over_at).toBeNull()
  expect(await waiting.as('BORROWER').read()).toMatchObject({ clock_stopped: true })
  expect(await running.as('BORROWER').read()).toMatchObject({ clock_stopped: false })

  await alive('registrar')
  const [over, ...others] = await stopsSeenBy(officer)
  expect(others).toEqual([])
  expect(over?.id).toBe(stop?.id)
  expect(over?.outage?.over_at).not.toBeNull()
  await start(officer, over)
  expect(await waiting.as('BORROWER').read()).toMatchObject({ clock_stopped: false })

  // Once decided on, it is a new outage only after another hour of silence.
  await silentFor('registrar', 90)
  const again = keepBeating(app.db, 'api')
  await again.begun
  again.stop()
  expect(await stopsSeenBy(officer)).toEqual([])
})

test('only roles that may start clocks decide on an outage, and only once', async () => {
  const officer = await decider()
  const support = await given.operator('support')
  await silentFor('api', 120)
  await alive('api')
  const [stop] = await stopsSeenBy(officer)
  expect((await support.post(`/clocks/${stop?.id}/start`)).statusCode).toBe(403)
  await start(officer, stop, false)
  expect((await officer.post(`/clocks/${stop?.id}/start`)).statusCode).toBe(404)
})
