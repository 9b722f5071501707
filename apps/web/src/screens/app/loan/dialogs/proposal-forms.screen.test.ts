import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { Loan } from '../../../../api/loans/loans.ts'
import { dispute, loanSeen } from '../../../../testing/given/loan.ts'
import { at, openLoan, turnTo } from '../../../../testing/screen/pages/loan-page.ts'
import { banner, dialog } from '../../../../testing/screen/browser/locators.ts'
import { testOnBoth } from '../../../../testing/screen/browser/sizes.ts'

testOnBoth('a payment in part is recorded by one side and confirmed by the other', async () => {
  let loan = loanSeen(at('ACTIVE'), { role: 'BORROWER' })
  const { sent, open } = await openLoan(() => loan)
  await turnTo('Repay')
  await page.getByRole('button', { name: 'Record partial payment' }).click()
  await dialog().getByRole('button', { name: 'Record partial payment' }).click()
  await expect.element(dialog().getByText('Invalid amount')).toBeVisible()
  await dialog().getByLabelText('Amount in USD').fill('250')
  await dialog().getByLabelText('Date sent').fill('2026-09-01')
  await dialog().getByRole('button', { name: 'Record partial payment' }).click()
  await expect.element(banner('Payment recorded')).toBeVisible()

  loan = loanSeen(at('ACTIVE'), {
    role: 'LENDER',
    guardFacts: { hasOpenPayment: true },
    change: { payments: [part] },
  })
  await open()
  await expect
    .element(page.getByRole('region', { name: 'Partial payment' }))
    .toMatchTextContent('Mara Lindqvist says that $250.00 was sent on 1 Sep 2026')
  await page.getByRole('button', { name: 'Confirm receipt' }).click()
  await dialog().getByRole('button', { name: 'Confirm receipt' }).click()
  await expect.element(banner('Payment confirmed')).toBeVisible()
  expect(sent).toEqual([
    { call: 'POST /escrow/:id/payments', body: { amount: 250, version: 7, paid_on: '2026-09-01' } },
    { call: 'POST /escrow/:id/payments/confirm', body: { version: 7 } },
  ])
})

const part: Loan['payments'][number] = {
  id: '1d9c7b5a-3f2e-4d1c-8b7a-6f5e4d3c2b1a',
  kind: 'PARTIAL',
  by: 'BORROWER',
  amount: 250,
  paid_on: '2026-09-01',
  reference: null,
  status: 'CLAIMED',
  advance: 0,
  interest: null,
  principal: null,
  created_at: '2026-09-01T10:00:00.000Z',
}

testOnBoth('an extension is proposed by one side and answered by the other', async () => {
  let loan = loanSeen(at('DUE_SOON'), { role: 'BORROWER' })
  const { sent, open } = await openLoan(() => loan)
  await turnTo('Repay')
  await page.getByRole('button', { name: 'Ask for an extension' }).click()
  await dialog().getByLabelText('New due date').fill('2027-02-01')
  await dialog().getByLabelText('Interest accrued so far is paid now').click()
  await dialog().getByRole('button', { name: 'Propose extension' }).click()
  await expect.element(banner('Proposal sent')).toBeVisible()

  loan = loanSeen(at('DUE_SOON'), {
    role: 'LENDER',
    guardFacts: { hasProposal: { BORROWER: true, LENDER: false } },
    change: { proposals: [proposal({ kind: 'EXTENSION', due_on: '2027-02-01' })] },
  })
  await open()
  await expect
    .element(page.getByRole('region', { name: 'Extension', exact: true }))
    .toMatchTextContent('Mara Lindqvist proposes 1 Feb 2027')
  await page.getByRole('button', { name: 'Decline' }).click()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await dialog().getByRole('button', { name: 'Accept extension' }).click()
  await expect.element(banner('Due date extended')).toBeVisible()
  expect(sent).toEqual([
    {
      call: 'POST /escrow/:id/extension',
      body: { version: 7, due_on: '2027-02-01', pays_interest: true },
    },
    { call: 'POST /escrow/:id/extension/accept', body: { version: 7 } },
  ])
})

type Proposal = Loan['proposals'][number]

const proposal = (change: Partial<Proposal> & Pick<Proposal, 'kind'>): Proposal => ({
  id: '2e0d8c6b-4a3f-4e2d-9c8b-7a6f5e4d3c2b',
  by: 'BORROWER',
  due_on: null,
  value_date: null,
  outcome: null,
  pays_interest: false,
  statement: null,
  created_at: '2026-10-14T10:00:00.000Z',
  ...change,
})

testOnBoth('a dispute shows what it is about, and can be settled by both', async () => {
  let loan = loanSeen(at('DISPUTED'), { role: 'LENDER', change: { dispute } })
  const { sent, open } = await openLoan(() => loan)
  const card = page.getByRole('region', { name: 'Dispute' })
  await expect.element(card).toMatchTextContent('Loan not received. Mara Lindqvist escalated.')
  await expect.element(card).toMatchTextContent('I looked at the account on three days.')
  await card.getByRole('button', { name: 'Propose a settlement' }).click()
  await dialog().getByLabelText('the loan was received and is running').click()
  await dialog().getByLabelText('Date the loan was received').fill('2026-10-13')
  await dialog().getByRole('button', { name: 'Propose settlement' }).click()
  await expect.element(banner('Proposal sent')).toBeVisible()

  loan = loanSeen(at('DISPUTED'), {
    role: 'LENDER',
    guardFacts: { hasProposal: { BORROWER: true, LENDER: false } },
    change: { dispute, proposals: [proposal({ kind: 'SETTLEMENT', outcome: 'NOT_FUNDED' })] },
  })
  await open()
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect.element(dialog()).toMatchTextContent('the loan was never received and is cancelled')
  await dialog().getByRole('button', { name: 'Accept settlement', exact: true }).click()
  await expect.element(banner('Dispute settled')).toBeVisible()
  expect(sent).toEqual([
    {
      call: 'POST /escrow/:id/settlement',
      body: { version: 7, outcome: 'FUNDED', value_date: '2026-10-13' },
    },
    { call: 'POST /escrow/:id/settlement/accept', body: { version: 7 } },
  ])
})
