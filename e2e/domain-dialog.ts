import type { Page } from '@playwright/test'
import { idOf, showDomains } from './domain-rows.ts'
import { open, register, settled, somebody } from './journey.ts'

export const dialog = (page: Page) => page.getByRole('dialog')
export const banner = (page: Page, text: string) => page.getByRole('status').getByText(text)

type Opening = { path: string; domain?: string; answers?: Record<string, unknown> }

/** A dialog of My Domains by its address, for one of the domains that are shown. */
export async function openDialog(page: Page, { path, domain, answers }: Opening) {
  await register(page, somebody())
  const sent = await showDomains(page, answers)
  await open(page, '/app/my-domains')
  const query = domain ? `?domain=${idOf(domain)}` : ''
  await page.goto(`/app/my-domains/${path}${query}`)
  await settled(page)
  return sent
}
