import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { isPhone } from '../browser/sizes.ts'

/** On a phone the entries are behind the menu button, in a drawer that slides in. */
export async function openMenu() {
  if (isPhone()) await page.getByRole('button', { name: 'Menu' }).click()
  await expect.element(page.getByRole('button', { name: 'Log Out' })).toBeVisible()
}
