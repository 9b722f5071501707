import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { besideDomain, findDomain, idOf, listDomains } from '../../given/domains.ts'
import { type Answers, refusal } from '../fake-server.ts'
import '../browser/locators.ts'
import { openApp } from '../open-app.tsx'

/** A server that has the given domains. It does not change. */
export const ownDomains: Answers = {
  'GET /domains': ({ query }) => listDomains(query),
  'GET /domains/:id': ({ params: [id] }) =>
    findDomain(id) ?? refusal(404, 'domain_not_found', 'Not here'),
  'DELETE /domains/:id': null,
  'DELETE /domains/:id/transfer': null,
  ...besideDomain,
}

export const openDomains = (path = '/app/my-domains', answers: Answers = {}) =>
  openApp(path, { answers: { ...ownDomains, ...answers } })

type Opening = { path: string; domain?: string; answers?: Answers }

/** A dialog of My Domains by its address, for one of the domains that are shown. */
export const openDialog = ({ path, domain, answers }: Opening) =>
  openDomains(`/app/my-domains/${path}${domain ? `?domain=${idOf(domain)}` : ''}`, answers)

export const rows = () => page.getByCSS('tbody tr')
export const row = (text: string) => rows().filter({ hasText: text })

/** All actions but the one button are in the row's menu, on a phone behind More. */
export async function chooseInRow({ label, name }: { label: string; name: string }) {
  await openRowMenu(name)
  // By its beginning: the rest says what it costs, or from when it is open.
  await page.getByRole('menuitem', { name: new RegExp(`^${label}`) }).click()
}

export async function openRowMenu(name: string) {
  await unfoldRow(name)
  await page.getByRole('button', { name: `Actions, ${name}` }).click()
  // Wait for the fade: a click on a moving item is retried further down the page, and a menu whose
  // row has left the screen hides.
  await expect.element(page.getByRole('menu')).toHaveStyle({ opacity: '1' })
}

/** On a phone a row is a card, and half of it waits behind More. */
export async function unfoldRow(name: string) {
  const more = row(name).getByRole('button', { name: /^More / })
  const menu = row(name).getByRole('button', { name: `Actions, ${name}` })
  await expect.element(more.or(menu).first()).toBeVisible()
  if (more.query()) await more.click()
}
