import type { BrowserContext, Page } from '@playwright/test'
import { journeyPorts } from '../../tools/journeys/journey-ports.ts'
import { expect, open } from './journey.ts'

/** A name that nobody else has. */
export const someName = (ending = 'com') => `harbour-${crypto.randomUUID().slice(0, 8)}.${ending}`

type NameView = {
  isHere: boolean
  code: string | null
  nameservers: string[]
  transfer: { status: string } | null
}

/** What people do at the registrar they come from, and at the one they move to. */
export const registrar = {
  async addName(name: string) {
    const { code } = await control<NameView>('add-name', { name })
    return code ?? ''
  },
  publish: (name: string, record: { host: string; value: string }) =>
    control('publish-txt', { name, ...record }),
  read: (name: string) => control<NameView>('read-name', { name }),
  approve: (name: string) => control('approve-transfer', { name }),
  pull: (name: string, code: string) => control('pull-name', { name, code }),
}

const control = <T = unknown>(path: string, input: object): Promise<T> =>
  post(`http://127.0.0.1:${journeyPorts.registrar}/control/${path}`, input)

export async function post<T>(url: string, input: object): Promise<T> {
  const reply = await fetch(url, { method: 'POST', body: JSON.stringify(input) })
  if (!reply.ok) throw new Error(`${url}: ${await reply.text()}`)
  return (await reply.json()) as T
}

/** Days pass for the product, the registry and every device. */
export async function passDays(contexts: BrowserContext | BrowserContext[], days: number) {
  const nowMs = await pass(days)
  for (const { clock } of [contexts].flat()) await clock.setSystemTime(nowMs)
}

/** The product's time. */
export const serverMs = () => pass(0)

async function pass(days: number) {
  const url = `http://127.0.0.1:${journeyPorts.clock}/control/pass`
  const { aheadSeconds } = await post<{ aheadSeconds: number }>(url, { days })
  return Date.now() + aheadSeconds * 1000
}

export const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

export const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })

/** Leaves the dialog with the record open. */
export async function addDomain(page: Page, name: string) {
  await open(page, '/app/my-domains')
  await page.getByRole('link', { name: 'Add Domain' }).first().click()
  const adding = dialogOf(page, 'Add Domain')
  await adding.getByLabel('Domain').fill(name)
  await adding.getByRole('button', { name: 'Add Domain' }).click()
  const window = dialogOf(page, 'Verify Domain')
  const [host = '', value = ''] = await readRecord(window)
  expect(host).toBe(`_pier-challenge.${name}`)
  return { window, record: { host, value } }
}

/** As its owner reads it on the screen. */
async function readRecord(window: ReturnType<typeof dialogOf>) {
  const parts = window.locator('dl dd code')
  await expect(parts).toHaveText(['TXT', /^_pier-challenge/, /^token=\w+ expiry=/])
  return (await parts.allTextContents()).slice(1)
}

/** Clicks until it is found: a new record is not checked right away. */
export async function checkUntilFound(window: ReturnType<typeof dialogOf>) {
  const found = window.getByText('Verified. You can now list it or transfer it in.')
  await expect(async () => {
    const check = window.getByRole('button', { name: 'Check now' })
    if (await check.isVisible()) await check.click({ timeout: 2000 })
    await expect(found).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 60_000 })
}

/** All but the main button of a row are in its menu, on a phone behind More. */
export async function chooseInRow(page: Page, { label, name }: { label: string; name: string }) {
  await openRowMenu(page, name)
  await menuLine(page, label).click()
}

/** By its first words: the price or a date may follow. */
export const menuLine = (page: Page, label: string) =>
  page.getByRole('menuitem', { name: new RegExp(`^${label}`) })

export async function openRowMenu(page: Page, name: string) {
  await unfoldRow(page, name)
  await page.getByRole('button', { name: `Actions, ${name}` }).click()
  // Faded in: a click on a moving menu is retried after scrolling, and a menu whose row has left
  // the screen hides.
  await expect(page.getByRole('menu')).toHaveCSS('opacity', '1')
}

/** On a phone a row is a card, and half of it is behind More. */
export async function unfoldRow(page: Page, name: string) {
  const row = page.getByRole('row').filter({ hasText: name })
  const more = row.getByRole('button', { name: /^More / })
  const menu = row.getByRole('button', { name: `Actions, ${name}` })
  await expect(more.or(menu).first()).toBeVisible()
  if (await more.isVisible()) await more.click()
}

/** Enters the code once the price is shown, and sends it. */
export async function transferIn(page: Page, name: string, code: string) {
  await chooseInRow(page, { label: 'Transfer In', name })
  const window = dialogOf(page, 'Transfer In')
  await expect(window.getByText('$10.00').first()).toBeVisible()
  await window.getByLabel('EPP authorization code').fill(code)
  await window.getByRole('button', { name: 'Transfer In' }).click()
  await expect(page.getByText('Transfer initiated')).toBeVisible()
  await expect(window).toBeHidden()
}
