import { banner, dialog, openDialog } from './domain-dialog.ts'
import { detailsOf, idOf, showDomains, someQuote } from './domain-rows.ts'
import { unfoldRow } from './domains.ts'
import { desk, expect, open, register, somebody, test } from './journey.ts'

test('a domain that is added shows its record, and closing says to check back', async ({
  page,
}) => {
  const id = idOf('xn--bcherhafen-9db.de')
  const record = { id, verificationRecord: 'pier-verify=1', verificationHost: '_pier-challenge' }
  const sent = await openDialog(page, { path: 'add', answers: { 'POST add': record } })

  const field = dialog(page).getByLabel('Domain', { exact: true })
  await expect(field).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('Invalid domain')).toBeVisible()
  await field.fill('  bücherhafen.de ')
  await page.keyboard.press('Enter')

  const verify = page.getByRole('dialog', { name: 'Verify Domain' })
  await expect(verify).toContainText('_pier-challenge.xn--bcherhafen-9db.de')
  await expect(verify).toContainText('pier-verify=4c1e09b7a2f64d8e93b05f7712ac68d1')
  await expect(verify).toContainText('Next automatic check in 3 min')
  expect(sent[0]).toEqual({ call: 'POST add', body: { domain: 'bücherhafen.de' } })
  await expect(verify).toContainText('To borrow, the name comes here first: $92.40 registry fee')
  await verify.getByRole('button', { name: 'Close' }).last().click()
  await expect(banner(page, 'Check back in a little bit')).toBeVisible()
})

test('a refused domain is said below its field', desk, async ({ page }) => {
  const refusal = { status: 409, code: 'domain_added', message: 'On your list', field: 'domain' }
  await openDialog(page, { path: 'add', answers: { 'POST add': refusal } })

  await dialog(page).getByLabel('Domain', { exact: true }).fill('plumbline.ai')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('On your list')).toBeVisible()
  await expect(dialog(page).getByLabel('Domain', { exact: true })).toBeFocused()
})

const imported = {
  verificationRecord: 'pier-verify=1',
  verificationHost: '_pier-challenge',
  added: [{ id: crypto.randomUUID(), domain: 'a.com', unicode: 'a.com' }],
  refused: [{ line: 2, typed: 'b com', message: 'That is not a domain name' }],
  left_out: 0,
}

test('several names pasted into Add Domain become a list to import', desk, async ({ page }) => {
  const sent = await openDialog(page, { path: 'add', answers: { 'POST import': imported } })

  await dialog(page)
    .getByLabel('Domain', { exact: true })
    .evaluate((field) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', 'a.com\nb com')
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    })
  await expect(page.getByRole('dialog', { name: 'Import list' })).toBeVisible()
  await expect(dialog(page).getByLabel('Domains')).toHaveValue('a.com\nb com')
  await dialog(page).getByRole('button', { name: 'Import list' }).click()

  await expect(dialog(page)).toContainText('1 added, 1 not.')
  await expect(dialog(page)).toBeFocused()
  await expect(dialog(page)).toContainText('Line 2: b com')
  await expect(dialog(page)).toContainText('That is not a domain name')
  await expect(dialog(page).getByRole('button', { name: 'Copy the value' })).toBeVisible()
  expect(sent).toEqual([{ call: 'POST import', body: { names: 'a.com\nb com' } }])
})

test('a CSV is read on the device and shown before it is sent', desk, async ({ page }) => {
  const sent = await openDialog(page, { path: 'import' })

  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'names.csv', mimeType: 'text/csv', buffer: Buffer.from('a.com,1\n') })
  await expect(dialog(page).getByLabel('Domains')).toHaveValue('a.com,1\n')
  expect(sent).toEqual([])
  await dialog(page).getByLabel('Domains').fill('')
  await dialog(page).getByRole('button', { name: 'Import list' }).click()
  await expect(dialog(page).getByText('Paste or choose a list first')).toBeVisible()
})

test('the verification says what it sees, and tells when it is found', async ({ page }) => {
  const domain = 'xn--bcherhafen-9db.de'
  await openDialog(page, { path: 'verify', domain })

  await expect(dialog(page)).toContainText('Nameservers answer ns1.hafen-dns.example')
  await expect(dialog(page)).toContainText('"v=spf1 include:mail.example -all"')
  let isFound = false // By the press alone: the window looks by itself too.
  await page.route(`**/api/domains/${idOf(domain)}/verify`, (route) => {
    isFound = true
    return route.fallback()
  })
  const found = detailsOf(domain, { status: 'EXTERNAL_VERIFIED', verification: null })
  await page.route(`**/api/domains/${idOf(domain)}`, (route) =>
    isFound ? route.fulfill({ json: found }) : route.fallback(),
  )
  await dialog(page).getByRole('button', { name: 'Check now' }).click()
  await expect(dialog(page).getByRole('status')).toContainText('Verified')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText('Check back in a little bit')).toHaveCount(0)
})

test('Transfer In says the price first, takes the code and is sent once', async ({ page }) => {
  const sent = await openDialog(page, { path: 'transfer-in', domain: 'plumbline.ai' })

  await expect(dialog(page)).toContainText('Registry fee, quoted until 15 Oct 2026$92.40')
  await expect(dialog(page)).toContainText('Available balance$184.20')
  await expect(dialog(page)).toContainText('from minutes to weeks')
  await expect(dialog(page)).toContainText('.ai takes 1 to 5 days. Then a 60-day lock')
  const code = dialog(page).getByLabel('EPP authorization code')
  await expect(code).toHaveAttribute('type', 'password')
  await dialog(page).getByRole('button', { name: 'Show code' }).click()
  await expect(code).toHaveAttribute('type', 'text')
  await code.fill('s3cret')
  await dialog(page).getByRole('button', { name: 'Transfer In' }).dblclick()

  await expect(banner(page, 'Transfer initiated')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  const body = { transferCode: 's3cret', quote_id: someQuote({}).quote_id }
  expect(sent.filter(({ call }) => call === 'POST transfer')).toEqual([
    { call: 'POST transfer', body },
  ])
})

test('a code that the registry refuses is said below its field', desk, async ({ page }) => {
  const refusal = { status: 422, code: 'invalid_input', message: 'Wrong', field: 'transferCode' }
  await openDialog(page, {
    path: 'transfer-in',
    domain: 'plumbline.ai',
    answers: { 'POST transfer': refusal },
  })

  await dialog(page).getByRole('button', { name: 'Transfer In' }).click()
  await expect(dialog(page).getByText('Wrong')).toBeVisible()
  await expect(dialog(page).getByLabel('EPP authorization code')).toBeFocused()
})

test(
  'while the registry is asked the figures wait, and a price it refuses has words',
  desk,
  async ({ page }) => {
    const asking = someQuote({ state: 'asking', amount: null, renewal: null, quote_id: null })
    const refused = someQuote({ state: 'refused', amount: null, message: 'It is locked there' })
    const answers = { 'POST quote': asking }
    await register(page, somebody())
    await showDomains(page, answers)
    await page.goto(`/app/my-domains/transfer-in?domain=${idOf('plumbline.ai')}`)
    await expect(dialog(page).getByText('Asking the registry for its price')).toBeAttached()

    await showDomains(page, { 'POST quote': refused })
    await expect(dialog(page).getByText('It is locked there')).toBeVisible()
    await expect(dialog(page).getByRole('button', { name: 'Transfer In' })).toHaveCount(0)
  },
)

test(
  'a balance that does not suffice says what is missing and where to add it',
  desk,
  async ({ page }) => {
    await openDialog(page, {
      path: 'transfer-in',
      domain: 'plumbline.ai',
      answers: { 'POST quote': someQuote({ available: 80, is_premium: true }) },
    })

    await expect(dialog(page)).toContainText('$12.40 is missing on your balance')
    await expect(dialog(page)).toContainText('premium')
    await dialog(page).getByRole('link', { name: 'Add Balance' }).click()
    await expect(page).toHaveURL(/\/app\/add-balance\?amount=12\.40&back=/)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByText('$12.40 is missing for the transfer.')).toBeVisible()
    await page.getByRole('link', { name: 'Back to the transfer' }).click()
    await expect(dialog(page)).toContainText('$12.40 is missing on your balance')
  },
)

test('a transfer that is under way can be called back from its row', async ({ page }) => {
  await register(page, somebody())
  const sent = await showDomains(page)
  await open(page, '/app/my-domains')
  await unfoldRow(page, 'ferrywire.net')
  await page.getByRole('link', { name: 'Pending, transfer of ferrywire.net' }).click()

  await expect(dialog(page)).toContainText('The transfer is under way')
  await expect(dialog(page)).toContainText('17 Oct 2026, 09:00 UTC')
  await dialog(page).getByRole('button', { name: 'Cancel transfer' }).click()
  await expect(banner(page, 'Transfer cancelled')).toBeVisible()
  expect(sent.map(({ call }) => call)).toEqual(['DELETE transfer'])
})

test('Transfer Out is confirmed, says when the code comes and is queued', async ({ page }) => {
  const person = somebody()
  await register(page, person)
  await showDomains(page)
  await page.route('**/api/users/step-up', (route) => route.fulfill({ status: 204 }))
  let asked = 0
  await page.route('**/transferOut', (route) =>
    asked++ === 0
      ? route.fulfill({
          status: 403,
          json: {
            code: 'step_up_required',
            message: 'Confirm',
            action: 'transfer_out',
            object: 'x',
            methods: ['password'],
          },
        })
      : route.fallback(),
  )
  await open(page, `/app/my-domains/transfer-out?domain=${idOf('oldlighthouse.org')}`)

  await expect(dialog(page)).toContainText(`emailed to ${person.email} within 24 hours`)
  await expect(dialog(page)).toContainText('valid for 14 days')
  await expect(dialog(page)).toContainText('Every mail about this carries a stop link')
  await dialog(page).getByRole('button', { name: 'Transfer Out' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(confirm).toContainText('Transfer oldlighthouse.org out')
  await confirm.getByLabel('Password', { exact: true }).fill(person.password)
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(banner(page, 'Transfer added to queue')).toBeVisible()
})

test('the name leads to what the registry says, and from there to removal', async ({ page }) => {
  await register(page, somebody())
  const sent = await showDomains(page)
  await open(page, '/app/my-domains')
  await page.getByRole('link', { name: 'plumbline.ai', exact: true }).click()

  await expect(dialog(page)).toContainText('2 Mar 2014, 12 years ago')
  await expect(dialog(page)).toContainText('Quay Names (IANA 9999)')
  await expect(dialog(page)).toContainText('Unlock it at your registrar')
  await expect(dialog(page)).toContainText('Source: RDAP, 14 Oct 2026')
  await dialog(page).getByRole('button', { name: 'Remove domain' }).click()
  await expect(dialog(page)).toContainText('Nothing changes at its registrar')
  await dialog(page).getByRole('button', { name: 'Remove domain' }).click()
  await expect(banner(page, 'Domain removed')).toBeVisible()
  expect(sent).toEqual([{ call: `DELETE ${idOf('plumbline.ai')}`, body: null }])
})

test('a domain in custody is renewed at the price that was quoted', async ({ page }) => {
  await openDialog(page, { path: 'facts', domain: 'oldlighthouse.org' })
  await dialog(page).getByRole('button', { name: 'Renew' }).click()
  await dialog(page).getByRole('button', { name: 'Renew for $92.40' }).click()
  await expect(banner(page, 'Renewed for one year')).toBeVisible()
})
