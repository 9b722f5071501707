import { banner, dialog } from './domain-dialog.ts'
import { expect, open, test } from './journey.ts'
import { at, dispute, loanPath, openLoan, turnTo } from './loan-page.ts'
import { loanSeen } from './loan-wire.ts'

test('a payment in part is recorded by one side and confirmed by the other', async ({ page }) => {
  let loan = loanSeen(at('ACTIVE'), { role: 'BORROWER' })
  const sent = await openLoan(page, () => loan)
  await turnTo(page, 'Repay')
  await page.getByRole('button', { name: 'I paid a part' }).click()
  await dialog(page).getByRole('button', { name: 'I paid this part' }).click()
  await expect(dialog(page).getByText('Invalid amount')).toBeVisible()
  await dialog(page).getByLabel('Amount in USD').fill('250')
  await dialog(page).getByLabel('When you sent it').fill('2026-09-01')
  await dialog(page).getByRole('button', { name: 'I paid this part' }).click()
  await expect(banner(page, 'Payment recorded')).toBeVisible()

  loan = loanSeen(at('ACTIVE'), {
    role: 'LENDER',
    stand: { hasOpenPayment: true },
    change: { payments: [part] },
  })
  await open(page, loanPath)
  await expect(page.getByRole('region', { name: 'Payment in part' })).toContainText(
    'Mara Lindqvist says that $250.00 was sent on 1 Sep 2026',
  )
  await page.getByRole('button', { name: 'Confirm it came' }).click()
  await dialog(page).getByRole('button', { name: 'Confirm it came' }).click()
  await expect(banner(page, 'Payment confirmed')).toBeVisible()
  expect(sent).toEqual([
    { call: 'payments', body: { amount: 250, version: 7, paid_on: '2026-09-01' } },
    { call: 'payments/confirm', body: { version: 7 } },
  ])
})

const part = {
  id: '1d9c7b5a-3f2e-4d1c-8b7a-6f5e4d3c2b1a',
  kind: 'PARTIAL',
  by: 'BORROWER',
  amount: 250,
  paid_on: '2026-09-01',
  reference: null,
  status: 'CLAIMED',
  interest: null,
  principal: null,
  created_at: '2026-09-01T10:00:00.000Z',
}

test('an extension is proposed by one side and answered by the other', async ({ page }) => {
  let loan = loanSeen(at('DUE_SOON'), { role: 'BORROWER' })
  const sent = await openLoan(page, () => loan)
  await turnTo(page, 'Repay')
  await page.getByRole('button', { name: 'Ask for an extension' }).click()
  await dialog(page).getByLabel('New due date').fill('2027-02-01')
  await dialog(page).getByLabel('Interest so far is paid at once').check()
  await dialog(page).getByRole('button', { name: 'Propose the date' }).click()
  await expect(banner(page, 'Proposal sent')).toBeVisible()

  loan = loanSeen(at('DUE_SOON'), {
    role: 'LENDER',
    stand: { hasProposal: { BORROWER: true, LENDER: false } },
    change: { proposals: [proposal({ kind: 'EXTENSION', due_on: '2027-02-01' })] },
  })
  await open(page, loanPath)
  await expect(page.getByRole('region', { name: 'A later due date' })).toContainText(
    'Mara Lindqvist proposes 1 Feb 2027',
  )
  await page.getByRole('button', { name: 'Say no' }).click()
  await dialog(page).getByRole('button', { name: 'Leave it' }).click()
  await page.getByRole('button', { name: 'Agree', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Agree to the later date' }).click()
  await expect(banner(page, 'Due date moved')).toBeVisible()
  expect(sent).toEqual([
    { call: 'extension', body: { version: 7, due_on: '2027-02-01', pays_interest: true } },
    { call: 'extension/accept', body: { version: 7 } },
  ])
})

const proposal = (change: Record<string, unknown>) => ({
  id: '2e0d8c6b-4a3f-4e2d-9c8b-7a6f5e4d3c2b',
  by: 'BORROWER',
  due_on: null,
  outcome: null,
  pays_interest: false,
  statement: null,
  created_at: '2026-10-14T10:00:00.000Z',
  ...change,
})

test('a dispute shows what it is about, and can be settled by both', async ({ page }) => {
  let loan = loanSeen(at('DISPUTED'), { role: 'LENDER', change: { dispute } })
  const sent = await openLoan(page, () => loan)
  const card = page.getByRole('region', { name: 'Dispute' })
  await expect(card).toContainText('The loan money did not come. Mara Lindqvist escalated.')
  await expect(card).toContainText('I looked at the account on three days.')
  await card.getByRole('button', { name: 'Propose a settlement' }).click()
  await dialog(page).getByLabel('the loan money came, and the loan runs').check()
  await dialog(page).getByLabel('When the money came').fill('2026-10-13')
  await dialog(page).getByRole('button', { name: 'Propose it' }).click()
  await expect(banner(page, 'Proposal sent')).toBeVisible()

  loan = loanSeen(at('DISPUTED'), {
    role: 'LENDER',
    stand: { hasProposal: { BORROWER: true, LENDER: false } },
    change: { dispute, proposals: [proposal({ kind: 'SETTLEMENT', outcome: 'NOT_FUNDED' })] },
  })
  await open(page, loanPath)
  await page.getByRole('button', { name: 'Agree', exact: true }).click()
  await expect(dialog(page)).toContainText('the loan money never came, and the loan is cancelled')
  await dialog(page).getByRole('button', { name: 'Agree', exact: true }).click()
  await expect(banner(page, 'Dispute settled')).toBeVisible()
  expect(sent).toEqual([
    { call: 'settlement', body: { version: 7, outcome: 'FUNDED', value_date: '2026-10-13' } },
    { call: 'settlement/accept', body: { version: 7 } },
  ])
})
