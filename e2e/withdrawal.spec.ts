import { desk, expect, open, register, registerVerified, somebody, test } from './journey.ts'
import { callFrom } from './market.ts'
import { balance, row, startPayment, summary, topUpByCard } from './payment.ts'

test('money is withdrawn to the card it came from, and taken back', async ({ page }) => {
  await registerVerified(page, somebody())
  await topUpByCard(page, '50')
  await open(page, '/app/transactions')
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw' })
  const amount = dialog.getByLabel('Amount in USD')
  await expect(amount).toHaveValue('50.00')
  await expect(dialog).toContainText('Paid after 24 hours; you can take it back until then.')
  await expect(dialog).toContainText('At least $10.00')
  await expect(dialog).toContainText('Above $500 one of us approves it.')
  await expect(dialog.getByLabel('Address')).toBeHidden()

  await amount.fill('5')
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect(dialog.getByText('Invalid amount')).toBeVisible()
  await amount.fill('50.01')
  await expect(dialog.getByText('By our operator, to your address:')).toBeVisible()
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect(dialog.getByText('Say where to send it')).toBeVisible()
  await amount.fill('50')
  await dialog.getByRole('button', { name: 'Withdraw' }).click()

  await expect(dialog).toBeHidden()
  const line = row(page, 'Withdrawal')
  await expect(line).toContainText('\u2212$50.00')
  await expect(line).toContainText('Pending')
  await expect(summary(page)).toContainText('$0.00')

  await line.getByRole('button', { name: /Take it back/ }).click()
  const asked = page.getByRole('dialog', { name: 'Take it back' })
  await expect(asked).toContainText('$50.00')
  await asked.getByRole('button', { name: 'Take it back' }).click()
  await expect(asked).toBeHidden()
  await expect(line).toContainText('You took it back')
  await expect(line).not.toContainText('Pending')
  await expect(line.getByRole('button', { name: /Take it back/ })).toHaveCount(0)
  await expect(summary(page)).toContainText('$50.00')
})

test('what came as coins goes to an address', desk, async ({ page }) => {
  await registerVerified(page, somebody())
  await open(page, '/app/add-balance')
  const payment = await startPayment(page, { by: 'Crypto', amount: '30' })
  await payment.getByRole('button', { name: 'Pay with eth' }).click()
  await payment.getByRole('button', { name: 'Send the exact amount' }).click()
  await expect(balance(page)).toContainText('$30.00')
  await open(page, '/app/transactions')
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw' })

  await expect(dialog.locator('dd')).toHaveText(['$0.00', '$30.00'])
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect(dialog.getByText('Say where to send it')).toBeVisible()
  await dialog.getByLabel('Network').selectOption('USDT on Tron')
  await dialog.getByLabel('Address').fill('TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf')
  const sent = page.waitForRequest(
    (request) => request.url().endsWith('/withdrawals') && request.method() === 'POST',
  )
  await dialog.getByRole('button', { name: 'Withdraw' }).click()

  expect((await sent).postDataJSON()).toEqual({
    amount: 30,
    crypto_network: 'USDT on Tron',
    crypto_address: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
  })
  await expect(row(page, 'Withdrawal')).toContainText('\u2212$30.00')
})

test(
  'an old login confirms a withdrawal once more, and may back out of that alone',
  desk,
  async ({ page }) => {
    const person = somebody()
    await registerVerified(page, person)
    await topUpByCard(page, '20')
    await open(page, '/app/transactions')
    const { id } = await callFrom(page, 'GET', '/users/self')
    let isOld = true
    await page.route('**/api/transactions/withdrawals', (route) => {
      if (!isOld) return route.continue()
      const refusal = { code: 'step_up_required', message: 'Confirm that it is you' }
      const how = { action: 'withdraw', object: id, methods: ['password'] }
      return route.fulfill({ status: 403, json: { ...refusal, ...how } })
    })
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Withdraw' })
    await dialog.getByRole('button', { name: 'Withdraw' }).click()
    const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await expect(confirm).toContainText('Withdraw $20.00')
    await page.keyboard.press('Escape')
    await expect(confirm).toBeHidden()
    await expect(dialog.getByLabel('Amount in USD')).toHaveValue('20.00')

    await dialog.getByRole('button', { name: 'Withdraw' }).click()
    await confirm.getByLabel('Password', { exact: true }).fill(person.password)
    isOld = false
    await confirm.getByRole('button', { name: 'Confirm' }).click()

    await expect(dialog).toBeHidden()
    await expect(row(page, 'Withdrawal')).toContainText('Pending')
  },
)

test('nothing is withdrawn below the least amount, and the dialog says why', async ({ page }) => {
  await register(page, somebody())
  await open(page, '/app/transactions')
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()

  const dialog = page.getByRole('dialog', { name: 'Withdraw' })
  await expect(dialog).toContainText('The least that can be withdrawn is $10.00. You have $0.00.')
  await expect(dialog.getByLabel('Amount in USD')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog).toBeHidden()
})
