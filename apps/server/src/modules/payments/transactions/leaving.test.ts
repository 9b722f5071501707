import { dayMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { givenPayments } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const product = useTestApp({ withPayments: true })
const { given, database } = product
const paying = givenPayments(() => product.payments)

test('who has money here cannot be deleted by mistake', async () => {
  const { browser } = await given.verifiedUser()
  await paying.paidByCard(browser, 10)

  const reply = await browser.post('/users/deletion')

  expect(reply.json()).toMatchObject({ code: 'balance_left' })
})

test('who waits for a withdrawal cannot be deleted before it is paid', async () => {
  const { browser } = await given.verifiedUser()
  await paying.paidByCard(browser, 10)
  await browser.post('/transactions/withdrawals', { amount: 10 })

  expect((await browser.post('/users/deletion')).json()).toMatchObject({ code: 'balance_left' })
})

test('a balance below the minimum withdrawal does not prevent account deletion', async () => {
  const { browser } = await given.verifiedUser()
  await paying.paidByCard(browser, 9.99)

  expect((await browser.post('/users/deletion')).statusCode).toBe(200)
})

test("the copy of one's data has the transactions", async () => {
  const { browser, email } = await given.verifiedUser()
  await paying.paidByCard(browser, 50)

  await browser.post('/users/export')
  const mail = await product.mailTo(email, 'data')
  const id = /export=([\w-]{36})/.exec(mail.text)?.[1]
  const copy = (await browser.get(`/users/export/${id}`)).json<{ transactions: object[] }>()

  expect(copy.transactions).toMatchObject([{ type: 'top_up', amountCents: '5000', status: 'DONE' }])
})

test('money that arrives in the fourteen days stops the deletion', async () => {
  const { browser, email } = await given.verifiedUser()
  await browser.post('/users/deletion')
  await paying.paidByCard(browser, 50)

  await database.moveClock(14 * dayMs)

  await product.mailTo(email, 'Account not deleted: it still has a balance')
  const { rows } = await database.owner.pool.query(
    'select deletion_at from users where email = $1',
    [email],
  )
  expect(rows).toEqual([{ deletion_at: null }])
})
