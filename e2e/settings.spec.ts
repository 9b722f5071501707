import type { Page } from '@playwright/test'
import { desk, expect, open, register, somebody, test } from './journey.ts'
import { noisyPng, plainPng, smallPictures } from './pictures.ts'

async function openSettings(page: Page) {
  await register(page, somebody())
  await open(page, '/app/settings')
}

/** The bodies of every profile save of this page. */
function profileSaves(page: Page): Record<string, unknown>[] {
  const saves: Record<string, unknown>[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/users/profile')) return
    saves.push(request.postDataJSON() as Record<string, unknown>)
  })
  return saves
}

test('the legal address is saved and is there after a reload', async ({ page }) => {
  await openSettings(page)
  await page.getByLabel('Address', { exact: true }).fill('Skeppsbron 14')
  await page.getByLabel('Address (line 2)').fill('Third floor')
  await page.getByLabel('City').fill('Göteborg')
  await page.getByLabel('Postal/Zip Code').fill('411 21')
  await page.getByRole('button', { name: 'Update Legal Address' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()

  await page.reload()

  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('Skeppsbron 14')
  await expect(page.getByLabel('City')).toHaveValue('Göteborg')
})

test('the lending contract has two options, each with its PDF, and is kept', async ({ page }) => {
  await openSettings(page)
  const contract = page.getByLabel('Contract', { exact: true })
  await expect(contract.getByRole('option')).toHaveText([
    'Standard Agreement (Bank Transfer)',
    'Standard Agreement (Cryptocurrency)',
  ])
  await expect(contract).toHaveValue('0')
  await expectPdf(page, 'default')
  await contract.selectOption('1')
  await expectPdf(page, 'crypto')
  await page.getByRole('button', { name: 'Set Lending Contract' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()

  await page.reload()

  await expect(contract).toHaveValue('1')
})

test(
  'the previews of the contracts come from our own origin and from nobody else',
  desk,
  async ({ page }) => {
    const hosts = new Set<string>()
    page.on('request', (request) => {
      if (request.resourceType() === 'image' && request.url().startsWith('http'))
        hosts.add(new URL(request.url()).host)
    })
    await openSettings(page)
    await page.getByRole('button', { name: 'Preview of default.pdf' }).click()
    await expect(page.getByRole('img', { name: 'Page 1 of' })).toBeVisible()

    expect([...hosts]).toEqual([new URL(page.url()).host])
  },
)

async function expectPdf(page: Page, name: string) {
  const link = page.getByRole('link', { name: new RegExp(`Open ${name}.pdf, \\d+ pages`) })
  await expect(link).toHaveAttribute('target', '_blank')
  const reply = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(reply.headers()['content-type']).toBe('application/pdf')
  expect((await reply.body()).subarray(0, 5).toString()).toBe('%PDF-')
  await expect(page.getByRole('button', { name: `Preview of ${name}.pdf` })).toBeVisible()
}

test('every button saves the same whole profile', desk, async ({ page }) => {
  await openSettings(page)
  const saves = profileSaves(page)
  await page.getByLabel('Current password').fill('seven quiet herons')
  await page.getByLabel('New password').fill('nine patient lanterns')
  for (const name of ['Save Changes', 'Set Lending Contract', 'Update Legal Address']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByText('Profile saved')).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).click()
  }

  const address = ['address1', 'address2', 'city', 'zip', 'country']
  const fields = ['curPassword', 'newPassword', ...address, 'contract', 'pfp']
  expect(saves).toHaveLength(3)
  for (const save of saves) expect(Object.keys(save).toSorted()).toEqual(fields.toSorted())
  expect(saves[0]).toMatchObject({ curPassword: 'seven quiet herons', pfp: null })
  expect(saves[1]).toMatchObject({ curPassword: '', newPassword: '' })
})

test(
  'a call whose answer is not read only shows a banner and refreshes its view',
  desk,
  async ({ page }) => {
    await openSettings(page)
    await page.route('**/api/users/profile', (route) =>
      route.fulfill({
        json: { name: 'Somebody Else', pfp: 'nonsense', message: 'not for reading' },
      }),
    )
    const refreshed = page.waitForRequest('**/api/users/self')
    await page.getByLabel('City').fill('Göteborg')
    await page.getByRole('button', { name: 'Update Legal Address' }).click()

    await expect(page.getByRole('status').filter({ hasText: 'Profile saved' })).toBeVisible()
    await refreshed
    await expect(page.getByLabel('City'), 'as the server has it').toHaveValue('')
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Mara Lindqvist')
    await expect(page.getByText('not for reading')).toBeHidden()
  },
)

test('a wrong current password is said in the red banner', desk, async ({ page }) => {
  await openSettings(page)
  await page.getByLabel('Current password').fill('not the password')
  await page.getByLabel('New password').fill('nine patient lanterns')
  await page.getByRole('button', { name: 'Save Changes' }).click()

  await expect(
    page.getByRole('alert').filter({ hasText: 'Current password is wrong' }),
  ).toBeVisible()
})

test('name and email cannot be edited', desk, async ({ page }) => {
  await openSettings(page)

  await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('readonly', '')
  await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('readonly', '')
})

test('a picture is chosen, cropped to 400 by 400 and shown; removed, the initials are back', async ({
  page,
}) => {
  await openSettings(page)
  const saves = profileSaves(page)
  await page.locator('input[type=file]').setInputFiles({
    name: 'harbour.png',
    mimeType: 'image/png',
    buffer: plainPng(900, 600),
  })
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /save|use/i }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(page.locator('img[src^="data:image/webp"]:visible').first()).toBeVisible()

  const sent = String(saves[0]?.['pfp'])
  const size = await sizeOf(page, sent)
  expect(size).toEqual([400, 400])

  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(page.locator('img[src^="data:image/webp"]')).toHaveCount(0)
})

async function sizeOf(page: Page, url: string) {
  return page.evaluate(async (source) => {
    const image = new Image()
    image.src = source
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
  }, url)
}

for (const [mimeType, name] of [
  ['image/jpeg', 'harbour.jpg'],
  ['image/png', 'harbour.png'],
  ['image/gif', 'harbour.gif'],
] as const) {
  test(`a dropped ${name} goes to the crop and is saved`, desk, async ({ page }) => {
    await openSettings(page)
    const saves = profileSaves(page)
    await drop(page, { name, mimeType, buffer: smallPictures[mimeType] })

    await cropAndSave(page)
    expect(await sizeOf(page, String(saves[0]?.['pfp']))).toEqual([400, 400])
  })
}

test(
  'a picture of twelve megabytes is taken, and only its crop is sent',
  desk,
  async ({ page }) => {
    await openSettings(page)
    const saves = profileSaves(page)
    const buffer = noisyPng(2000, 2000)
    expect(buffer.length).toBeGreaterThan(12_000_000)
    await page.locator('input[type=file]').setInputFiles({
      name: 'harbour.png',
      mimeType: 'image/png',
      buffer,
    })

    await cropAndSave(page)
    expect(await sizeOf(page, String(saves[0]?.['pfp']))).toEqual([400, 400])
    expect(String(saves[0]?.['pfp']).length).toBeLessThan(1_000_000)
  },
)

for (const file of [
  { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') },
  { name: 'harbour.webp', mimeType: 'image/webp', buffer: Buffer.from('RIFF') },
  { name: 'mark.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') },
  { name: 'only-says-so.png', mimeType: 'image/png', buffer: Buffer.from('hello') },
]) {
  test(`what is no JPEG, PNG or GIF is refused in words: ${file.name}`, desk, async ({ page }) => {
    await openSettings(page)
    const saves = profileSaves(page)
    const words = page.locator('#profile').getByText('Use a JPEG, PNG or GIF picture')
    await page.locator('input[type=file]').setInputFiles(file)
    await expect(words).toBeVisible()
    await expect(page.locator('input[type=file]')).toHaveAttribute('aria-invalid', 'true')
    await page.reload()
    await expect(words).toBeHidden()
    await drop(page, file)

    await expect(words).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(saves).toEqual([])
  })
}

type GivenFile = { name: string; mimeType: string; buffer: Buffer }

/** Lets a file fall onto the field, as a hand does that drags it in from outside. */
async function drop(page: Page, { name, mimeType, buffer }: GivenFile) {
  const dataTransfer = await page.evaluateHandle(
    ([bytes, fileName, type]) => {
      const data = new DataTransfer()
      const content = Uint8Array.from(atob(bytes), (letter) => letter.codePointAt(0) ?? 0)
      data.items.add(new File([content], fileName, { type }))
      return data
    },
    [buffer.toString('base64'), name, mimeType] as const,
  )
  const field = page.locator('label').filter({ has: page.locator('input[type=file]') })
  for (const event of ['dragenter', 'dragover', 'drop'])
    await field.dispatchEvent(event, { dataTransfer })
}

async function cropAndSave(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Crop the picture' })
  await dialog.getByRole('button', { name: 'Save picture' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(page.locator('img[src^="data:image/webp"]:visible').first()).toBeVisible()
}

test('the mail of a kind can be turned off, but not that of payments, defaults and safety', async ({
  page,
}) => {
  await openSettings(page)
  const offers = page.getByRole('switch', { name: /Offers on your domains/ })
  const saved = page.waitForResponse(
    (reply) => reply.url().endsWith('/preferences') && reply.request().method() === 'POST',
  )
  await offers.focus()
  await page.keyboard.press('Space')
  expect((await saved).status()).toBe(204)
  await page.reload()

  await expect(offers).not.toBeChecked()
  for (const name of [/Payments claimed/, /Defaults and disputes/, /Safety of your account/]) {
    await expect(page.getByRole('switch', { name })).toBeChecked()
  }
})

test('the colour scheme is chosen and stays', async ({ page }) => {
  await openSettings(page)
  await page.getByRole('radio', { name: 'Dark' }).first().check({ force: true })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')

  await page.reload()

  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})
