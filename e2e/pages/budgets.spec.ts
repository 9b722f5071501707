import type { Page } from '@playwright/test'
import { expect, open, test } from '../steps/journey.ts'
import { weighScripts } from '../steps/scripts.ts'
import { noteFigure } from './figures.ts'

const layoutShiftMax = 0.02
/** As on a slow line: the page has been drawn with the letters that stand in. */
const fontsComeLateMs = 500
const styleComesLateMs = 500
const lettersBytesMax = 45_000
/** Each costs its headers, and a turn on a slow line. */
const filesMost = 14

/** What a visitor's first look may load of script, in kB gz: as measured, and a little over. */
const budgets = {
  '/': 151,
  '/domains': 171,
  '/quote/brightkeel.com': 171,
  '/numbers': 151,
  '/help': 148,
  '/help/two-step-login': 156,
  '/fees': 141,
  '/security': 141,
  '/contact': 165,
  '/custody': 149,
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

test('the front page is written with two small files of letters', async ({ page }) => {
  const bodies: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.woff2')) bodies.push(response.body())
  })
  await open(page, '/')
  await page.evaluate(() => document.fonts.ready)

  const bytes = (await Promise.all(bodies)).map((body) => body.length)
  expect(bytes).toHaveLength(2)
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(lettersBytesMax)
})

test('no script is asked for before the style has come', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) asked.push(request.url())
  })
  let early: number | undefined
  await page.route('**/*.css', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, styleComesLateMs))
    early = asked.length
    await route.continue()
  })
  await open(page, '/')

  expect(early).toBe(0)
  expect(asked.length).toBeGreaterThan(0)
})

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
