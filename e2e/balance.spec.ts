import {
  desk,
  expect,
  open,
  register,
  registerVerified,
  settled,
  somebody,
  test,
} from './journey.ts'
import { balance, formOf, payByCard, row, startPayment, summary } from './payment.ts'

test('the screen says what the balance is for, and who processes each payment', async ({
  page,
}) => {
  await register(page, somebody())
  await open(page, '/app/add-balance')

  await expect(page.getByRole('main')).toContainText(
    'The balance pays registry fees for transferring and renewing a domain.',
  )
  for (const [name, button, note] of [
    ['Crypto', 'Pay with Cryptocurrency', 'Processed by our crypto payment provider.'],
    ['Card', 'Pay with Card', 'Processed by our card payment provider.'],
  ] as const) {
    await expect(formOf(page, name).getByLabel('Amount in USD')).toBeVisible()
    await expect(formOf(page, name).getByRole('button', { name: button })).toBeVisible()
    await expect(page.getByRole('region', { name }).getByText(note)).toBeVisible()
  }
})

test('a card payment is credited in every open tab, without a reload', async ({
  page,
  context,
}) => {
  await registerVerified(page, somebody())
  const list = await context.newPage()
  await open(list, '/app/transactions')
  await expect(list.getByText('Nothing here yet...')).toBeVisible()
  await open(page, '/app/add-balance')
  await expect(balance(page)).toContainText('$0.00')
  await expect(balance(page)).toContainText('Held now')

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
})

test(
  'who comes back before the money is told to wait, and sees it come',
  desk,
  async ({ page }) => {
    await registerVerified(page, somebody())
    await open(page, '/app/add-balance')
    const payment = await startPayment(page, { by: 'Card', amount: '20' })

    await open(page, '/app/add-balance?payment=done')
    const notice = page.getByText('We add the money when the provider confirms it.')
    await expect(notice).toContainText('This page updates by itself.')
    await payByCard(payment, '4242 4242 4242 4242')

    await expect(page.getByText('Received $20.00')).toBeVisible()
    await expect(notice).toBeHidden()
    await expect(balance(page)).toContainText('$20.00')
  },
)

test('who is sent here for a fee finds it filled in, and is led back once it is there', async ({
  page,
}) => {
  await registerVerified(page, somebody())
  const back = '/app/my-domains/renew?domain=7'
  await open(page, `/app/add-balance?amount=12.34&back=${encodeURIComponent(back)}`)
  await expect(page.getByText('$12.34 is missing for the renewal.')).toBeVisible()
  const form = formOf(page, 'Card')
  await expect(form.getByLabel('Amount in USD')).toHaveValue('12.34')

  const opening = page.waitForEvent('popup')
  await form.getByRole('button', { name: 'Pay with Card' }).click()
  const payment = await opening
  await payByCard(payment, '4242 4242 4242 4242')

  for (const window of [payment, page]) {
    await expect(window.getByText('Received $12.34')).toBeVisible()
    const link = window.getByRole('link', { name: 'Back to the renewal' })
    await expect(link).toHaveAttribute('href', back)
  }
})

test('nobody is led out of the app by an address', desk, async ({ page }) => {
  await register(page, somebody())
  await open(page, `/app/add-balance?amount=5&back=${encodeURIComponent('//evil.example')}`)

  await expect(page.getByRole('link', { name: /^Back to/ })).toHaveCount(0)
  await expect(formOf(page, 'Card').getByLabel('Amount in USD')).toHaveValue('')
})

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

test('coins that arrive are credited without a reload', async ({ page }) => {
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

test('a double click starts one payment', desk, async ({ page, context }) => {
  await registerVerified(page, somebody())
  await open(page, '/app/add-balance')
  const asked: string[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/stripe-session')) return
    asked.push(request.headers()['idempotency-key'] ?? '')
  })
  const form = formOf(page, 'Card')
  await form.getByLabel('Amount in USD').fill('20')
  const opening = page.waitForEvent('popup')
  await form.getByRole('button', { name: 'Pay with Card' }).dblclick()
  await (await opening).waitForURL(/\/pay\//)
  await settled(page)

  expect(asked).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
  expect(context.pages()).toHaveLength(2)
  await open(page, '/app/transactions')
  await expect(row(page, 'Top-up')).toHaveCount(1)
  await expect(row(page, 'Top-up')).toContainText('Pending')
})

test(
  'an amount that is not numeric is invalid, and so is what the server does not take',
  desk,
  async ({ page, context }) => {
    await registerVerified(page, somebody())
    await open(page, '/app/add-balance')
    const asked: unknown[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('-session')) asked.push(request.postDataJSON())
    })
    for (const by of ['Crypto', 'Card'] as const) {
      const form = formOf(page, by)
      const field = form.getByLabel('Amount in USD')
      await field.fill('fifty')
      await expect(form.getByText('Balance after')).toContainText('not known yet')
      await form.getByRole('button', { name: /^Pay with/ }).click()
      await expect(form.getByText('Invalid amount')).toBeVisible()
      await expect(field).toBeFocused()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await form.getByRole('button', { name: '$20' }).click()
      await expect(form.getByText('Invalid amount')).toBeHidden()
    }
    expect(asked).toEqual([])

    for (const [typed, amount] of [
      ['0', 0],
      ['99,999,999.99', 99_999_999.99],
    ] as const) {
      const form = formOf(page, 'Card')
      await form.getByLabel('Amount in USD').fill(typed)
      await form.getByRole('button', { name: 'Pay with Card' }).click()
      await expect(form.getByText('Invalid amount')).toBeVisible()
      expect(asked.at(-1)).toEqual({ amount })
    }
    await expect.poll(() => context.pages().length).toBe(1)
  },
)

test('an amount is chosen by keyboard alone', async ({ page }) => {
  await register(page, somebody())
  await open(page, '/app/add-balance')
  const form = formOf(page, 'Crypto')
  const field = form.getByLabel('Amount in USD')
  await field.focus()
  await page.keyboard.type('fifty')
  await page.keyboard.press('Enter')
  await expect(form.getByText('Invalid amount')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')

  await expect(form.getByRole('button', { name: '$50' })).toHaveAttribute('aria-pressed', 'true')
  await expect(field).toHaveValue('50.00')
  await expect(form.getByText('Invalid amount')).toBeHidden()
  for (const _step of [1, 2, 3]) await page.keyboard.press('Tab')
  await expect(form.getByRole('button', { name: 'Pay with Cryptocurrency' })).toBeFocused()
})

test('without a verified address nothing can be paid, and the link is sent again', async ({
  page,
  context,
}) => {
  await register(page, somebody())
  await open(page, '/app/add-balance')
  const form = formOf(page, 'Card')
  await form.getByRole('button', { name: '$20' }).click()
  await form.getByRole('button', { name: 'Pay with Card' }).click()

  await expect(page.getByRole('alert').filter({ hasText: 'Verify your email first' })).toBeVisible()
  await expect.poll(() => context.pages().length).toBe(1)
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByText('Check your email')).toBeVisible()
})

test(
  'a provider that does not answer is said in the banner, and no window stays',
  desk,
  async ({ page, context }) => {
    await registerVerified(page, somebody())
    const message = 'Payment provider is unavailable, try again'
    await page.route('**/api/transactions/stripe-session', (route) =>
      route.fulfill({ status: 502, json: { code: 'payment_provider_unavailable', message } }),
    )
    await open(page, '/app/add-balance')
    const form = formOf(page, 'Card')
    await form.getByRole('button', { name: '$20' }).click()
    await form.getByRole('button', { name: 'Pay with Card' }).click()

    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
    await expect.poll(() => context.pages().length).toBe(1)
  },
)
