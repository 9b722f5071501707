import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { loanId, loanSeen } from '../../testing/given/loan.ts'
import { agreementSeen, pdf, pdfHash, signPath } from '../../testing/given/signing.ts'
import { afterAWhile, type Answers, fileAnswer, refusal } from '../../testing/screen/fake-server.ts'
import { expectCount } from '../../testing/screen/browser/locators.ts'
import { openApp } from '../../testing/screen/open-app.tsx'
import { testOnBoth } from '../../testing/screen/browser/sizes.ts'

const signButton = () => page.getByRole('button', { name: 'Sign agreement' })
const heading = () => page.getByRole('heading', { level: 1 })

const agreement = fileAnswer(pdf, 'application/pdf')

const openAgreement = (answers: Answers = {}) =>
  openApp(signPath, {
    answers: {
      'GET /agreements/:token': agreementSeen(),
      'GET /agreements/:token/document': agreement,
      ...answers,
    },
  })

async function fillSignature(name = 'mara  LINDQVIST') {
  await page.getByLabelText('I agree to sign in electronic form').click()
  await page.getByLabelText('I have read the agreement and agree to it').click()
  await page.getByLabelText('Full name').fill(name)
}

testOnBoth('the agreement is read, consented to and signed by name', async () => {
  const signed = agreementSeen({ is_signed: true, is_open: false })
  const { sent } = await openAgreement({ 'POST /agreements/:token/sign': afterAWhile(signed) })

  await expect
    .element(page.getByText('You can have the agreement on paper', { exact: false }))
    .toBeVisible()
  await expect.element(page.getByText(pdfHash)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Open the agreement' }))
    .toHaveAttribute('href', expect.stringMatching(/^blob:/))
  await expect.element(signButton()).toBeEnabled()
  await signButton().click()
  await expect.element(page.getByText('Required to sign here')).toBeVisible()
  await expect.element(page.getByText('Invalid name')).toBeVisible()
  await fillSignature()
  await signButton().dblClick()

  await expect.element(heading()).toHaveTextContent('Signed. You can close this tab')
  await expect.element(page.getByRole('main')).toMatchTextContent('Both sides have signed')
  const body = {
    document_sha256: pdfHash,
    name: 'mara  LINDQVIST',
    consent_version: 'consent-1',
    agreed: true,
    terms_version: 1,
  }
  expect(sent).toEqual([{ call: 'POST /agreements/:token/sign', body }])
})

test('nothing can be ticked before the document is there, nor when it is another', async () => {
  const released = Promise.withResolvers<void>()
  const opening = openAgreement({
    'GET /agreements/:token/document': async () => {
      await released.promise
      return fileAnswer(new Blob([pdf, '%']), 'application/pdf')
    },
  })
  const consent = page.getByLabelText('I agree to sign in electronic form')
  await expect
    .element(page.getByText('You can tick both once the agreement has loaded.'))
    .toBeVisible()
  await expect.element(consent).toBeDisabled()
  await expect.element(signButton()).toBeDisabled()

  released.resolve()
  await opening
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('This is not the document to be signed')
  await expect.element(consent).toBeDisabled()
  await expect.element(signButton()).toBeDisabled()
})

test('a document that does not load can be asked for again', async () => {
  const { answers } = await openAgreement({
    'GET /agreements/:token/document': refusal(404, 'file_not_found', 'Not there'),
  })
  await expect.element(page.getByRole('alert')).toMatchTextContent('Not there')
  answers['GET /agreements/:token/document'] = agreement
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(signButton()).toBeEnabled()
})

test('a login that is too old is confirmed before it is signed', async () => {
  let asked = 0
  const signed = agreementSeen({ is_signed: true, is_open: false, is_other_signed: false })
  const stepUp = refusal(403, 'step_up_required', 'Confirm', {
    action: 'sign_agreement',
    object: loanId,
    methods: ['password'],
  })
  await openAgreement({
    'POST /users/step-up': null,
    'POST /agreements/:token/sign': () => (asked++ === 0 ? stepUp : signed),
  })
  await fillSignature()
  await signButton().click()
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect.element(confirm).toMatchTextContent('Sign the agreement about lanternfish.com')
  await confirm.getByLabelText('Password', { exact: true }).fill('seven quiet herons')
  await confirm.getByRole('button', { name: 'Confirm' }).click()

  await expect
    .element(page.getByRole('main'))
    .toMatchTextContent('Teodor Nyberg has not signed yet')
})

test('a name that is not the one in the agreement is said below its field', async () => {
  await openAgreement({
    'POST /agreements/:token/sign': refusal(422, 'invalid_input', 'Not your name', {
      field: 'name',
    }),
  })
  await fillSignature('Somebody Else')
  await signButton().click()

  await expect.element(page.getByText('Not your name')).toBeVisible()
  await expect.element(page.getByLabelText('Full name')).toHaveFocus()
})

testOnBoth('declining cancels the loan, after a question', async () => {
  const cancelled = loanSeen({ status: 'CANCELLED', phase: 'ENDED' }, { role: 'BORROWER' })
  const { sent } = await openAgreement({ 'POST /escrow/:id/cancel': cancelled })
  await page.getByRole('button', { name: 'Decline' }).click()
  const ask = page.getByRole('dialog', { name: 'Cancel this loan?' })
  await ask.getByRole('button', { name: 'Keep loan' }).click()
  await expectCount(ask, 0)
  expect(sent).toEqual([])

  await page.getByRole('button', { name: 'Decline' }).click()
  await ask.getByRole('button', { name: 'Cancel Loan' }).click()
  await expect.element(heading()).toHaveTextContent('The loan is cancelled')
  expect(sent).toEqual([{ call: 'POST /escrow/:id/cancel', body: {} }])
})

test('a loan that was cancelled meanwhile is not signed, and the page says so', async () => {
  const { answers } = await openAgreement({
    'POST /agreements/:token/sign': refusal(409, 'escrow_wrong_status', 'Not now'),
  })
  await fillSignature()
  answers['GET /agreements/:token'] = agreementSeen({ is_open: false })
  await signButton().click()

  await expect.element(heading()).toHaveTextContent('This agreement can no longer be signed')
  await expect.element(page.getByRole('link', { name: 'Open the loan' })).toBeVisible()
})

test('who has signed already is told so, and who has the wrong link too', async () => {
  const { answers, open } = await openAgreement({
    'GET /agreements/:token': agreementSeen({ is_signed: true, is_open: false }),
  })
  await expect.element(heading()).toHaveTextContent('Signed. You can close this tab')
  await expectCount(page.getByRole('button', { name: 'Sign', exact: false }), 0)

  answers['GET /agreements/:token'] = refusal(404, 'agreement_not_found', 'Not found')
  await open()
  await expect.element(heading()).toHaveTextContent('This link does not work')
})
