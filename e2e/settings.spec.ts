import { crc32, deflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, open, register, somebody, test } from './journey.ts'

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

async function expectPdf(page: Page, name: string) {
  const link = page.getByRole('link', { name: new RegExp(`Open ${name}.pdf, \\d+ pages`) })
  await expect(link).toHaveAttribute('target', '_blank')
  const reply = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(reply.headers()['content-type']).toBe('application/pdf')
  expect((await reply.body()).subarray(0, 5).toString()).toBe('%PDF-')
  await expect(page.getByRole('button', { name: `Preview of ${name}.pdf` })).toBeVisible()
}

test('every button saves the same whole profile', async ({ page }) => {
  await openSettings(page)
  const saves = profileSaves(page)
  await page.getByLabel('Current password').fill('seven quiet herons')
  await page.getByLabel('New password').fill('nine patient lanterns')
  for (const name of ['Save Changes', 'Set Lending Contract', 'Update Legal Address']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByText('Profile saved')).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).click()
  }

  const fields = ['address1', 'address2', 'city', 'contract', 'country', 'pfp', 'zip']
  expect(saves).toHaveLength(3)
  for (const save of saves) expect(Object.keys(save)).toEqual(expect.arrayContaining(fields))
  expect(saves[0]).toMatchObject({ curPassword: 'seven quiet herons', pfp: null })
})

test('a wrong current password is said in the red banner', async ({ page }) => {
  await openSettings(page)
  await page.getByLabel('Current password').fill('not the password')
  await page.getByLabel('New password').fill('nine patient lanterns')
  await page.getByRole('button', { name: 'Save Changes' }).click()

  await expect(
    page.getByRole('alert').filter({ hasText: 'Current password is wrong' }),
  ).toBeVisible()
})

test('name and email cannot be edited', async ({ page }) => {
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

test('what is no JPEG, PNG or GIF is refused before it is sent', async ({ page }) => {
  await openSettings(page)
  const saves = profileSaves(page)
  await page.locator('input[type=file]').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('hello'),
  })

  await expect(page.getByText('Use a JPEG, PNG or GIF picture').first()).toBeVisible()
  expect(saves).toEqual([])
})

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

/** A picture of one colour, written by hand: signature, header, pixels, end. */
function plainPng(width: number, height: number): Buffer {
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0x6e)])
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.concat(Array<Buffer>(height).fill(row)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
