import { expect, type Page } from '@playwright/test'

export const actions = (page: Page) => page.getByRole('region', { name: 'Actions' })

export const press = (page: Page, name: string) =>
  actions(page).getByRole('button', { name, exact: true }).click()

/** On a phone most of it is in tabs. */
export async function turnTo(page: Page, tab: string) {
  const button = page.getByRole('tab', { name: tab })
  await expect(button.or(page.getByRole('region', { name: 'Terms' })).first()).toBeVisible()
  if (await button.isVisible()) await button.click()
}
