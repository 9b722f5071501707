import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import {
  desk,
  expect,
  open,
  openGallery,
  register,
  setScheme,
  somebody,
  test,
} from '../steps/journey.ts'
import { publicPaths } from './paths.ts'

test('no public screen has an accessibility fault', async ({ page }) => {
  test.slow() // Many screens, each in both schemes.
  for (const path of publicPaths) {
    await open(page, path)
    await expectNoFaults(page, path)
  }
})

test('no component of the gallery has an accessibility fault', async ({ page }) => {
  await openGallery(page)
  await expectNoFaults(page, '/design')
})

// 720 px is the width of a 1440 px window at 200 % zoom.
for (const width of [320, 720]) {
  test(`no public screen scrolls sideways at ${width} px`, desk, async ({ page }) => {
    await register(page, somebody())
    await page.setViewportSize({ width, height: 640 })
    for (const path of publicPaths) {
      await open(page, path)
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow, path).toBe(0)
    }
  })
}

/** All rules in the light scheme, and contrast in the dark one. */
async function expectNoFaults(page: Page, path: string) {
  await setScheme(page, 'light')
  expect(await faultsOf(new AxeBuilder({ page })), path).toEqual([])
  await setScheme(page, 'dark')
  const contrast = new AxeBuilder({ page }).withRules(['color-contrast'])
  expect(await faultsOf(contrast), `${path}, dark`).toEqual([])
}

async function faultsOf(axe: AxeBuilder) {
  // Our pages have no frames, and legacy mode takes half the time.
  const { violations } = await axe.setLegacyMode().analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)
}
