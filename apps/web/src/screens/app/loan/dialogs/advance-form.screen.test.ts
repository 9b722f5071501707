import type { CallOutput } from '@pier/protocol/calls/calls'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { Loan } from '../../../../api/loans/loans.ts'
import { loanSeen } from '../../../../testing/given/loan.ts'
import { at, openLoan, turnTo } from '../../../../testing/screen/pages/loan-page.ts'
import { dialog, expectCount } from '../../../../testing/screen/browser/locators.ts'
import { testOnBoth } from '../../../../testing/screen/browser/sizes.ts'

const offered: Loan['advance'] = {
  open: true,
  why_not: null,
  reason: 'The registration ends on 2026-11-02.',
  expires_on: '2026-11-02',
}
const quote: CallOutput<'POST /escrow/:id/advance/quote'> = {
  state: 'ready',
  quote_id: '9b1f8c2b-04d2-4d8c-9b66-1b2c3d4e5f61',
  amount: 12.18,
  is_premium: false,
  valid_until: null,
  message: null,
  available: 40,
}
const done: Loan['advances'][number] = {
  id: '1c0d2a1e-52b7-4a53-8a8e-1f0a6c1b2d3e',
  amount: 12.18,
  state: 'done',
  advanced_on: '2026-10-14',
  created_at: '2026-10-14T10:00:00.000Z',
}

testOnBoth(
  'the lender sees the price, renews from the balance with one press, and reads it in the loan',
  async () => {
    let loan = loanSeen(at('ACTIVE'), { role: 'LENDER', change: { advance: offered } })
    const { sent } = await openLoan(() => loan, {
      'POST /escrow/:id/advance/quote': quote,
      'POST /escrow/:id/advance': () => {
        loan = loanSeen(at('ACTIVE'), { role: 'LENDER', change: { advances: [done] } })
        return loan
      },
    })
    await turnTo('Repay')
    const card = page.getByRole('region', { name: 'Renewal' })
    await expect.element(card).toMatchTextContent('The registration ends on 2026-11-02.')

    await card.getByRole('button', { name: 'Renew from your balance' }).click()
    await expect.element(dialog()).toMatchTextContent('$40.00')
    await dialog().getByRole('button', { name: 'Renew from your balance, $12.18' }).click()

    await expect
      .element(card)
      .toMatchTextContent('You paid $12.18 to renew the domain. The fee was added to the payoff.')
    await expectCount(card.getByRole('button'), 0)
    expect(sent.find(({ call }) => call === 'POST /escrow/:id/advance')?.body).toEqual({
      quote_id: quote.quote_id,
    })
  },
)

testOnBoth(
  'a lender without the money is led to add it, and the borrower has no such button',
  async () => {
    let loan = loanSeen(at('ACTIVE'), { role: 'LENDER', change: { advance: offered } })
    const poor = { ...quote, available: 2 }
    const app = await openLoan(() => loan, { 'POST /escrow/:id/advance/quote': poor })
    await turnTo('Repay')
    await page.getByRole('button', { name: 'Renew from your balance' }).click()
    await expect.element(dialog()).toMatchTextContent('Your balance is $10.18 short.')
    await expect.element(dialog().getByRole('link', { name: 'Add Balance' })).toBeVisible()
    await expectCount(dialog().getByRole('button', { name: /\$/ }), 0)

    loan = loanSeen(at('ACTIVE'), { role: 'BORROWER', change: { advances: [done] } })
    await app.open()
    await turnTo('Repay')
    const card = page.getByRole('region', { name: 'Renewal' })
    await expect.element(card).toMatchTextContent('Teodor Nyberg paid $12.18 to renew the domain.')
    await expectCount(card.getByRole('button'), 0)
  },
)

for (const role of ['BORROWER', 'LENDER'] as const) {
  testOnBoth(
    `the ${role.toLowerCase()} reads what ends the loan on any day, and what it is made of`,
    async () => {
      await openLoan(loanSeen(at('ACTIVE'), { role }))
      await turnTo('Repay')
      const card = page.getByRole('region', { name: 'Repayment' })

      await card.getByLabelText('Payoff on').fill('2027-10-21')

      await expect.element(card).toMatchTextContent('Payoff on 21 Oct 2027')
      for (const sum of ['$14,500.00', '$1,925.00', '$12.18', '$16,437.18']) {
        await expect.element(card).toMatchTextContent(sum)
      }
    },
  )
}
