import { expect, test } from 'vitest'
import { givenCustody } from '../../../../test/given/given-custody.ts'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp({ withCustody: true })
const given = givenLoans(app)
const custody = givenCustody(app)

type Name = {
  source: string | null
  checked_at: string | null
  is_fresh: boolean
  is_asked: boolean
  is_held: boolean
  registrar: string | null
  is_locked: boolean | null
  expires_at: string | null
  nameservers: string[]
  problems: string[]
  loan_on_it: string | null
}
type Loan = Awaited<ReturnType<typeof given.signed>>
const nameOf = async (loan: Loan, party: 'BORROWER' | 'LENDER') =>
  (await loan.as(party).get('/name')).json<Name>()

const looksAsked = async ({ domain }: Loan) => {
  const [row] = await custody.rows<{ count: number }>(
    `select count(*)::int as count from pgboss.job
     where name = 'custody.check-holding' and data ->> 'domainId' = $1`,
    [domain.id],
  )
  return row?.count
}

test('both sides of a loan read how the registry has the name, and a stranger reads nothing', async () => {
  const loan = await given.signed()
  const stranger = await app.given.verifiedUser()

  for (const party of ['BORROWER', 'LENDER'] as const) {
    expect(await nameOf(loan, party)).toMatchObject({
      source: 'Registry, as its registrar',
      is_fresh: true,
      is_held: true,
      registrar: 'Pier Registrar',
      is_locked: true,
      nameservers: ['ns1.held.example', 'ns2.held.example'],
      problems: [],
      loan_on_it: 'this',
    })
  }
  expect((await stranger.browser.get(`/escrow/${loan.id}/name`)).statusCode).toBe(404)
})

test('a name that is still elsewhere is told by RDAP, in words', async () => {
  const loan = await given.agreed({ isInCustody: false })
  await app.custody.other.addName({ name: loan.domain.name, isWithoutDns: true })
  await custody.query(`delete from registrations where name = $1`, [loan.domain.name])

  await nameOf(loan, 'LENDER')
  await until(async () => (await nameOf(loan, 'LENDER')).registrar !== null)

  expect(await nameOf(loan, 'LENDER')).toMatchObject({
    source: 'RDAP',
    is_held: false,
    registrar: 'The other registrar',
    is_locked: false,
  })
})

test('an old look is shown as old, and whoever opens the page causes one new look, not one a reload', async () => {
  const loan = await given.signed()
  await app.custody.other.addName({ name: loan.domain.name, isWithoutDns: true })
  const before = await nameOf(loan, 'LENDER')
  await custody.query(
    `update holdings set seen_at = app_now() - interval '25 hours' where domain_id = $1`,
    [loan.domain.id],
  )
  const stale = await Promise.all([1, 2, 3].map(() => nameOf(loan, 'LENDER')))
  await nameOf(loan, 'BORROWER')

  expect(before.is_fresh).toBe(true)
  expect(stale.map(({ is_fresh, is_asked }) => [is_fresh, is_asked])).toContainEqual([false, true])
  await until(async () => (await nameOf(loan, 'LENDER')).is_fresh)
  expect(await looksAsked(loan)).toBe(1)
})

test('while the registrar does not answer, the page asks once an hour', async () => {
  const loan = await given.signed()
  await custody.query(
    `update holdings set seen_at = app_now() - interval '25 hours', look_asked_at = app_now()
     where domain_id = $1`,
    [loan.domain.id],
  )

  await nameOf(loan, 'LENDER')
  expect(await looksAsked(loan)).toBe(0)
  await custody.query(
    `update holdings set look_asked_at = app_now() - interval '61 minutes' where domain_id = $1`,
    [loan.domain.id],
  )
  await nameOf(loan, 'LENDER')
  await nameOf(loan, 'BORROWER')

  expect(await looksAsked(loan)).toBe(1)
})

test('after the loan, what else stands on the name is its owner’s to know', async () => {
  const loan = await given.running()
  await loan.as('LENDER').submit('finalize')

  expect(await nameOf(loan, 'BORROWER')).toMatchObject({ loan_on_it: 'none' })
  expect(await nameOf(loan, 'LENDER')).toMatchObject({ loan_on_it: null })
})

test('a look that nobody has taken is not called fresh', async () => {
  const loan = await given.signed()
  await custody.query(`update holdings set seen = null, seen_at = null where domain_id = $1`, [
    loan.domain.id,
  ])

  expect(await nameOf(loan, 'LENDER')).toMatchObject({
    checked_at: null,
    is_fresh: false,
    is_held: false,
    is_locked: null,
  })
})
