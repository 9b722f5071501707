import type { CallOutput } from '@pier/protocol/calls/calls'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { self } from '../../../../testing/answers.ts'
import {
  added,
  domainOf,
  idOf,
  someQuote,
  transferOut,
  verification,
} from '../../../../testing/given/domains.ts'
import { noLines } from '../../../../testing/given/transactions.ts'
import {
  openDialog,
  openDomains,
  unfoldRow,
} from '../../../../testing/screen/pages/domains-page.ts'
import { refusal } from '../../../../testing/screen/fake-server.ts'
import { chooseFile } from '../../../../testing/screen/files/files.ts'
import {
  banner,
  dialog,
  expectAt,
  expectCount,
} from '../../../../testing/screen/browser/locators.ts'
import { testOnBoth } from '../../../../testing/screen/browser/sizes.ts'

testOnBoth('a domain that is added shows its record, and closing says to check back', async () => {
  const { sent } = await openDialog({ path: 'add', answers: { 'POST /domains/add': added } })

  const field = dialog().getByLabelText('Domain', { exact: true })
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog().getByText('Invalid domain')).toBeVisible()
  await field.fill('  bücherhafen.de ')
  await userEvent.keyboard('{Enter}')

  const verify = page.getByRole('dialog', { name: 'Verify Domain' })
  await expect.element(verify).toMatchTextContent('_pier-challenge.xn--bcherhafen-9db.de')
  await expect.element(verify).toMatchTextContent('pier-verify=4c1e09b7a2f64d8e93b05f7712ac68d1')
  await expect.element(verify).toMatchTextContent('Next automatic check in 3 min')
  expect(sent[0]).toEqual({ call: 'POST /domains/add', body: { domain: 'bücherhafen.de' } })
  await expect
    .element(verify)
    .toMatchTextContent('To borrow, you first transfer the domain in. The registry fee is $92.40')
  await verify.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(banner('Check back in a little bit')).toBeVisible()
})

test('a refused domain is said below its field', async () => {
  const refused = refusal(409, 'domain_added', 'On your list', { field: 'domain' })
  await openDialog({ path: 'add', answers: { 'POST /domains/add': refused } })

  await dialog().getByLabelText('Domain', { exact: true }).fill('plumbline.ai')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog().getByText('On your list')).toBeVisible()
  await expect.element(dialog().getByLabelText('Domain', { exact: true })).toHaveFocus()
})

const imported: CallOutput<'POST /domains/import'> = {
  verificationRecord: 'pier-verify=1',
  verificationHost: '_pier-challenge',
  added: [{ id: crypto.randomUUID(), domain: 'a.com', unicode: 'a.com', cleaned_from: null }],
  refused: [{ line: 2, typed: 'b com', message: 'That is not a domain name' }],
  left_out: 0,
}

test('several names pasted into Add Domain become a list to import', async () => {
  const { sent } = await openDialog({ path: 'add', answers: { 'POST /domains/import': imported } })

  const field = await dialog().getByLabelText('Domain', { exact: true }).findElement()
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', 'a.com\nb com')
  field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  await expect.element(page.getByRole('dialog', { name: 'Import list' })).toBeVisible()
  await expect.element(dialog().getByLabelText('Domains')).toHaveValue('a.com\nb com')
  await dialog().getByRole('button', { name: 'Import list' }).click()

  await expect.element(dialog()).toMatchTextContent('1 added, 1 not.')
  await expect.element(dialog()).toHaveFocus()
  await expect.element(dialog()).toMatchTextContent('Line 2: b com')
  await expect.element(dialog()).toMatchTextContent('That is not a domain name')
  await expect.element(dialog().getByRole('button', { name: 'Copy the value' })).toBeVisible()
  expect(sent).toEqual([{ call: 'POST /domains/import', body: { names: 'a.com\nb com' } }])
})

test('a CSV is read on the device and shown before it is sent', async () => {
  const { sent } = await openDialog({ path: 'import' })

  const csv = new File(['a.com,1\n'], 'names.csv', { type: 'text/csv' })
  await chooseFile(dialog().getByCSS('input[type=file]'), csv)
  await expect.element(dialog().getByLabelText('Domains')).toHaveValue('a.com,1\n')
  expect(sent).toEqual([])
  await dialog().getByLabelText('Domains').fill('')
  await dialog().getByRole('button', { name: 'Import list' }).click()
  await expect.element(dialog().getByText('Paste or choose a list first')).toBeVisible()
})

testOnBoth('the verification says what it sees, and tells when it is found', async () => {
  const domain = 'xn--bcherhafen-9db.de'
  const { answers } = await openDialog({ path: 'verify', domain })

  await expect.element(dialog()).toMatchTextContent('Answering nameservers: ns1.hafen-dns.example')
  await expect.element(dialog()).toMatchTextContent('"v=spf1 include:mail.example -all"')
  // Only the button changes it: the dialog polls as well.
  const found = domainOf(domain, { status: 'EXTERNAL_VERIFIED', verification: null })
  answers['POST /domains/:id/verify'] = () => {
    answers['GET /domains/:id'] = found
    return verification
  }
  await dialog().getByRole('button', { name: 'Check now' }).click()
  await expect.element(dialog().getByRole('status')).toMatchTextContent('Verified')
  await userEvent.keyboard('{Escape}')
  await expectCount(dialog(), 0)
  await expectCount(page.getByText('Check back in a little bit', { exact: false }), 0)
})

testOnBoth('Transfer In says the price first, takes the code and is sent once', async () => {
  const { sent } = await openDialog({ path: 'transfer-in', domain: 'plumbline.ai' })

  await expect.element(dialog()).toMatchTextContent('Registry fee, quoted until 15 Oct 2026$92.40')
  await expect.element(dialog()).toMatchTextContent('Available balance$184.20')
  await expect.element(dialog()).toMatchTextContent('from minutes to weeks')
  await expect.element(dialog()).toMatchTextContent('.ai takes 1 to 5 days. Then a 60-day lock')
  const code = dialog().getByLabelText('EPP authorization code')
  await expect.element(code).toHaveAttribute('type', 'password')
  await dialog().getByRole('button', { name: 'Show auth code' }).click()
  await expect.element(code).toHaveAttribute('type', 'text')
  await code.fill('s3cret')
  await dialog().getByRole('button', { name: 'Transfer In' }).dblClick()

  await expect.element(banner('Transfer initiated')).toBeVisible()
  await expectCount(dialog(), 0)
  const body = { transferCode: 's3cret', quote_id: someQuote().quote_id }
  expect(sent.filter(({ call }) => call === 'POST /domains/:id/transfer')).toEqual([
    { call: 'POST /domains/:id/transfer', body },
  ])
})

test('a code that the registry refuses is said below its field', async () => {
  const refused = refusal(422, 'invalid_input', 'Wrong', { field: 'transferCode' })
  await openDialog({
    path: 'transfer-in',
    domain: 'plumbline.ai',
    answers: { 'POST /domains/:id/transfer': refused },
  })

  await dialog().getByRole('button', { name: 'Transfer In' }).click()
  await expect.element(dialog().getByText('Wrong')).toBeVisible()
  await expect.element(dialog().getByLabelText('EPP authorization code')).toHaveFocus()
})

test('while the registry is asked the figures wait, and a price it refuses has words', async () => {
  const asking = someQuote({ state: 'asking', amount: null, renewal: null, quote_id: null })
  const refused = someQuote({ state: 'refused', amount: null, message: 'It is locked there' })
  let price = asking
  const opening = openDialog({
    path: 'transfer-in',
    domain: 'plumbline.ai',
    answers: { 'POST /domains/:id/quote': () => price },
  })
  await expect
    .element(dialog().getByText('Getting the price from the registry'))
    .toBeInTheDocument()

  price = refused
  await opening
  await expect.element(dialog().getByText('It is locked there')).toBeVisible()
  await expectCount(dialog().getByRole('button', { name: 'Transfer In', exact: false }), 0)
})

test('a balance that does not suffice says what is missing and where to add it', async () => {
  await openDialog({
    path: 'transfer-in',
    domain: 'plumbline.ai',
    answers: {
      'POST /domains/:id/quote': someQuote({ available: 80, is_premium: true }),
      'GET /transactions': noLines,
    },
  })

  await expect.element(dialog()).toMatchTextContent('Your balance is $12.40 short.')
  await expect.element(dialog()).toMatchTextContent('premium')
  await dialog().getByRole('link', { name: 'Add Balance' }).click()
  await expectAt(/\/app\/add-balance\?amount=12\.40&back=/)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  await expect
    .element(page.getByText('You need $12.40 more for the transfer.', { exact: false }))
    .toBeVisible()
  await page.getByRole('link', { name: 'Back to the transfer' }).click()
  await expect.element(dialog()).toMatchTextContent('Your balance is $12.40 short.')
})

testOnBoth('a transfer that is under way can be called back from its row', async () => {
  const { sent } = await openDomains()
  await unfoldRow('ferrywire.net')
  await page.getByRole('link', { name: 'Pending, transfer of ferrywire.net' }).click()

  await expect.element(dialog()).toMatchTextContent('The transfer is in progress')
  await expect.element(dialog()).toMatchTextContent('17 Oct 2026, 09:00 UTC')
  await dialog().getByRole('button', { name: 'Cancel transfer' }).click()
  await expect.element(banner('Transfer cancelled')).toBeVisible()
  expect(sent.map(({ call }) => call)).toEqual(['DELETE /domains/:id/transfer'])
})

testOnBoth('Transfer Out is confirmed, says when the code comes and is queued', async () => {
  const confirmed = { action: 'transfer_out', object: 'x', methods: ['password'] }
  let asked = 0
  await openDialog({
    path: 'transfer-out',
    domain: 'oldlighthouse.org',
    answers: {
      'POST /domains/:id/transferOut': () =>
        asked++ === 0 ? refusal(403, 'step_up_required', 'Confirm', confirmed) : transferOut,
      'POST /users/step-up': null,
    },
  })

  await expect.element(dialog()).toMatchTextContent(`emailed to ${self.email} within 24 hours`)
  await expect.element(dialog()).toMatchTextContent('valid for 14 days')
  await expect.element(dialog()).toMatchTextContent('Use the stop link in our email')
  await dialog().getByRole('button', { name: 'Transfer Out' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect.element(confirm).toMatchTextContent('Transfer oldlighthouse.org out')
  await confirm.getByLabelText('Password', { exact: true }).fill('seven quiet herons')
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(banner('Transfer added to queue')).toBeVisible()
})

testOnBoth('the name leads to what the registry says, and from there to removal', async () => {
  const { sent, asked } = await openDomains()
  await page.getByRole('link', { name: 'plumbline.ai', exact: true }).click()

  await expect.element(dialog()).toMatchTextContent('2 Mar 2014, 12 years ago')
  await expect.element(dialog()).toMatchTextContent('Quay Names (IANA 9999)')
  await expect.element(dialog()).toMatchTextContent('Unlock it at your registrar')
  await expect.element(dialog()).toMatchTextContent('Source: RDAP, 14 Oct 2026')
  await dialog().getByRole('button', { name: 'Remove domain' }).click()
  await expect.element(dialog()).toMatchTextContent('Nothing changes at its registrar')
  await dialog().getByRole('button', { name: 'Remove domain' }).click()
  await expect.element(banner('Domain removed')).toBeVisible()
  expect(sent).toEqual([{ call: 'DELETE /domains/:id', body: null }])
  expect(asked).toContain(`DELETE /domains/${idOf('plumbline.ai')}`)
})

testOnBoth('a domain in custody is renewed at the price that was quoted', async () => {
  await openDialog({ path: 'facts', domain: 'oldlighthouse.org' })
  await dialog().getByRole('button', { name: 'Renew' }).click()
  await dialog().getByRole('button', { name: 'Renew for $92.40' }).click()
  await expect.element(banner('Renewed for one year')).toBeVisible()
})
