import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { idOf, showDomains } from './domain-rows.ts'
import { expect, open, openGallery, register, settled, somebody, test } from './journey.ts'
import { appPaths, publicPaths } from './paths.ts'
import { showLines } from './transaction-lines.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} scheme`, () => {
    test.use({ colorScheme })

    test('no public screen has an accessibility fault', async ({ page }) => {
      for (const path of publicPaths) {
        await open(page, path)
        await expectNoFaults(page, path)
      }
    })

    test('no component of the gallery has an accessibility fault', async ({ page }) => {
      await openGallery(page)
      await expectNoFaults(page, '/design')
    })

    test('no screen of the app has an accessibility fault', async ({ page }) => {
      test.slow() // Nine screens in one login.
      await register(page, somebody())
      for (const path of appPaths) {
        await open(page, path)
        await expectNoFaults(page, path)
      }
    })

    test('neither the lines of the balance nor its dialogs have one', async ({ page }) => {
      await register(page, somebody())
      await showLines(page, 12)
      await page.route('**/api/transactions/withdrawal', (route) =>
        route.fulfill({ json: { available: 184.2, to_card: 150, blocked: null } }),
      )
      await open(page, '/app/transactions/2')
      await expectNoFaults(page, 'lines')
      for (const [name, inside] of [
        ['Export CSV', 'Period'],
        ['Withdraw', 'Network'],
      ] as const) {
        await page.getByRole('button', { name, exact: true }).click()
        await page.getByLabel(inside).focus()
        await expectNoFaults(page, name)
        await page.keyboard.press('Escape')
      }
      await page.getByRole('button', { name: /^Take it back/ }).click()
      await expect(page.getByRole('button', { name: 'Leave it' })).toBeVisible()
      await expectNoFaults(page, 'Take it back')

      await open(page, '/app/add-balance?payment=done')
      await page.getByRole('button', { name: '$50' }).first().click()
      await page.getByRole('button', { name: 'Pay with Card' }).click()
      await expect(page.getByText('Invalid amount')).toBeVisible()
      await expectNoFaults(page, 'Add Balance')
    })

    test('neither the rows of My Domains nor their dialogs have one', async ({ page }) => {
      test.slow() // A dozen of them in one login.
      await register(page, somebody())
      await showDomains(page)
      for (const path of ['', '/2', '/add', '/import', '/edit-ns', ...dialogPaths]) {
        await page.goto(`/app/my-domains${path}`)
        await settled(page)
        await expectNoFaults(page, path)
      }
    })
  })
}

const dialogPaths = [
  ['verify', 'xn--bcherhafen-9db.de'],
  ['transfer-in', 'plumbline.ai'],
  ['transfer-in', 'ferrywire.net'],
  ['transfer-out', 'oldlighthouse.org'],
  ['edit-ns', 'oldlighthouse.org'],
  ['list', 'oldlighthouse.org'],
  ['unlist', 'plumbline.ai'],
  ['facts', 'plumbline.ai'],
  ['renew', 'oldlighthouse.org'],
  ['remove', 'plumbline.ai'],
].map(([path = '', domain = '']) => `/${path}?domain=${idOf(domain)}`)

// 720 px is what a window of 1440 px has at a zoom of 200 %.
for (const width of [320, 720]) {
  test(`no screen scrolls sideways at ${width} px`, async ({ page }) => {
    test.slow() // All screens in one login.
    await register(page, somebody())
    await page.setViewportSize({ width, height: 640 })

    for (const path of [...publicPaths, ...appPaths]) {
      await open(page, path)
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow, path).toBe(0)
    }
  })
}

async function expectNoFaults(page: Page, path: string) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)
  expect(faults, path).toEqual([])
}
