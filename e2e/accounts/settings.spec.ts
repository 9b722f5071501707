import type { Page } from '@playwright/test'
import { desk, expect, open, register, somebody, test } from '../steps/journey.ts'
import { plainPng } from '../steps/pictures.ts'

async function openSettings(page: Page) {
  await register(page, somebody())
  await open(page, '/app/settings')
}

/** The bodies of all profile saves on this page. */
function profileSaves(page: Page): Record<string, unknown>[] {
  const saves: Record<string, unknown>[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/users/profile')) return
    saves.push(request.postDataJSON() as Record<string, unknown>)
  })
  return saves
}

test('the contracts are served as PDF', desk, async ({ request }) => {
  for (const name of ['default', 'crypto']) {
    const reply = await request.get(`/contracts/${name}.pdf`)
    expect(reply.headers()['content-type']).toBe('application/pdf')
    expect((await reply.body()).subarray(0, 5).toString()).toBe('%PDF-')
  }
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

test('the colour scheme is chosen and stays', async ({ page }) => {
  await openSettings(page)
  await page.getByRole('radio', { name: 'Dark' }).first().check({ force: true })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')

  await page.reload()

  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})
