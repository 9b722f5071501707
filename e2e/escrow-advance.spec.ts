import { dialog } from './domain-dialog.ts'
import { expect, test } from './journey.ts'
import { at, openLoan, turnTo } from './loan-page.ts'
import { loanSeen } from './loan-wire.ts'

const offered = {
  open: true,
  why_not: null,
  reason: 'The registration ends on 2026-11-02.',
  expires_on: '2026-11-02',
}
const quote = {
  state: 'ready',
  quote_id: '9b1f8c2b-04d2-4d8c-9b66-1b2c3d4e5f61',
  amount: 12.18,
  is_premium: false,
  valid_until: null,
  message: null,
  available: 40,
}
const done = {
  id: '1c0d2a1e-52b7-4a53-8a8e-1f0a6c1b2d3e',
  amount: 12.18,
  state: 'done',
  advanced_on: '2026-10-14',
  created_at: '2026-10-14T10:00:00.000Z',
}

test('the lender sees the price, renews from the balance with one press, and reads it in the loan', async ({
  page,
}) => {
  let loan = loanSeen(at('ACTIVE'), { role: 'LENDER', change: { advance: offered } })
  const sent = await openLoan(page, () => loan, {
    'advance/quote': () => ({ json: quote }),
    advance: () => {
      loan = loanSeen(at('ACTIVE'), { role: 'LENDER', change: { advances: [done] } })
      return { json: loan }
    },
  })
  await turnTo(page, 'Repay')
  const card = page.getByRole('region', { name: 'Renewal' })
  await expect(card).toContainText('The registration ends on 2026-11-02.')

  await card.getByRole('button', { name: 'Renew from your balance' }).click()
  await expect(dialog(page)).toContainText('$40.00')
  await dialog(page).getByRole('button', { name: 'Renew from your balance, $12.18' }).click()

  await expect(card).toContainText('You paid $12.18 to renew it. It was added to what is owed.')
  await expect(card.getByRole('button')).toHaveCount(0)
  expect(sent.find(({ call }) => call === 'advance')?.body).toEqual({ quote_id: quote.quote_id })
})

test('a lender without the money is led to add it, and the borrower has no such button', async ({
  page,
}) => {
  let loan = loanSeen(at('ACTIVE'), { role: 'LENDER', change: { advance: offered } })
  const poor = { ...quote, available: 2 }
  await openLoan(page, () => loan, { 'advance/quote': () => ({ json: poor }) })
  await turnTo(page, 'Repay')
  await page.getByRole('button', { name: 'Renew from your balance' }).click()
  await expect(dialog(page)).toContainText('$10.18 is missing on your balance.')
  await expect(dialog(page).getByRole('link', { name: 'Add Balance' })).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: /\$/ })).toHaveCount(0)

  loan = loanSeen(at('ACTIVE'), { role: 'BORROWER', change: { advances: [done] } })
  await page.reload()
  await turnTo(page, 'Repay')
  const card = page.getByRole('region', { name: 'Renewal' })
  await expect(card).toContainText('Teodor Nyberg paid $12.18 to renew it.')
  await expect(card.getByRole('button')).toHaveCount(0)
})

for (const role of ['BORROWER', 'LENDER'] as const) {
  test(`the ${role.toLowerCase()} reads what ends the loan on any day, and what it is made of`, async ({
    page,
  }) => {
    await openLoan(page, loanSeen(at('ACTIVE'), { role }))
    await turnTo(page, 'Repay')
    const card = page.getByRole('region', { name: 'Repayment' })

    await card.getByLabel('What ends the loan on').fill('2027-10-21')

    await expect(card).toContainText('Ends the loan on 21 Oct 2027')
    for (const sum of ['$14,500.00', '$1,925.00', '$12.18', '$16,437.18']) {
      await expect(card).toContainText(sum)
    }
  })
}
