import { banner, dialog } from './domain-dialog.ts'
import { expect, test } from './journey.ts'
import { at, openLoan, press, turnTo } from './loan-page.ts'
import { loanId, loanSeen } from './loan-wire.ts'

test('the borrower confirms that the money came, once, and the loan runs', async ({ page }) => {
  let loan = loanSeen(at('FUNDING_CLAIMED'), { role: 'BORROWER' })
  const sent = await openLoan(page, () => loan, {
    confirmReceipt: () => {
      loan = loanSeen(at('ACTIVE'), { role: 'BORROWER', change: { version: 8 } })
      return { json: loan }
    },
  })

  await page.getByRole('button', { name: 'Confirm I received $14,500.00' }).click()
  await expect(dialog(page)).toContainText('The loan runs from the day it came')
  await dialog(page).getByLabel('When it came').fill('2026-07-02')
  await dialog(page).getByLabel('Reference of the payment').fill(' LN-7F3K-IN ')
  await dialog(page).getByRole('button', { name: 'Confirm I received $14,500.00' }).dblclick()

  await expect(banner(page, 'Receipt confirmed')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'I am paying now' })).toBeVisible()
  expect(sent).toEqual([
    {
      call: 'confirmReceipt',
      body: { version: 7, amount: 14_500, paid_on: '2026-07-02', reference: 'LN-7F3K-IN' },
    },
  ])
})

test('money that has not arrived is contested with its reason', async ({ page }) => {
  const sent = await openLoan(page, loanSeen(at('FUNDING_CLAIMED'), { role: 'BORROWER' }))

  await page.getByRole('button', { name: 'It has not arrived' }).click()
  await expect(dialog(page).getByLabel('What is wrong')).toHaveValue('FUNDING_NOT_RECEIVED')
  await dialog(page).getByLabel('What happened').fill('Nothing came.')
  await dialog(page).getByRole('button', { name: 'Escalate' }).click()

  await expect(banner(page, 'An operator looks at it')).toBeVisible()
  expect(sent).toEqual([
    {
      call: 'contest',
      body: { version: 7, reason: 'FUNDING_NOT_RECEIVED', statement: 'Nothing came.' },
    },
  ])
})

test('a loan that changed meanwhile is said so, and read anew', async ({ page }) => {
  let loan = loanSeen(at('AWAITING_PAYMENT'), { role: 'LENDER' })
  await openLoan(page, () => loan, {
    markPaid: () => {
      loan = loanSeen({ status: 'CANCELLED', phase: 'ENDED' }, { role: 'LENDER' })
      return { status: 409, json: { code: 'escrow_changed', message: 'Changed' } }
    },
  })

  await press(page, 'Mark Paid')
  await dialog(page).getByRole('button', { name: 'I sent $14,500.00' }).click()

  const changed = 'This loan changed while you were reading. Look again.'
  await expect(page.getByRole('alert').getByText(changed)).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('main').getByText('Cancelled', { exact: true }).first()).toBeVisible()
})

test('what the server refuses stays in the dialog, below its field where it is of one', async ({
  page,
}) => {
  const refusal = { code: 'invalid_input', message: 'Not before custody', field: 'paid_on' }
  await openLoan(page, loanSeen(at('AWAITING_PAYMENT'), { role: 'LENDER' }), {
    markPaid: () => ({ status: 422, json: refusal }),
  })

  await press(page, 'Mark Paid')
  await dialog(page).getByLabel('Amount in USD').fill('much')
  await dialog(page).getByRole('button', { name: 'I sent $14,500.00' }).click()
  await expect(dialog(page).getByText('Invalid amount')).toBeVisible()
  await dialog(page).getByLabel('Amount in USD').fill('14500')
  await dialog(page).getByRole('button', { name: 'I sent $14,500.00' }).click()
  await expect(dialog(page).getByText('Not before custody')).toBeVisible()
  await expect(dialog(page).getByLabel('When you sent it')).toBeFocused()
})

test('the lender sees where to pay once it is asked for, and can copy it', async ({ page }) => {
  let loan = loanSeen(at('AWAITING_PAYMENT'), { role: 'LENDER' })
  const sent = await openLoan(page, () => loan, {
    reveal: () => {
      loan = loanSeen(at('PAYMENT_WINDOW'), { role: 'LENDER', change: { version: 8 } })
      return { json: details }
    },
  })
  await turnTo(page, 'Repay')
  const panel = page.getByRole('region', { name: 'Pay by bank transfer' })
  await expect(panel).toContainText('shown when you pay')
  await expect(panel).not.toContainText('SE45')
  await turnTo(page, 'Terms')

  await page.getByRole('button', { name: 'I am paying now' }).click()

  await expect(panel).toContainText('SE45 5000 0000 0583 9825 7466')
  await expect(panel.getByRole('button', { name: 'Copy the reference' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'I sent $14,500.00' })).toBeVisible()
  expect(sent).toEqual([{ call: 'reveal', body: { version: 7 } }])
})

const details = {
  rail: 0,
  payee: 'Mara Lindqvist',
  lines: [{ label: 'IBAN', value: 'SE45 5000 0000 0583 9825 7466' }],
  locked_since: '2026-10-09T10:00:00.000Z',
  amount: 14_500,
  reference: 'LN-7F3K-IN',
}

test('a registration that ends too early has to be waived before paying', async ({ page }) => {
  const change = { runway_short_days: 12 }
  const sent = await openLoan(page, loanSeen(at('AWAITING_PAYMENT'), { role: 'LENDER', change }), {
    reveal: () => ({ json: details }),
  })

  await page.getByRole('button', { name: 'I am paying now' }).click()
  const waiver = page.getByLabel('The registration ends 12 days too early')
  await expect(waiver).toBeVisible()
  expect(sent).toEqual([])
  await waiver.check()
  await page.getByRole('button', { name: 'I am paying now' }).click()
  await expect(page.getByText('SE45 5000 0000 0583 9825 7466')).toBeVisible()
  expect(sent).toEqual([{ call: 'reveal', body: { version: 7, waives_runway: true } }])
})

test('who marks it paid without a look waives it in the same words', async ({ page }) => {
  const change = { runway_short_days: 12 }
  const sent = await openLoan(page, loanSeen(at('AWAITING_PAYMENT'), { role: 'LENDER', change }))

  await press(page, 'Mark Paid')
  const claim = dialog(page).getByRole('button', { name: 'I sent $14,500.00' })
  await claim.click()
  await expect(dialog(page).getByText('Say that you pay all the same')).toBeVisible()
  expect(sent).toEqual([])
  await dialog(page).getByLabel('The registration ends 12 days too early').check()
  await claim.click()
  await expect.poll(() => sent.length).toBe(1)
  expect(sent).toMatchObject([{ call: 'markPaid', body: { version: 7, waives_runway: true } }])
})

test('a claim is withdrawn only in words', async ({ page }) => {
  const sent = await openLoan(page, loanSeen(at('FUNDING_CLAIMED'), { role: 'LENDER' }))

  await press(page, 'Withdraw')
  await dialog(page).getByLabel('Type “I did not send it”').fill('yes')
  await dialog(page).getByRole('button', { name: 'I did not send it' }).click()
  await expect(dialog(page).getByText('Type I did not send it')).toBeVisible()
  expect(sent).toEqual([])
  await dialog(page).getByLabel('Type “I did not send it”').fill('i did not send it')
  await dialog(page).getByRole('button', { name: 'I did not send it' }).click()
  await expect(banner(page, 'Claim withdrawn')).toBeVisible()
  expect(sent).toEqual([{ call: 'withdrawClaim', body: { version: 7 } }])
})

test('after the days of grace the lender chooses between repaid and not repaid', async ({
  page,
}) => {
  const sent = await openLoan(page, loanSeen(at('OVERDUE'), { role: 'LENDER' }))

  await press(page, 'Finalize')
  await expect(dialog(page).getByLabel('Repaid', { exact: true })).toBeChecked()
  await dialog(page).getByLabel('Not repaid: send default notice').check()
  await expect(dialog(page)).toContainText('20 days to pay, object or ask for an extension')
  await expect(dialog(page).getByLabel('Amount in USD')).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Send default notice' }).click()
  await expect(banner(page, 'Default notice sent')).toBeVisible()
  expect(sent).toEqual([{ call: 'finalize', body: { version: 7, outcome: 'DEFAULT' } }])
})

test('inside the days of grace a default notice is shut, and says until when', async ({ page }) => {
  await openLoan(page, loanSeen(at('IN_GRACE'), { role: 'LENDER' }))

  await press(page, 'Finalize')
  await expect(dialog(page).getByLabel('Not repaid: send default notice')).toBeDisabled()
  await expect(dialog(page)).toContainText('Only after the days of grace.')
})

test('a repayment is confirmed only by who proves to be there', async ({ page }) => {
  let asked = 0
  const needed = {
    code: 'step_up_required',
    message: 'Confirm',
    action: 'finalize',
    object: loanId,
    methods: ['password'],
  }
  const after = loanSeen(
    { status: 'FINALIZED_RETURN_TO_BORROWER', phase: 'ENDED' },
    { role: 'LENDER' },
  )
  let loan = loanSeen(at('REPAYMENT_CLAIMED'), { role: 'LENDER' })
  await openLoan(page, () => loan, {
    finalize: () => {
      if (asked++ === 0) return { status: 403, json: needed }
      loan = after
      return { json: after }
    },
  })
  await page.route('**/api/users/step-up', (route) => route.fulfill({ status: 204 }))

  await page.getByRole('button', { name: 'Confirm I was repaid' }).click()
  await dialog(page).getByRole('button', { name: 'Confirm I was repaid' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await confirm.getByLabel('Password', { exact: true }).fill('seven quiet herons')
  await confirm.getByRole('button', { name: 'Confirm' }).click()

  await expect(banner(page, 'Loan complete')).toBeVisible()
  await expect(page.getByRole('main').getByText('Complete', { exact: true }).first()).toBeVisible()
})

test('after the due date the borrower may surrender the domain by typing it', async ({ page }) => {
  const sent = await openLoan(page, loanSeen(at('IN_GRACE'), { role: 'BORROWER' }))

  await press(page, 'Finalize')
  await expect(dialog(page).getByLabel('I repaid', { exact: true })).toBeChecked()
  await dialog(page).getByLabel('I surrender the domain').check()
  await dialog(page).getByRole('button', { name: 'Surrender the domain' }).click()
  await expect(dialog(page).getByText('Type lanternfish.com', { exact: true })).toBeVisible()
  await dialog(page).getByLabel('Type lanternfish.com to confirm').fill('lanternfish.com')
  await dialog(page).getByRole('button', { name: 'Surrender the domain' }).click()
  await expect(banner(page, 'Domain surrendered')).toBeVisible()
  expect(sent).toEqual([{ call: 'surrender', body: { version: 7, domain: 'lanternfish.com' } }])
})
