import type { Page } from '@playwright/test'
import { gzipSync } from 'node:zlib'
import { expect, open, test } from '../steps/journey.ts'
import { noteFigure } from './figures.ts'

const layoutShiftMax = 0.02
/** As on a slow line: the page has been drawn with the letters that stand in. */
const fontsComeLateMs = 500
/** Each costs its headers, and a turn on a slow line. */
const filesMost = 14

/** What a visitor's first look may load of script, in kB gz: as measured, and a little over. */
const budgets = {
  '/': 152,
  '/domains': 175,
  '/quote/brightkeel.com': 173,
  '/numbers': 151,
  '/help': 148,
  '/help/two-step-login': 154,
  '/fees': 144,
  '/security': 144,
  '/contact': 161,
  '/custody': 153,
}

for (const [path, most] of Object.entries(budgets)) {
  test(`${path} loads at most ${most} kB of script, and nothing shifts`, async ({ page }) => {
    const weigh = weighScripts(page)
    const shifted = await watchShifts(page)
    await page.route('**/*.woff2', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, fontsComeLateMs))
      await route.continue()
    })
    await open(page, path)
    await page.evaluate(() => document.fonts.ready)
    for (let step = 0; step < 12; step++) {
      await page.mouse.wheel(0, 500)
      await page.waitForTimeout(60)
    }

    const { kilobytes, files } = await weigh()
    const shift = await shifted()
    noteFigure(`${path} script, kB gz`, kilobytes)
    noteFigure(`${path} files of script`, files)
    noteFigure(`${path} layout shift`, shift)
    expect(kilobytes).toBeLessThanOrEqual(most)
    expect(files).toBeLessThanOrEqual(filesMost)
    expect(shift).toBeLessThanOrEqual(layoutShiftMax)
  })
}

function weighScripts(page: Page) {
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    sizes.push(response.body().then((body) => gzipSync(body).length))
  })
  return async () => {
    const known = await Promise.all(sizes)
    return { kilobytes: known.reduce((sum, size) => sum + size, 0) / 1000, files: known.length }
  }
}

async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & {
          value: number
          hadRecentInput: boolean
        }
        if (!hadRecentInput) shifts.push(value)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () =>
    page.evaluate(() =>
      (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
    )
}
