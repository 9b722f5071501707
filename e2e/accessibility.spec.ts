import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, open, register, somebody, test } from './journey.ts'

const publicPaths = ['/', '/login', '/register', '/reset-password#token=none', '/no/such/place']
const appPaths = ['/app', '/app/settings', '/app/no-such-place']

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} scheme`, () => {
    test.use({ colorScheme })

    test('no public screen has an accessibility fault', async ({ page }) => {
      for (const path of publicPaths) {
        await open(page, path)
        await expectNoFaults(page, path)
      }
    })

    test('no screen of the app has an accessibility fault', async ({ page }) => {
      await register(page, somebody())
      for (const path of appPaths) {
        await open(page, path)
        await expectNoFaults(page, path)
      }
    })
  })
}

test('no screen scrolls sideways at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await register(page, somebody())

  for (const path of [...publicPaths, ...appPaths]) {
    await open(page, path)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, path).toBe(0)
  }
})

async function expectNoFaults(page: Page, path: string) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)
  expect(faults, path).toEqual([])
}
