import type { Page } from '@playwright/test'
import { chromium } from '../../tools/journeys/chromium.ts'
import { offerIds } from '../../apps/web/src/testing/given/loan-rows.ts'
import { operatorPaths } from '../../apps/web/src/testing/given/operator/operator-desk.ts'
import { showDomains } from './domain-rows.ts'
import {
  showAddress,
  showConsole,
  showLines,
  showLoans,
  showNewest,
  refuseWholePages,
} from './given-answers.ts'
import { expect, open, openGallery, register, setScheme, somebody, test } from '../steps/journey.ts'

/**
 * The screens below as they were when last reviewed against their design: one picture per screen,
 * size and scheme. One pixel in a hundred may differ, which font hinting needs and a moved button
 * exceeds.
 * `--update-snapshots` takes them again.
 */
const tolerance = { fullPage: true, maxDiffPixelRatio: 0.01, animations: 'disabled' } as const

test.use({ launchOptions: chromium }) // What the pictures were taken in.

const publicScreens = [
  ['landing', '/'],
  ['login', '/login'],
  ['register', '/register'],
  ['reset-password', '/reset-password#token=none'],
  ['stop-transfer', '/stop-transfer#token=none'],
  ['not-found', '/no/such/place'],
] as const
const appScreens = [
  ['dashboard', '/app'],
  ['borrow-empty', '/app/borrow'],
  ['lend-empty', '/app/lend'],
  ['settings', '/app/settings'],
  ['my-domains-empty', '/app/my-domains'],
  ['transactions-empty', '/app/transactions'],
  ['add-balance', '/app/add-balance'],
  ['app-not-found', '/app/no-such-place'],
] as const
const loanScreens = [
  ['dashboard-busy', '/app'],
  ['borrow', `/app/borrow?compare=${offerIds.join(',')}`],
  ['lend', '/app/lend'],
] as const

test('the public screens look as they were drawn', async ({ page }) => {
  for (const [name, path] of publicScreens) {
    await open(page, path)
    await hideLive(page)
    await compare(page, name)
  }
})

test('the console looks as it was drawn', async ({ page }) => {
  await showConsole(page)
  for (const [name, path] of [
    ['operator-queue', operatorPaths[0]],
    ['operator-case', operatorPaths[1]],
  ] as const) {
    await open(page, path)
    await compare(page, name)
  }
})

test('every component looks as it was drawn, in every state', async ({ page }) => {
  await openGallery(page)
  await compare(page, 'design')
})

test('the screens of the app look as they were drawn', async ({ page }) => {
  test.slow() // Many screens in one login.
  await register(page, somebody())
  await refuseWholePages(page)
  await showNewest(page)
  await showAddress(page, 'mara@mail.example')
  for (const [name, path] of appScreens) {
    await open(page, path)
    await compare(page, name)
  }
  await showLines(page, 12)
  await open(page, '/app/transactions')
  await compare(page, 'transactions')
  await showDomains(page)
  await open(page, '/app/my-domains')
  await compare(page, 'my-domains')
  await showLoans(page)
  for (const [name, path] of loanScreens) {
    await open(page, path)
    await compare(page, name)
  }
})

/** Other journeys list domains meanwhile: the newest are on the front page at once. */
const hideLive = (page: Page) =>
  page.evaluate(() => {
    for (const live of document.querySelectorAll<HTMLElement>('[data-live-part]'))
      live.style.display = 'none'
  })

/** In light and dark. Times, addresses and devices differ between runs and are masked. */
async function compare(page: Page, name: string) {
  await holdWidths(page)
  const mask = [page.locator('time'), page.locator('small'), page.locator('input[type=email]')]
  for (const scheme of ['light', 'dark'] as const) {
    await setScheme(page, scheme)
    await page.evaluate(() => document.fonts.ready)
    await expect(page).toHaveScreenshot(`${name}-${scheme}.png`, { ...tolerance, mask })
  }
}

/** Every date is as wide as any other, so that no line of text breaks elsewhere tomorrow. */
const holdWidths = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet() // Made by a script, because our policy allows no style element.
    sheet.replaceSync(`time {
      display: inline-block; overflow: hidden; width: 12ch; height: 1lh;
      vertical-align: bottom; white-space: nowrap;
    }`)
    document.adoptedStyleSheets = [sheet]
  })
