import type { Page } from '@playwright/test'
import { expect, open } from './journey.ts'

export const balance = (page: Page) => page.getByRole('region', { name: 'Current balance' })
export const summary = (page: Page) => page.getByRole('region', { name: 'Balance', exact: true })
export const formOf = (page: Page, name: 'Card' | 'Crypto') => page.getByRole('form', { name })
export const row = (page: Page, text: string | RegExp) =>
  page.getByRole('row').filter({ has: page.getByText(text) })

/** Clicks pay and returns the window that opens. */
export async function startPayment(
  page: Page,
  { by, amount }: { by: 'Card' | 'Crypto'; amount: string },
) {
  const form = formOf(page, by)
  await form.getByLabel('Amount in USD').fill(amount)
  const opening = page.waitForEvent('popup')
  await form.getByRole('button', { name: /^Pay with/ }).click()
  const payment = await opening
  await payment.waitForURL(/\/(pay|payment)\//)
  return payment
}

export async function payByCard(page: Page, number: string) {
  await page.getByLabel('Card number').fill(number)
  await page.getByRole('button', { name: /^Pay USD/ }).click()
}

export async function topUpByCard(page: Page, amount: string) {
  await open(page, '/app/add-balance')
  const payment = await startPayment(page, { by: 'Card', amount })
  await payByCard(payment, '4242 4242 4242 4242')
  await expect(payment.getByText('Received $', { exact: false }).first()).toBeVisible()
  await payment.close()
}
