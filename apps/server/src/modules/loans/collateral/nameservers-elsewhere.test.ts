import { expect, test } from 'vitest'
import { sideOf } from '../../../../test/given/given-loans.ts'
import { givenRefinance } from '../../../../test/given/given-refinance.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = givenRefinance(app)
const hosts = ['ns1.fairwater-dns.example', 'ns2.fairwater-dns.example']
const others = ['ns1.other-dns.example', 'ns2.other-dns.example']

type Servers = { nameservers: string[]; can_edit: boolean; can_undo: boolean }

/** The same name stands for a second loan, by another lender, once the first is repaid. */
async function lentOnTwice() {
  const first = await given.running()
  await first.as('LENDER').submit('finalize')
  const { borrower, domain } = first
  await given.list(borrower, domain.id)
  const { lender, id: offerId } = await given.offer(domain.id)
  const reply = await borrower.browser.post('/escrow/accept', { offerId })
  const { id } = reply.json<{ id: string }>()
  await given.sign(id, 'BORROWER')
  await given.sign(id, 'LENDER')
  const second = { borrower: sideOf(borrower, id), lender: sideOf(lender, id) }
  await second.borrower.submit('markPaid')
  return { first, second }
}

test('what a dispute freezes is not changed by way of a loan that has ended', async () => {
  const { first, second } = await lentOnTwice()
  await second.lender.submit('escalate')

  const frozen = await second.borrower.post('nameservers', { nameservers: hosts })
  expect(frozen.json()).toMatchObject({ code: 'escrow_guarded' })
  const around = await first.as('BORROWER').post('nameservers', { nameservers: hosts })
  expect(around.json()).toMatchObject({ code: 'escrow_wrong_status' })
})

test('an ended loan cannot undo nameserver changes of the next loan, and its lender no longer sees them', async () => {
  const { first, second } = await lentOnTwice()
  const changed = await second.borrower.post('nameservers', { nameservers: others })
  expect(changed.statusCode).toBe(200)

  const undone = await first.as('BORROWER').post('nameservers/undo')
  expect(undone.json()).toMatchObject({ code: 'escrow_wrong_status' })
  const seen = (await first.as('LENDER').get('/nameservers')).json<Servers>()
  expect(seen).toMatchObject({ nameservers: [], can_edit: false, can_undo: false })
})

test('nameservers frozen by a dispute cannot be changed through the linked refinancing loan', async () => {
  const loan = await given.running()
  const next = await given.linked(loan)
  await loan.as('LENDER').submit('escalate')

  const around = await next.as('BORROWER').post('nameservers', { nameservers: hosts })
  expect(around.json()).toMatchObject({ code: 'escrow_wrong_status' })
  const seen = (await next.as('BORROWER').get('/nameservers')).json<Servers>()
  expect(seen).toMatchObject({ can_edit: false, can_undo: false })
})
