import type { Page } from '@playwright/test'

export const dialog = (page: Page) => page.getByRole('dialog')
export const banner = (page: Page, text: string) => page.getByRole('status').getByText(text)
