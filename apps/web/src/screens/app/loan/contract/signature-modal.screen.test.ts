import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Loan } from '../../../../api/loans/loans.ts'
import { self } from '../../../../testing/answers.ts'
import { loanSeen } from '../../../../testing/given/loan.ts'
import {
  agreementSeen,
  loanToSign,
  pdf,
  pdfHash,
  signPath,
} from '../../../../testing/given/signing.ts'
import { afterAWhile, fileAnswer, refusal } from '../../../../testing/screen/fake-server.ts'
import { listenToTabs } from '../../../../testing/screen/files/files.ts'
import { loanPath, openLoan } from '../../../../testing/screen/pages/loan-page.ts'
import { expectCount } from '../../../../testing/screen/browser/locators.ts'
import { testOnBoth } from '../../../../testing/screen/browser/sizes.ts'

const modal = () => page.getByRole('dialog', { name: 'Signature Required' })

testOnBoth('a signature is asked for over the loan, and cannot be waved away', async () => {
  await openLoan(loanToSign('BORROWER'))

  await expect.element(modal()).toMatchTextContent('Read and sign the agreement')
  await expect.element(modal()).toMatchTextContent('You receive$14,500.00')
  await expect.element(modal()).toMatchTextContent('120 days at 18.00% APR, 5.92% adjusted')
  await expect.element(modal()).toMatchTextContent('You repay on the due date$15,358.08')
  await expect
    .element(modal())
    .toMatchTextContent('7 days of grace, then a written notice and 20 days')
  await expect.element(modal()).toMatchTextContent('LenderSigned 13 Oct, 18:21 UTC')
  await expect.element(modal()).toMatchTextContent('2 days 4 hours left')
  await expect.element(modal().getByTitle(pdfHash)).toBeVisible()
  await expectCount(modal().getByRole('button', { name: 'Close', exact: false }), 0)
  await userEvent.keyboard('{Escape}')
  await page.elementLocator(document.body).click({ position: { x: 5, y: 400 } })
  await expect.element(modal()).toBeVisible()
})

testOnBoth('Sign Now opens a tab of its own, and Done looks again', async () => {
  let loan = loanToSign('BORROWER')
  const app = await openLoan(() => loan, {
    'GET /agreements/:token': agreementSeen(),
    'GET /agreements/:token/document': fileAnswer(pdf, 'application/pdf'),
  })
  const tabs = listenToTabs()
  await modal().getByRole('link', { name: 'Sign Now' }).click()
  expect(tabs).toEqual([signPath])
  await app.open(signPath)
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Loan and Security Agreement')
  await app.open(loanPath)

  await modal().getByRole('button', { name: 'Done' }).click()
  await expect.element(modal()).toMatchTextContent('We have not received your signature yet.')
  loan = loanToSign('BORROWER', { borrower_signed: true, borrower_contract_url: null })
  await modal().getByRole('button', { name: 'Done' }).click()
  await expectCount(modal(), 0)
})

testOnBoth('the lender who has not signed is asked in the words of the lender', async () => {
  await openLoan(loanToSign('LENDER'))

  await expect.element(modal()).toMatchTextContent('You lend$14,500.00')
  await expect.element(modal()).toMatchTextContent('If the borrower does not repay')
  await expect.element(modal()).toMatchTextContent('BorrowerNot signed yet')
  await expect.element(modal().getByRole('link', { name: 'Sign Now' })).toBeVisible()
})

testOnBoth('Cancel Loan asks once more, and says so when it is too late', async () => {
  let loan = loanToSign('BORROWER')
  const { sent, answers } = await openLoan(() => loan, {
    'POST /escrow/:id/cancel': afterAWhile(refusal(409, 'escrow_changed', 'Look again')),
  })
  await modal().getByRole('button', { name: 'Cancel Loan' }).click()
  const ask = page.getByRole('dialog', { name: 'Cancel this loan?' })
  await expect.element(ask).toMatchTextContent('Nobody owes anything')
  await ask.getByRole('button', { name: 'Cancel Loan' }).dblClick()
  await expect.element(ask.getByRole('alert')).toHaveTextContent('Look again')

  const gone = loanSeen({ status: 'CANCELLED', phase: 'ENDED' }, { role: 'BORROWER' })
  answers['POST /escrow/:id/cancel'] = () => {
    loan = gone
    return gone
  }
  await ask.getByRole('button', { name: 'Cancel Loan' }).click()
  await expectCount(ask, 0)
  await expectCount(modal(), 0)
  expect(sent.filter(({ call }) => call === 'POST /escrow/:id/cancel')).toHaveLength(2)
  expect(sent.at(0)?.body).toEqual({ version: 7 })
})

testOnBoth(
  'without a legal address the modal asks for it, and then the agreement is printed',
  async () => {
    const agreement = (state: Loan['agreement']['state'], your_address_missing = false) =>
      loanToSign('BORROWER', {
        borrower_contract_url: null,
        agreement: { state, sha256: null, your_address_missing },
      })
    let loan = agreement('address_needed', true)
    const { sent } = await openLoan(() => loan, {
      'GET /users/self': { ...self, address1: '', address2: '', city: '', zip: '', country: '' },
      'POST /users/profile': null,
    })
    await expect
      .element(modal())
      .toMatchTextContent('Your legal address is printed in the agreement')
    await expect
      .element(modal().getByRole('button', { name: 'Sign Now' }))
      .toHaveAccessibleDescription('First enter your legal address.')
    await modal().getByLabelText('Address', { exact: true }).fill('Kaj 4')
    await modal().getByLabelText('City').fill('Malmö')
    await modal().getByLabelText('Postal/Zip Code').fill('211 19')
    await modal().getByRole('combobox', { name: 'Country' }).fill('Swed')
    await modal().getByRole('option', { name: 'Sweden' }).click()
    loan = agreement('preparing')
    await modal().getByRole('button', { name: 'Update Legal Address' }).click()

    await expect.element(modal()).toMatchTextContent('The agreement is being created')
    const address = { address1: 'Kaj 4', city: 'Malmö', zip: '211 19', country: 'Sweden' }
    expect(sent).toMatchObject([{ call: 'POST /users/profile', body: address }])
    loan = agreement('address_needed')
    await modal().getByRole('button', { name: 'Done' }).click()
    await expect
      .element(modal())
      .toMatchTextContent('Waiting for the legal address of Teodor Nyberg')
  },
)
