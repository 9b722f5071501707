import { page } from 'vitest/browser'
import './locators.ts'

/** A table by its heading, its rows, and its pager. */
export const table = (name: string) => page.getByRole('region', { name, exact: true })
export const rowsOf = (name: string) => table(name).getByCSS('tbody tr')
export const pagerOf = (name: string) =>
  page.getByRole('navigation', { name: `Pages of ${name}`, exact: true })
