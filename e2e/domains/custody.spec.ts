import {
  addDomain,
  checkUntilFound,
  chooseInRow,
  dialogOf,
  menuLine,
  openRowMenu,
  registrar,
  rowOf,
  someName,
  transferIn,
  unfoldRow,
} from '../steps/domains.ts'
import {
  desk,
  expect,
  gate,
  open,
  register,
  registerVerified,
  somebody,
  test,
} from '../steps/journey.ts'
import { topUpByCard } from '../steps/payment.ts'

test(
  'a domain is proved by its record, and every open list says so by itself',
  gate,
  async ({ page, context }) => {
    test.setTimeout(120_000)
    await register(page, somebody())
    const name = someName()
    await registrar.addName(name)
    const { window, record } = await addDomain(page, name)
    const list = await context.newPage()
    await open(list, '/app/my-domains')
    await expect(rowOf(list, name)).toContainText('Not yet')

    await registrar.publish(name, { host: record.host, value: 'token=of-somebody-else' })
    await expect(async () => {
      const check = window.getByRole('button', { name: 'Check now' })
      await check.click({ timeout: 2000 })
      await expect(window.getByText('token=of-somebody-else')).toBeVisible({ timeout: 3000 })
    }).toPass({ timeout: 60_000 })
    await expect(rowOf(list, name)).toContainText('Not yet')
    await registrar.publish(name, record)
    await checkUntilFound(window)

    await expect(rowOf(list, name).getByText('Not yet')).toBeHidden()
    await expect(list.getByRole('link', { name: `Get Loan, ${name}` })).toBeVisible()
    await expect(list.getByRole('link', { name: `Get Verified, ${name}` })).toBeHidden()
  },
)

test('a domain that was proved is listed, and taken down again', async ({ page }) => {
  test.setTimeout(120_000)
  await registerVerified(page, somebody())
  const name = someName()
  await registrar.addName(name)
  const { window, record } = await addDomain(page, name)
  await registrar.publish(name, record)
  await checkUntilFound(window)
  await window.getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('link', { name: `Get Loan, ${name}` }).click()
  const listing = dialogOf(page, 'Create Listing')
  await listing.getByLabel('Desired loan amount').fill('2200')
  await listing.getByLabel('Term in days').fill('90')
  await listing.getByLabel('APR').fill('18')
  await listing.getByRole('button', { name: 'Create Listing' }).click()
  await expect(page.getByText('Listing created')).toBeVisible()
  await expect(rowOf(page, name)).toContainText('$2,200, 90 d, 18.00%')
  await chooseInRow(page, { label: 'Remove Listing', name })
  await dialogOf(page, 'Remove Listing').getByRole('button', { name: 'Remove Listing' }).click()
  await expect(page.getByRole('link', { name: `Get Loan, ${name}` })).toBeVisible()
})

test(
  'a wrong code is told in words, the right one moves it, and it is called back',
  gate,
  async ({ page }) => {
    test.setTimeout(120_000)
    await registerVerified(page, somebody())
    await topUpByCard(page, '20')
    const name = someName()
    const code = await registrar.addName(name)
    const { window } = await addDomain(page, name)
    await window.getByRole('button', { name: 'Close' }).last().click()

    await chooseInRow(page, { label: 'Transfer In', name })
    const empty = dialogOf(page, 'Transfer In')
    await expect(empty.getByText('$10.00').first()).toBeVisible()
    await empty.getByRole('button', { name: 'Transfer In' }).click()
    await expect(empty.getByText('Invalid authorization code')).toBeVisible()
    await empty.getByRole('button', { name: 'Cancel' }).click()
    await expect(empty).toBeHidden()
    await transferIn(page, name, 'not-the-code-1')
    const words = 'The authorization code is wrong. Ask your registrar for a new one and try again.'
    await expect(rowOf(page, name)).toContainText(words)
    expect((await registrar.read(name)).transfer).toBeNull()
    await transferIn(page, name, code)
    const pending = page.getByRole('link', { name: `Pending, transfer of ${name}` })
    await expect(rowOf(page, name)).toContainText('.com takes 1 to 5 days')
    await expect(rowOf(page, name)).not.toContainText(words)
    await expect.poll(async () => (await registrar.read(name)).transfer?.status).toBe('pending')

    await unfoldRow(page, name)
    await pending.click()
    const running = dialogOf(page, 'Transfer In')
    await running.getByRole('button', { name: 'Cancel transfer' }).click()
    await expect(page.getByText('Transfer cancelled')).toBeVisible()
    await openRowMenu(page, name)
    await expect(menuLine(page, 'Transfer In')).toBeVisible()
    expect((await registrar.read(name)).transfer?.status).not.toBe('pending')
    await open(page, '/app/transactions')
    await expect(page.getByRole('region', { name: 'Balance', exact: true })).toContainText('$20.00')
  },
)

test('hurried double clicks add one domain and ask for one transfer', desk, async ({ page }) => {
  test.setTimeout(120_000)
  await registerVerified(page, somebody())
  await topUpByCard(page, '50')
  const name = someName()
  const code = await registrar.addName(name)
  const asked: string[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (request.method() === 'POST' && /\/(add|transfer)$/.test(path)) asked.push(path)
  })
  await open(page, '/app/my-domains')
  await page.getByRole('link', { name: 'Add Domain' }).first().click()
  await dialogOf(page, 'Add Domain').getByLabel('Domain').fill(name)
  await dialogOf(page, 'Add Domain').getByRole('button', { name: 'Add Domain' }).dblclick()
  const verifying = dialogOf(page, 'Verify Domain')
  await expect(verifying).toContainText(name)
  await verifying.getByRole('button', { name: 'Close' }).last().click()
  await chooseInRow(page, { label: 'Transfer In', name })
  const dialog = dialogOf(page, 'Transfer In')
  await expect(dialog.getByText('$10.00').first()).toBeVisible()
  await dialog.getByLabel('EPP authorization code').fill(code)
  await dialog.getByRole('button', { name: 'Transfer In' }).dblclick()

  await expect(page.getByRole('link', { name: `Pending, transfer of ${name}` })).toBeVisible()
  await expect(rowOf(page, name)).toHaveCount(1)
  expect(asked.map((path) => path.split('/').at(-1))).toEqual(['add', 'transfer'])
  await open(page, '/app/transactions')
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(1)
})

test(
  'a list goes in with one record, and its bad lines say what is wrong with them',
  desk,
  async ({ page }) => {
    await register(page, somebody())
    const [first, second] = [someName(), someName('org')]
    await open(page, '/app/my-domains')
    await page.getByRole('link', { name: 'Import list' }).click()
    const dialog = dialogOf(page, 'Import list')
    await dialog.getByRole('button', { name: 'Import list' }).click()
    await expect(dialog.getByText('Paste or choose a list first')).toBeVisible()
    await dialog
      .getByLabel('Domains')
      .fill([first, 'not..a..name', 'nothing.invalid', second, first, '<b>bold</b>.com'].join('\n'))
    await dialog.getByRole('button', { name: 'Import list' }).click()

    await expect(dialog).toContainText('2 added')
    await expect(dialog.locator('dl dd code')).toContainText(['TXT', '_pier-challenge', 'token='])
    for (const words of [
      'Line 2: not..a..name',
      'Line 3: nothing.invalid',
      `Line 5: ${first}`,
      'Line 6: <b>bold</b>.com',
    ]) {
      await expect(dialog.getByRole('listitem').filter({ hasText: words })).toHaveCount(1)
    }
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(rowOf(page, first)).toHaveCount(1)
    await expect(rowOf(page, second)).toHaveCount(1)
    await expect(page.getByText(/^2 domains, /)).toBeVisible()
  },
)

test('the list is read seven at a time, page by page', desk, async ({ page }) => {
  await register(page, somebody())
  await open(page, '/app/my-domains/import')
  const dialog = dialogOf(page, 'Import list')
  const names = Array.from({ length: 8 }, () => someName())
  await dialog.getByLabel('Domains').fill(names.join('\n'))
  await dialog.getByRole('button', { name: 'Import list' }).click()
  await expect(dialog).toContainText('8 added')
  const asking = page.waitForRequest(/\/api\/domains\?.*page=2/)
  await open(page, '/app/my-domains/2')

  const { searchParams } = new URL((await asking).url())
  expect([searchParams.get('page'), searchParams.get('limit')]).toEqual(['2', '7'])
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await expect(page.getByText('Page 2 of 2, 7 per page')).toBeVisible()
})

test('what is typed as a name is text, whatever it pretends to be', desk, async ({ page }) => {
  test.setTimeout(120_000)
  await register(page, somebody())
  await open(page, '/app/my-domains/add')
  const dialog = dialogOf(page, 'Add Domain')
  const field = dialog.getByLabel('Domain')
  const add = dialog.getByRole('button', { name: 'Add Domain' })
  for (const typed of [
    '<img src=x onerror=alert(1)>.com',
    "harbour.com'; drop table domains; --",
    'pаypal.com', // With a Cyrillic a.
    'localhost',
    '127.0.0.1',
    'co.uk',
    '   ',
  ]) {
    await field.fill(typed)
    await add.click()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(add).toHaveAttribute('aria-busy', 'false')
    await expect(dialog).toBeVisible()
    await field.fill('')
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('No domains yet').first()).toBeVisible()

  await open(page, '/app/my-domains?search=%3Cscript%3Ealert(1)%3C/script%3E')
  await expect(page.getByText('No matching domains')).toBeVisible()
})
