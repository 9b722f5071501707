import type { Page } from '@playwright/test'
import { idOf, showDomains } from './domain-rows.ts'
import { open, register, somebody } from './journey.ts'

export const dialog = (page: Page) => page.getByRole('dialog')
export const banner = (page: Page, text: string) => page.getByRole('status').getByText(text)

type Opening = { path: string; domain?: string; answers?: Record<string, unknown> }

/** A dialog of My Domains by its address, for one of the domains that are shown. */
export async function openDialog(page: Page, { path, domain, answers }: Opening) {
  await register(page, somebody())
  const sent = await showDomains(page, answers)
  const query = domain ? `?domain=${idOf(domain)}` : ''
  await open(page, `/app/my-domains/${path}${query}`)
  return sent
}
