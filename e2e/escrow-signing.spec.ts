import type { Page } from '@playwright/test'
import { desk, expect, fillLogin, open, register, settled, somebody, test } from './journey.ts'
import {
  loanId,
  pdf,
  pdfHash,
  showLoan,
  signPath,
  someAgreement,
  someLoan,
} from './loan-answers.ts'

const modal = (page: Page) => page.getByRole('dialog', { name: 'Signature Required' })
const signButton = (page: Page) => page.getByRole('button', { name: 'Sign agreement' })

async function openLoan(page: Page, answers: Parameters<typeof showLoan>[1] = {}) {
  const person = somebody()
  await register(page, person)
  const shown = await showLoan(page, answers)
  await open(page, `/app/escrow/${loanId}`)
  return { person, ...shown }
}

async function openAgreement(page: Page, answers: Parameters<typeof showLoan>[1] = {}) {
  const person = somebody()
  await register(page, person)
  const shown = await showLoan(page, answers)
  await open(page, signPath)
  return { person, ...shown }
}

async function fillSignature(page: Page, name = 'mara  LINDQVIST') {
  await page.getByLabel('I agree to sign in electronic form').check()
  await page.getByLabel('I have read the agreement and agree to it').check()
  await page.getByLabel('Full name').fill(name)
}

test('a signature is asked for over the loan, and cannot be waved away', async ({ page }) => {
  await openLoan(page)

  await expect(modal(page)).toContainText('Read the agreement, sign your side')
  await expect(modal(page)).toContainText('You receive$9,800.00')
  await expect(modal(page)).toContainText('75 days at 19.00% APR, 3.90% adjusted')
  await expect(modal(page)).toContainText('You repay on the due date$10,182.60')
  await expect(modal(page)).toContainText('7 days of grace, then a written notice and 20 days')
  await expect(modal(page)).toContainText('LenderSigned 13 Oct, 18:21 UTC')
  await expect(modal(page)).toContainText('2 d 4 h left')
  await expect(modal(page).getByTitle(pdfHash)).toBeVisible()
  await expect(modal(page).getByRole('button', { name: 'Close' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 400)
  await expect(modal(page)).toBeVisible()
})

test('Sign Now opens a tab of its own, and Done looks again', async ({ page, context }) => {
  const { answers } = await openLoan(page)
  const link = modal(page).getByRole('link', { name: 'Sign Now' })
  const [tab] = await Promise.all([context.waitForEvent('page'), link.click()])
  await expect(tab).toHaveURL(signPath)
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Loan and Security Agreement')
  await tab.close()

  await modal(page).getByRole('button', { name: 'Done' }).click()
  await expect(modal(page)).toContainText('Your signature has not arrived here yet.')
  answers['GET escrow'] = someLoan({ borrower_signed: true, borrower_contract_url: null })
  await modal(page).getByRole('button', { name: 'Done' }).click()
  await expect(modal(page)).toBeHidden()
})

test('the lender who has not signed is asked in the words of the lender', async ({ page }) => {
  await openLoan(page, {
    'GET escrow': someLoan({
      role: 'LENDER',
      lender_signed: false,
      lender_signed_at: null,
      borrower_contract_url: null,
      lender_contract_url: signPath,
    }),
  })

  await expect(modal(page)).toContainText('You lend$9,800.00')
  await expect(modal(page)).toContainText('If the borrower does not repay')
  await expect(modal(page)).toContainText('BorrowerNot signed yet')
  await expect(modal(page).getByRole('link', { name: 'Sign Now' })).toBeVisible()
})

test('Cancel Loan asks once more, and says so when it is too late', async ({ page }) => {
  const refusal = { status: 409, code: 'escrow_changed', message: 'Look again' }
  const { sent, answers } = await openLoan(page, { 'POST cancel': refusal })
  await modal(page).getByRole('button', { name: 'Cancel Loan' }).click()
  const ask = page.getByRole('dialog', { name: 'Cancel this loan?' })
  await expect(ask).toContainText('nobody owes anything')
  await ask.getByRole('button', { name: 'Cancel Loan' }).dblclick()
  await expect(ask.getByRole('alert')).toHaveText('Look again')

  const gone = someLoan({ status: 'CANCELLED', phase: 'ENDED' })
  answers['POST cancel'] = gone
  answers['GET escrow'] = gone
  await ask.getByRole('button', { name: 'Cancel Loan' }).click()
  await expect(ask).toBeHidden()
  await expect(modal(page)).toBeHidden()
  expect(sent.filter(({ call }) => call === 'POST cancel')).toHaveLength(2)
  expect(sent.at(0)?.body).toEqual({ version: 2 })
})

test('without a legal address the modal asks for it, and then the agreement is printed', async ({
  page,
}) => {
  const agreement = (state: string, your_address_missing = false) =>
    someLoan({
      borrower_contract_url: null,
      agreement: { state, sha256: null, your_address_missing },
    })
  const { answers } = await openLoan(page, { 'GET escrow': agreement('address_needed', true) })
  await expect(modal(page)).toContainText('prints your legal address')
  await expect(modal(page).getByRole('button', { name: 'Sign Now' })).toHaveAccessibleDescription(
    'After your legal address.',
  )
  await modal(page).getByLabel('Address', { exact: true }).fill('Kaj 4')
  await modal(page).getByLabel('City').fill('Malmö')
  await modal(page).getByLabel('Postal/Zip Code').fill('211 19')
  await modal(page).getByRole('combobox', { name: 'Country' }).fill('Swed')
  await modal(page).getByRole('option', { name: 'Sweden' }).click()
  answers['GET escrow'] = agreement('preparing')
  await modal(page).getByRole('button', { name: 'Update Legal Address' }).click()

  await expect(modal(page)).toContainText('The agreement is being printed')
  answers['GET escrow'] = agreement('address_needed')
  await modal(page).getByRole('button', { name: 'Done' }).click()
  await expect(modal(page)).toContainText('It waits for the legal address of Ana Brandão')
})

test('the agreement is read, consented to and signed by name', async ({ page }) => {
  const signed = someAgreement({ is_signed: true, is_open: false })
  const { sent } = await openAgreement(page, { 'POST sign': signed })

  await expect(page.getByText('You can have the agreement on paper')).toBeVisible()
  await expect(page.getByText(pdfHash)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open the agreement' })).toHaveAttribute(
    'href',
    /^blob:/,
  )
  await expect(signButton(page)).toBeEnabled()
  await signButton(page).click()
  await expect(page.getByText('Needed to sign here')).toBeVisible()
  await expect(page.getByText('Invalid name')).toBeVisible()
  await fillSignature(page)
  await signButton(page).dblclick()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Signed. You can close this tab')
  await expect(page.getByRole('main')).toContainText('Both sides have signed')
  const body = {
    document_sha256: pdfHash,
    name: 'mara  LINDQVIST',
    consent_version: 'consent-1',
    agreed: true,
  }
  expect(sent).toEqual([{ call: 'POST sign', body }])
})

test(
  'nothing can be ticked before the document is there, nor when it is another',
  desk,
  async ({ page }) => {
    const released = Promise.withResolvers<void>()
    await register(page, somebody())
    await showLoan(page, {
      'GET document': async (route) => {
        await released.promise
        return route.fulfill({ body: Buffer.concat([pdf, Buffer.from('%')]) })
      },
    })
    await page.goto(signPath)
    const consent = page.getByLabel('I agree to sign in electronic form')
    await expect(page.getByText('Both open once the agreement has loaded.')).toBeVisible()
    await expect(consent).toBeDisabled()
    await expect(signButton(page)).toBeDisabled()

    released.resolve()
    await expect(page.getByRole('alert')).toContainText('is not the document that is to be signed')
    await expect(consent).toBeDisabled()
    await expect(signButton(page)).toBeDisabled()
  },
)

test('a document that does not load can be asked for again', desk, async ({ page }) => {
  const { answers } = await openAgreement(page, {
    'GET document': { status: 404, code: 'file_not_found', message: 'Not there' },
  })
  await expect(page.getByRole('alert')).toContainText('Not there')
  delete answers['GET document']
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(signButton(page)).toBeEnabled()
})

test('a login that is too old is confirmed before it is signed', desk, async ({ page }) => {
  let asked = 0
  const signed = someAgreement({ is_signed: true, is_open: false, is_other_signed: false })
  const stepUp = {
    code: 'step_up_required',
    message: 'Confirm',
    action: 'sign_agreement',
    object: loanId,
    methods: ['password'],
  }
  await page.route('**/api/users/step-up', (route) => route.fulfill({ status: 204 }))
  const { person } = await openAgreement(page, {
    'POST sign': (route) =>
      asked++ === 0
        ? route.fulfill({ status: 403, json: stepUp })
        : route.fulfill({ json: signed }),
  })
  await fillSignature(page)
  await signButton(page).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(confirm).toContainText('Sign the agreement about tideglass.com')
  await confirm.getByLabel('Password', { exact: true }).fill(person.password)
  await confirm.getByRole('button', { name: 'Confirm' }).click()

  await expect(page.getByRole('main')).toContainText('Ana Brandão has not signed yet')
})

test(
  'a name that is not the one in the agreement is said below its field',
  desk,
  async ({ page }) => {
    const refusal = { status: 422, code: 'invalid_input', message: 'Not your name', field: 'name' }
    await openAgreement(page, { 'POST sign': refusal })
    await fillSignature(page, 'Somebody Else')
    await signButton(page).click()

    await expect(page.getByText('Not your name')).toBeVisible()
    await expect(page.getByLabel('Full name')).toBeFocused()
  },
)

test('declining cancels the loan, after a question', async ({ page }) => {
  const { sent } = await openAgreement(page, { 'POST cancel': someLoan({ status: 'CANCELLED' }) })
  await page.getByRole('button', { name: 'Decline' }).click()
  const ask = page.getByRole('dialog', { name: 'Cancel this loan?' })
  await ask.getByRole('button', { name: 'Back' }).click()
  await expect(ask).toBeHidden()
  expect(sent).toEqual([])

  await page.getByRole('button', { name: 'Decline' }).click()
  await ask.getByRole('button', { name: 'Cancel Loan' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The loan is cancelled')
  expect(sent).toEqual([{ call: 'POST cancel', body: {} }])
})

test(
  'a loan that was cancelled meanwhile is not signed, and the page says so',
  desk,
  async ({ page }) => {
    const refusal = { status: 409, code: 'escrow_wrong_status', message: 'Not now' }
    const { answers } = await openAgreement(page, { 'POST sign': refusal })
    await fillSignature(page)
    answers['GET agreements'] = someAgreement({ is_open: false })
    await signButton(page).click()

    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'This agreement cannot be signed any more',
    )
    await expect(page.getByRole('link', { name: 'Open the loan' })).toBeVisible()
  },
)

test(
  'who has signed already is told so, and who has the wrong link too',
  desk,
  async ({ page }) => {
    const { answers } = await openAgreement(page, {
      'GET agreements': someAgreement({ is_signed: true, is_open: false }),
    })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Signed. You can close this tab',
    )
    await expect(signButton(page)).toHaveCount(0)

    answers['GET agreements'] = { status: 404, code: 'not_found', message: 'Not found' }
    await open(page, signPath)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link leads nowhere')
  },
)

test('who is not logged in does so first, and comes back', desk, async ({ page }) => {
  const person = somebody()
  await register(page, person)
  await page.evaluate(() => localStorage.clear())
  await showLoan(page)
  await page.goto(signPath)
  await expect(page).toHaveURL('/login')
  await settled(page)
  await fillLogin(page, person)

  await expect(page).toHaveURL(signPath)
  await expect(signButton(page)).toBeEnabled()
})
