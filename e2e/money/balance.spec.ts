import { desk, expect, gate, open, registerVerified, somebody, test } from '../steps/journey.ts'
import { balance, formOf, payByCard, row, startPayment, summary } from '../steps/payment.ts'

test(
  'a card payment is credited in every open tab, without a reload',
  gate,
  async ({ page, context }) => {
    await registerVerified(page, somebody())
    const list = await context.newPage()
    await open(list, '/app/transactions')
    await expect(list.getByText('Nothing here yet...')).toBeVisible()
    await open(page, '/app/add-balance')
    await expect(balance(page)).toContainText('$0.00')
    await expect(balance(page)).toContainText('Reserved')

    const form = formOf(page, 'Card')
    const preset = form.getByRole('button', { name: '$50' })
    await preset.click()
    await expect(preset).toHaveAttribute('aria-pressed', 'true')
    await expect(form.getByLabel('Amount in USD')).toHaveValue('50.00')
    await expect(form.getByText('Balance after')).toContainText('$50.00')
    const opening = page.waitForEvent('popup')
    await form.getByRole('button', { name: 'Pay with Card' }).click()
    const payment = await opening
    await payByCard(payment, '4242 4242 4242 4242')

    await expect(payment).toHaveURL('/app/add-balance?payment=done')
    await expect(payment.getByText('Received $50.00')).toBeVisible()
    await expect(balance(page)).toContainText('$50.00')
    await expect(page).toHaveURL('/app/add-balance')
    await expect(page.getByText('Received $50.00')).toBeVisible()
    await expect(summary(list)).toContainText('$50.00')
    const line = row(list, 'Top-up')
    await expect(line).toContainText('+$50.00')
    await expect(line).toContainText('Card')
    await expect(line).toContainText('Complete')
    await expect(line).toContainText(/Reference TU-\d+/)
  },
)

test('a declined card changes nothing, and another one pays', desk, async ({ page }) => {
  await registerVerified(page, somebody())
  await open(page, '/app/add-balance')
  const payment = await startPayment(page, { by: 'Card', amount: '100' })

  await payByCard(payment, '4000 0000 0000 0002')
  await expect(payment.getByRole('alert')).toContainText('declined')
  await expect(balance(page)).toContainText('$0.00')
  await payByCard(payment, '4242 4242 4242 4242')

  await expect(balance(page)).toContainText('$100.00')
})

test('a cancelled payment says that nothing was charged', desk, async ({ page }) => {
  await registerVerified(page, somebody())
  await open(page, '/app/add-balance')
  const payment = await startPayment(page, { by: 'Card', amount: '20' })
  await payment.getByRole('button', { name: 'Cancel' }).click()

  await expect(payment).toHaveURL('/app/add-balance?payment=cancelled')
  await expect(payment.getByText('The payment was cancelled. Nothing was charged.')).toBeVisible()
  await expect(balance(payment)).toContainText('$0.00')
})

test('coins that arrive are credited without a reload', gate, async ({ page }) => {
  await registerVerified(page, somebody())
  await open(page, '/app/add-balance')
  const payment = await startPayment(page, { by: 'Crypto', amount: '80' })
  await payment.getByRole('button', { name: 'Pay with usdttrc20' }).click()
  await payment.getByRole('button', { name: 'Send the exact amount' }).click()

  await expect(balance(page)).toContainText('$80.00')
  await open(page, '/app/transactions')
  await expect(row(page, 'Top-up')).toContainText('Cryptocurrency')
  await expect(row(page, 'Top-up')).toContainText('Complete')
})

test(
  'an invoice that expires leaves a line without a label, and no money',
  desk,
  async ({ page }) => {
    await registerVerified(page, somebody())
    await open(page, '/app/add-balance')
    const payment = await startPayment(page, { by: 'Crypto', amount: '20' })
    await payment.getByRole('button', { name: 'Pay with btc' }).click()
    await payment.getByRole('button', { name: 'Let it expire' }).click()
    await expect(payment.getByRole('heading', { name: /expired/ })).toBeVisible()

    await expect(async () => {
      await open(page, '/app/transactions')
      await expect(row(page, 'Top-up')).not.toContainText('Pending', { timeout: 500 })
    }).toPass()
    await expect(row(page, 'Top-up').locator('td svg')).toHaveCount(0)
    await expect(row(page, 'Top-up')).not.toContainText('Complete')
    await expect(summary(page)).toContainText('$0.00')
  },
)
