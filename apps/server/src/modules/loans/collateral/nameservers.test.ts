import { expect, test } from 'vitest'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = givenLoans(app)
const hosts = ['ns1.fairwater-dns.example', 'ns2.fairwater-dns.example']

type Servers = { nameservers: string[]; can_edit: boolean; frozen: string | null }
type Side = ReturnType<Awaited<ReturnType<typeof given.running>>['as']>
const read = async (side: Side) => (await side.get('/nameservers')).json<Servers>()

test('the borrower changes nameservers during the loan, and the lender sees them and is notified', async () => {
  const loan = await given.running()

  const reply = await loan.as('BORROWER').post('nameservers', { nameservers: hosts })

  expect(reply.statusCode).toBe(200)
  expect(await read(loan.as('BORROWER'))).toMatchObject({ can_edit: true, frozen: null })
  expect(await read(loan.as('LENDER'))).toMatchObject({ can_edit: false })
  const { notifications } = (await loan.lender.browser.get('/notifications')).json<{
    notifications: { body: string }[]
  }>()
  expect(notifications[0]?.body).toContain(`is changing the nameservers to ${hosts.join(', ')}`)
  const { events } = (await loan.as('LENDER').get('/events')).json<{
    events: { action: string }[]
  }>()
  expect(events.map(({ action }) => action)).toContain('nameservers')
})

test('the lender changes nothing, and a stranger sees nothing', async () => {
  const loan = await given.running()
  const stranger = await app.given.verifiedUser()
  const path = `/escrow/${loan.id}/nameservers`

  expect((await loan.as('LENDER').post('nameservers', { nameservers: hosts })).statusCode).toBe(409)
  expect((await stranger.browser.post(path, { nameservers: hosts })).statusCode).toBe(404)
  expect((await stranger.browser.get(path)).statusCode).toBe(404)
})

test('a dispute freezes them, and My Domains leaves them to the loan', async () => {
  const loan = await given.running()
  const { browser } = loan.borrower
  const elsewhere = await browser.post(`/domains/${loan.domain.id}/editNS`, { nameservers: hosts })
  expect(elsewhere.json()).toMatchObject({ code: 'domain_wrong_status' })

  await loan.as('LENDER').submit('escalate')

  const reply = await loan.as('BORROWER').post('nameservers', { nameservers: hosts })
  expect(reply.json()).toMatchObject({
    code: 'escrow_guarded',
    message: expect.stringContaining('Frozen while') as string,
  })
  expect(await read(loan.as('BORROWER'))).toMatchObject({
    can_edit: false,
    frozen: expect.stringContaining('disputed') as string,
  })
})
