import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { sayTime } from '../../packages/protocol/src/say-time.ts'
import { mailsTo } from './inbox.ts'
import { expect, open } from './journey.ts'

/** One party of a loan: its loan page, which stays open, and a second device. */
export type Side = { page: Page; second: Page; email: string; list: '/app/borrow' | '/app/lend' }
type Loan = { domain: string; id: string }
type Bar = { whose: string; what: string; by: string | null }

/**
 * Reads a loan in every place that shows it: the bar of the page, the list, the dashboard, the last
 * mail and the calendar file. All of them say what the bar says, and both parties see the same
 * dates and amounts.
 */
export async function readEveryPlace(
  sides: [Side, Side],
  loan: Loan,
  { withInbox = true } = {},
): Promise<void> {
  const bars: Bar[] = []
  const calendars: string[][] = []
  for (const side of sides) {
    for (const page of [side.page, side.second]) await slowDown(page)
    const bar = await readBar(side.page)
    await lookAround(side, loan, bar)
    if (withInbox) await lookIntoInbox(side, loan, bar)
    calendars.push(await lookIntoCalendar(side, bar))
    bars.push(bar)
  }
  const [one, other] = bars
  expect(one?.by, 'both sides have one date').toBe(other?.by)
  expect(calendars[0], 'both calendars have the same dates and sums').toEqual(calendars[1])
  const sums = bars.map(({ what }) => sumsIn(what)).filter((found) => found.length > 0)
  for (const found of sums) expect(found, 'both sides have one sum').toEqual(sums[0])
}

/** The API takes 300 calls a minute from a session, and a journey is faster than any person. */
const callsMax = 180
const calls = new WeakMap<Page, number[]>()

async function slowDown(page: Page): Promise<void> {
  const made = calls.get(page) ?? []
  if (!calls.has(page))
    page.on('request', (request) => {
      if (request.url().includes('/api/')) made.push(Date.now())
    })
  calls.set(page, made)
  while (made.filter((at) => at > Date.now() - 60_000).length > callsMax)
    await page.waitForTimeout(500)
}

const dayMs = 86_400_000
const sumsIn = (words: string) => words.match(/\$[\d,]+\.\d\d/g) ?? []

async function readBar(page: Page): Promise<Bar> {
  const bar = page.locator('main section', { has: page.locator('dt', { hasText: 'Otherwise' }) })
  const whose = await bar.locator('dt').first().innerText()
  const what = await bar.locator('dd').first().innerText()
  const date = bar.locator('time')
  const by = (await date.count()) > 0 ? await date.first().getAttribute('datetime') : null
  return { whose, what, by }
}

async function lookAround({ second, list }: Side, { domain }: Loan, bar: Bar): Promise<void> {
  await open(second, '/app')
  if (bar.by && Date.parse(bar.by) - Date.now() < 44 * dayMs) {
    const coming = second
      .getByRole('region', { name: 'Next 45 days' })
      .getByRole('listitem')
      .filter({ hasText: domain })
      .filter({ hasText: bar.what })
    await expect(coming.first().locator('time')).toHaveAttribute('datetime', bar.by)
  }
  const menu = second.getByRole('navigation', { name: 'App' })
  await menu.locator(`a[href="${list}"]`).click()
  const row = second.getByRole('row').filter({ hasText: domain }).filter({ hasText: 'LN-' })
  await expect(row).toContainText(bar.what)
  if (bar.by) await expect(row.locator('time').last()).toHaveAttribute('datetime', bar.by)
}

async function lookIntoInbox({ email }: Side, { domain }: Loan, bar: Bar): Promise<void> {
  const last = async () => {
    const isOfStep = ({ subject, text }: { subject: string; text: string }) =>
      subject.startsWith(`${domain}: `) && text.includes('LN-') // Documents come by other mails.
    return (await mailsTo(email)).find(isOfStep)?.text.replaceAll(/\s+/g, ' ') ?? ''
  }
  await expect.poll(last, { message: `the last mail to ${email}` }).toContain(bar.what)
  const text = await last()
  if (bar.by) expect(text).toContain(sayTime(new Date(bar.by)))
  expect(text.includes('Your move')).toBe(bar.whose === 'Your move')
}

/** Its dates and amounts. For a loan to be repaid, those of the bar are among them. */
async function lookIntoCalendar({ page }: Side, bar: Bar): Promise<string[]> {
  const button = page.getByRole('main').getByRole('button', { name: 'Calendar file' })
  if ((await button.count()) === 0) return []
  const saving = page.waitForEvent('download')
  await button.click()
  const text = await readFile(await (await saving).path(), 'latin1')
  const lines = text.replaceAll('\r\n ', '').replaceAll('\\,', ',')
  const found = lines.match(/DTSTART:\w+|\$[\d,]+\.\d\d/g) ?? []
  expect(found.length, 'a loan that runs has dates').toBeGreaterThan(0)
  const [sum = ''] = sumsIn(bar.what)
  if (/repays? /i.test(bar.what) && bar.by) {
    expect(found).toContain(`DTSTART:${bar.by.slice(0, 19).replaceAll(/[-:]/g, '')}Z`)
    expect(found).toContain(sum)
  }
  return found
}
