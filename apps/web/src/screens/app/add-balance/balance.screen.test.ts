import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { self } from '../../../testing/answers.ts'
import { type Line, line, noLines } from '../../../testing/given/transactions.ts'
import { type Answers, refusal } from '../../../testing/screen/fake-server.ts'
import { expectCount, focusOn } from '../../../testing/screen/browser/locators.ts'
import { openApp } from '../../../testing/screen/open-app.tsx'
import { testOnBoth } from '../../../testing/screen/browser/sizes.ts'
import { listenToWindows } from '../../../testing/screen/browser/windows.ts'

const balance = () => page.getByRole('region', { name: 'Current balance' })
const formOf = (name: 'Card' | 'Crypto') => page.getByRole('form', { name, exact: true })
const amountOf = (name: 'Card' | 'Crypto') => formOf(name).getByLabelText('Amount in USD')
const payByCard = () => formOf('Card').getByRole('button', { name: 'Pay with Card' })
const wrongIn = (name: 'Card' | 'Crypto') => formOf(name).getByText('Invalid amount')

const answersTo = (dollars: number, transactions: Line[] = []): Answers => ({
  'GET /users/self': { ...self, balance: dollars },
  'GET /transactions': { ...noLines, transactions, pages: 1, available: dollars },
})

/** For a user without any balance. */
const openBalance = (query = '', answers: Answers = {}) =>
  openApp(`/app/add-balance${query}`, { answers: { ...answersTo(0), ...answers } })

const paymentPage = { uri: 'https://pay.example/1' }

testOnBoth('the screen says what the balance is for, and who processes each payment', async () => {
  await openBalance()

  await expect
    .element(page.getByRole('main'))
    .toMatchTextContent('The balance pays registry fees for transferring and renewing a domain.')
  for (const [name, button, note] of [
    ['Crypto', 'Pay with Cryptocurrency', /^Processed by our crypto payment provider\./],
    ['Card', 'Pay with Card', /^Processed by our card payment provider\./],
  ] as const) {
    await expect.element(amountOf(name)).toBeVisible()
    await expect.element(formOf(name).getByRole('button', { name: button })).toBeVisible()
    const region = page.getByRole('region', { name, exact: true })
    await expect.element(region.getByText(note)).toBeVisible()
  }
})

test('who comes back before the money is told to wait, and sees it come', async () => {
  const topUp = line({ amount: 20, status: 'PENDING' })
  const { answers, tell } = await openBalance('?payment=done', answersTo(0, [topUp]))
  const notice = page.getByText(/^Your balance goes up once the provider confirms the payment\./)
  await expect.element(notice).toMatchTextContent('This page updates automatically.')

  Object.assign(answers, answersTo(20, [{ ...topUp, status: 'DONE' }]))
  tell({ type: 'balance' })

  await expect.element(page.getByText('Received $20.00')).toBeVisible()
  await expectCount(notice, 0)
  await expect.element(balance()).toMatchTextContent('$20.00')
})

testOnBoth(
  'who is sent here for a fee finds it filled in, and is led back once it is there',
  async () => {
    const back = '/app/my-domains/renew?domain=7'
    const windows = listenToWindows()
    const { answers, tell, open } = await openBalance(
      `?amount=12.34&back=${encodeURIComponent(back)}`,
      { 'POST /transactions/stripe-session': paymentPage },
    )
    await expect.element(page.getByText(/^You need \$12\.34 more for the renewal\./)).toBeVisible()
    await expect.element(amountOf('Card')).toHaveValue('12.34')
    await payByCard().click()
    await expect.poll(() => windows).toEqual([{ at: paymentPage.uri }])

    Object.assign(answers, answersTo(12.34, [line({ amount: 12.34 })]))
    tell({ type: 'balance' })

    const link = page.getByRole('link', { name: 'Back to the renewal' })
    await expect.element(page.getByText('Received $12.34')).toBeVisible()
    await expect.element(link).toHaveAttribute('href', back)
    await open('/app/add-balance?payment=done') // As the other window comes back.
    await expect.element(page.getByText('Received $12.34')).toBeVisible()
    await expect.element(link).toHaveAttribute('href', back)
  },
)

test('nobody is led out of the app by an address', async () => {
  await openBalance(`?amount=5&back=${encodeURIComponent('//evil.example')}`)

  await expectCount(page.getByRole('link', { name: /^Back to/ }), 0)
  await expect.element(amountOf('Card')).toHaveValue('')
})

test('a double click starts one payment', async () => {
  const keys: (string | null)[] = []
  const windows = listenToWindows()
  const { answers, open } = await openBalance('', {
    'POST /transactions/stripe-session': async ({ headers }) => {
      keys.push(headers.get('idempotency-key'))
      await new Promise((resolve) => setTimeout(resolve, 300)) // The second click comes before.
      Object.assign(answers, answersTo(0, [line({ amount: 20, status: 'PENDING' })]))
      return paymentPage
    },
  })
  await amountOf('Card').fill('20')
  await payByCard().dblClick()
  await expect.poll(() => windows).toEqual([{ at: paymentPage.uri }])

  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
  await open('/app/transactions')
  const row = page.getByRole('row').filter({ hasText: 'Top-up' })
  await expectCount(row, 1)
  await expect.element(row).toMatchTextContent('Pending')
  expect(windows).toHaveLength(1)
})

test('an amount that is not numeric is invalid, and so is what the server does not take', async () => {
  const windows = listenToWindows()
  const { sent } = await openBalance('', {
    'POST /transactions/stripe-session': refusal(422, 'amount_invalid', 'Invalid amount', {
      field: 'amount',
    }),
  })
  for (const by of ['Crypto', 'Card'] as const) {
    await amountOf(by).fill('fifty')
    await expect.element(formOf(by).getByText(/^Balance after/)).toMatchTextContent('unknown')
    await formOf(by)
      .getByRole('button', { name: /^Pay with/ })
      .click()
    await expect.element(wrongIn(by)).toBeVisible()
    await expect.element(amountOf(by)).toHaveFocus()
    await expect.element(amountOf(by)).toHaveAttribute('aria-invalid', 'true')
    await formOf(by).getByRole('button', { name: '$20', exact: true }).click()
    await expectCount(wrongIn(by), 0)
  }
  expect(sent).toEqual([])

  for (const [typed, amount] of [
    ['0', 0],
    ['99,999,999.99', 99_999_999.99],
  ] as const) {
    await amountOf('Card').fill(typed)
    await payByCard().click()
    await expect.element(wrongIn('Card')).toBeVisible()
    expect(sent.at(-1)).toEqual({ call: 'POST /transactions/stripe-session', body: { amount } })
  }
  await expect.poll(() => windows).toEqual([])
})

testOnBoth('an amount is chosen by keyboard alone', async () => {
  await openBalance()
  const form = formOf('Crypto')
  await focusOn(amountOf('Crypto'))
  await userEvent.keyboard('fifty{Enter}')
  await expect.element(wrongIn('Crypto')).toBeVisible()
  await userEvent.keyboard('{Tab}{Tab}[Space]')

  await expect
    .element(form.getByRole('button', { name: '$50', exact: true }))
    .toHaveAttribute('aria-pressed', 'true')
  await expect.element(amountOf('Crypto')).toHaveValue('50.00')
  await expectCount(wrongIn('Crypto'), 0)
  await userEvent.keyboard('{Tab}{Tab}{Tab}')
  await expect.element(form.getByRole('button', { name: 'Pay with Cryptocurrency' })).toHaveFocus()
})

testOnBoth(
  'without a verified address nothing can be paid, and the link is sent again',
  async () => {
    const windows = listenToWindows()
    const { sent } = await openBalance('', {
      'GET /users/self': { ...self, balance: 0, email_verified: false },
      'POST /transactions/stripe-session': refusal(
        403,
        'email_unverified',
        'Verify your email first',
      ),
      'POST /users/verify-email/resend': null,
    })
    await formOf('Card').getByRole('button', { name: '$20', exact: true }).click()
    await payByCard().click()

    await expect
      .element(page.getByRole('alert').filter({ hasText: 'Verify your email first' }))
      .toBeVisible()
    await expect.poll(() => windows).toEqual([])
    await page.getByRole('button', { name: 'Send the link again' }).click()
    await expect.element(page.getByText('Check your email')).toBeVisible()
    expect(sent.at(-1)).toEqual({ call: 'POST /users/verify-email/resend', body: null })
  },
)

test('a provider that does not answer is said in the banner, and no window stays', async () => {
  const message = 'Payment provider is unavailable, try again'
  const windows = listenToWindows()
  await openBalance('', {
    'POST /transactions/stripe-session': refusal(502, 'payment_provider_unavailable', message),
  })
  await formOf('Card').getByRole('button', { name: '$20', exact: true }).click()
  await payByCard().click()

  await expect.element(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
  await expect.poll(() => windows).toEqual([])
})
