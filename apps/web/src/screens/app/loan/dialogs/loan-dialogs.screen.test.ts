import type { CallOutput } from '@pier/protocol/calls/calls'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { loanId, loanSeen } from '../../../../testing/given/loan.ts'
import { refusal } from '../../../../testing/screen/fake-server.ts'
import { at, openLoan, press, turnTo } from '../../../../testing/screen/pages/loan-page.ts'
import { banner, dialog, expectCount } from '../../../../testing/screen/browser/locators.ts'
import { testOnBoth } from '../../../../testing/screen/browser/sizes.ts'

testOnBoth('the borrower confirms that the money came, once, and the loan runs', async () => {
  let loan = loanSeen(at('FUNDING_CLAIMED'), { role: 'BORROWER' })
  const { sent } = await openLoan(() => loan, {
    'POST /escrow/:id/confirmReceipt': () => {
      loan = loanSeen(at('ACTIVE'), { role: 'BORROWER', change: { version: 8 } })
      return loan
    },
  })

  await page.getByRole('button', { name: 'Confirm I received $14,500.00' }).click()
  await expect.element(dialog()).toMatchTextContent('The loan runs from the day it arrived')
  await dialog().getByLabelText('Date received', { exact: false }).fill('2026-07-02')
  await dialog().getByLabelText('Payment reference', { exact: false }).fill(' LN-7F3K-IN ')
  // What is typed is shown as it is everywhere else, whatever the browser calls a day.
  await expect.element(dialog().getByLabelText('Amount')).toHaveValue('14,500.00')
  await expect.element(dialog().getByText('2 Jul 2026')).toBeVisible()
  await dialog().getByRole('button', { name: 'Confirm I received $14,500.00' }).dblClick()

  await expect.element(banner('Receipt confirmed')).toBeVisible()
  await expectCount(dialog(), 0)
  await expect.element(page.getByRole('button', { name: 'I am paying now' })).toBeVisible()
  expect(sent).toEqual([
    {
      call: 'POST /escrow/:id/confirmReceipt',
      body: { version: 7, amount: 14_500, paid_on: '2026-07-02', reference: 'LN-7F3K-IN' },
    },
  ])
})

testOnBoth('money that has not arrived is contested with its reason', async () => {
  const { sent } = await openLoan(loanSeen(at('FUNDING_CLAIMED'), { role: 'BORROWER' }))

  await page.getByRole('button', { name: 'Report as not received' }).click()
  await expect
    .element(dialog().getByLabelText('Reason', { exact: false }))
    .toHaveValue('FUNDING_NOT_RECEIVED')
  await dialog().getByLabelText('What happened', { exact: false }).fill('Nothing came.')
  await dialog().getByRole('button', { name: 'Escalate' }).click()

  await expect.element(banner('Dispute opened')).toBeVisible()
  expect(sent).toEqual([
    {
      call: 'POST /escrow/:id/contest',
      body: { version: 7, reason: 'FUNDING_NOT_RECEIVED', statement: 'Nothing came.' },
    },
  ])
})

testOnBoth('a loan that changed meanwhile is said so, and read anew', async () => {
  let loan = loanSeen(at('AWAITING_PAYMENT'), { role: 'LENDER' })
  await openLoan(() => loan, {
    'POST /escrow/:id/markPaid': () => {
      loan = loanSeen({ status: 'CANCELLED', phase: 'ENDED' }, { role: 'LENDER' })
      return refusal(409, 'escrow_changed', 'Changed')
    },
  })

  await press('Mark Paid')
  await dialog().getByRole('button', { name: 'I sent $14,500.00' }).click()

  const changed = 'This loan changed while this page was open. Please review it again.'
  await expect.element(page.getByRole('alert').getByText(changed)).toBeVisible()
  await expectCount(dialog(), 0)
  await expect
    .element(page.getByRole('main').getByText('Cancelled', { exact: true }).first())
    .toBeVisible()
})

testOnBoth(
  'what the server refuses stays in the dialog, below its field where it is of one',
  async () => {
    await openLoan(loanSeen(at('AWAITING_PAYMENT'), { role: 'LENDER' }), {
      'POST /escrow/:id/markPaid': refusal(422, 'invalid_input', 'Not before custody', {
        field: 'paid_on',
      }),
    })

    await press('Mark Paid')
    await dialog().getByLabelText('Amount in USD', { exact: false }).fill('much')
    await dialog().getByRole('button', { name: 'I sent $14,500.00' }).click()
    await expect.element(dialog().getByText('Invalid amount')).toBeVisible()
    await dialog().getByLabelText('Amount in USD', { exact: false }).fill('14500')
    await dialog().getByRole('button', { name: 'I sent $14,500.00' }).click()
    await expect.element(dialog().getByText('Not before custody')).toBeVisible()
    await expect.element(dialog().getByLabelText('Date sent', { exact: false })).toHaveFocus()
  },
)

testOnBoth('the lender sees where to pay once it is asked for, and can copy it', async () => {
  let loan = loanSeen(at('AWAITING_PAYMENT'), { role: 'LENDER' })
  const { sent } = await openLoan(() => loan, {
    'POST /escrow/:id/reveal': () => {
      loan = loanSeen(at('PAYMENT_WINDOW'), { role: 'LENDER', change: { version: 8 } })
      return details
    },
  })
  await turnTo('Repay')
  const panel = page.getByRole('region', { name: 'Pay by bank transfer' })
  await expect.element(panel).toMatchTextContent('shown on request')
  await expect.element(panel).not.toMatchTextContent('SE45')
  await turnTo('Terms')

  await page.getByRole('button', { name: 'I am paying now' }).click()

  await expect.element(panel).toMatchTextContent('SE45 5000 0000 0583 9825 7466')
  await expect.element(panel.getByRole('button', { name: 'Copy the reference' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'I sent $14,500.00' })).toBeVisible()
  expect(sent).toEqual([{ call: 'POST /escrow/:id/reveal', body: { version: 7 } }])
})

const details: CallOutput<'POST /escrow/:id/reveal'> = {
  rail: 0,
  payee: 'Mara Lindqvist',
  lines: [{ label: 'IBAN', value: 'SE45 5000 0000 0583 9825 7466' }],
  locked_since: '2026-10-09T10:00:00.000Z',
  amount: 14_500,
  reference: 'LN-7F3K-IN',
  rest: null,
}

testOnBoth('a registration that ends too early has to be waived before paying', async () => {
  const change = { runway_short_days: 12 }
  const { sent } = await openLoan(loanSeen(at('AWAITING_PAYMENT'), { role: 'LENDER', change }), {
    'POST /escrow/:id/reveal': () => details,
  })

  await page.getByRole('button', { name: 'I am paying now' }).click()
  const waiver = page.getByLabelText('The registration ends 12 days too early', { exact: false })
  await expect.element(waiver).toBeVisible()
  expect(sent).toEqual([])
  await waiver.click()
  await page.getByRole('button', { name: 'I am paying now' }).click()
  await expect.element(page.getByText('SE45 5000 0000 0583 9825 7466')).toBeVisible()
  expect(sent).toEqual([
    { call: 'POST /escrow/:id/reveal', body: { version: 7, waives_runway: true } },
  ])
})

testOnBoth(
  'a lender who marks the loan paid without revealing the payee confirms the same waiver',
  async () => {
    const change = { runway_short_days: 12 }
    const { sent } = await openLoan(loanSeen(at('AWAITING_PAYMENT'), { role: 'LENDER', change }))

    await press('Mark Paid')
    const claim = dialog().getByRole('button', { name: 'I sent $14,500.00' })
    await claim.click()
    await expect.element(dialog().getByText('Confirm that you pay anyway')).toBeVisible()
    expect(sent).toEqual([])
    await dialog()
      .getByLabelText('The registration ends 12 days too early', { exact: false })
      .click()
    await claim.click()
    await expect.poll(() => sent.length).toBe(1)
    expect(sent).toMatchObject([
      { call: 'POST /escrow/:id/markPaid', body: { version: 7, waives_runway: true } },
    ])
  },
)

testOnBoth('a claim is withdrawn only by typing the sentence', async () => {
  const { sent } = await openLoan(loanSeen(at('FUNDING_CLAIMED'), { role: 'LENDER' }))

  await press('Withdraw')
  await dialog().getByLabelText('Type “I did not send it”', { exact: false }).fill('yes')
  await dialog().getByRole('button', { name: 'I did not send it' }).click()
  await expect.element(dialog().getByText('Type I did not send it')).toBeVisible()
  expect(sent).toEqual([])
  await dialog()
    .getByLabelText('Type “I did not send it”', { exact: false })
    .fill('i did not send it')
  await dialog().getByRole('button', { name: 'I did not send it' }).click()
  await expect.element(banner('Claim withdrawn')).toBeVisible()
  expect(sent).toEqual([{ call: 'POST /escrow/:id/withdrawClaim', body: { version: 7 } }])
})

testOnBoth('after the days of grace the lender chooses between repaid and not repaid', async () => {
  const { sent } = await openLoan(loanSeen(at('OVERDUE'), { role: 'LENDER' }))

  await press('Finalize')
  await expect.element(dialog().getByLabelText('Repaid', { exact: true })).toBeChecked()
  await dialog().getByLabelText('Not repaid: send default notice', { exact: false }).click()
  await expect
    .element(dialog())
    .toMatchTextContent('20 days to pay, object or ask for an extension')
  await expectCount(dialog().getByLabelText('Amount in USD', { exact: false }), 0)
  await dialog().getByRole('button', { name: 'Send default notice' }).click()
  await expect.element(banner('Default notice sent')).toBeVisible()
  expect(sent).toEqual([
    { call: 'POST /escrow/:id/finalize', body: { version: 7, outcome: 'DEFAULT' } },
  ])
})

testOnBoth('within the days of grace a default notice is disabled, and says why', async () => {
  await openLoan(loanSeen(at('IN_GRACE'), { role: 'LENDER' }))

  await press('Finalize')
  await expect
    .element(dialog().getByLabelText('Not repaid: send default notice', { exact: false }))
    .toBeDisabled()
  await expect.element(dialog()).toMatchTextContent('Possible only after the grace period.')
})

testOnBoth('confirming a repayment asks for the password first', async () => {
  let asked = 0
  const needed = refusal(403, 'step_up_required', 'Confirm', {
    action: 'finalize',
    object: loanId,
    methods: ['password'],
  })
  const after = loanSeen(
    { status: 'FINALIZED_RETURN_TO_BORROWER', phase: 'ENDED' },
    { role: 'LENDER' },
  )
  let loan = loanSeen(at('REPAYMENT_CLAIMED'), { role: 'LENDER' })
  await openLoan(() => loan, {
    'POST /escrow/:id/finalize': () => {
      if (asked++ === 0) return needed
      loan = after
      return after
    },
    'POST /users/step-up': null,
  })

  await page.getByRole('button', { name: 'Confirm I was repaid' }).click()
  await dialog().getByRole('button', { name: 'Confirm I was repaid' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await confirm.getByLabelText('Password', { exact: true }).fill('seven quiet herons')
  await confirm.getByRole('button', { name: 'Confirm' }).click()

  await expect.element(banner('Loan complete')).toBeVisible()
  await expect
    .element(page.getByRole('main').getByText('Complete', { exact: true }).first())
    .toBeVisible()
})

testOnBoth('after the due date the borrower may surrender the domain by typing it', async () => {
  const { sent } = await openLoan(loanSeen(at('IN_GRACE'), { role: 'BORROWER' }))

  await press('Finalize')
  await expect.element(dialog().getByLabelText('I repaid', { exact: true })).toBeChecked()
  await dialog().getByLabelText('I surrender the domain', { exact: false }).click()
  await dialog().getByRole('button', { name: 'Surrender the domain' }).click()
  await expect.element(dialog().getByText('Type lanternfish.com', { exact: true })).toBeVisible()
  await dialog()
    .getByLabelText('Type lanternfish.com to confirm', { exact: false })
    .fill('lanternfish.com')
  await dialog().getByRole('button', { name: 'Surrender the domain' }).click()
  await expect.element(banner('Domain surrendered')).toBeVisible()
  expect(sent).toEqual([
    { call: 'POST /escrow/:id/surrender', body: { version: 7, domain: 'lanternfish.com' } },
  ])
})
