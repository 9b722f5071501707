import type { Page } from '@playwright/test'
import { gate, settled } from '../steps/journey.ts'
import { listedDomain } from '../steps/market.ts'
import { weighScripts } from '../steps/scripts.ts'
import { agree, expect, mara, settle, signBoth, teodor, test } from '../steps/two-people.ts'

/** Longer than the stream waits for the answers where it is to begin. */
const untilStreamBeginsMs = 3500
/** The agreement is sealed, and both are told: news makes a page ask again, and rightly. */
const untilNewsIsOverMs = 5000

/** In kB gz, as measured and a little over. */
const budgets = { dashboard: 191, loan: 218 }

test(
  'the dashboard and the page of a loan each ask once for all they show, and are light',
  gate,
  async ({ page: borrower, lender }) => {
    test.setTimeout(180_000)
    await settle(borrower, mara())
    const domain = await listedDomain(borrower)
    await settle(lender, teodor())
    const sides = { borrower, lender }
    const id = await agree(sides, domain.id)
    await signBoth(sides, id)
    await borrower.waitForTimeout(untilNewsIsOverMs)

    const dashboard = await visit(borrower, '/app')
    expect(dashboard.calls).toEqual(['/app/dashboard'])
    expect(dashboard.kilobytes).toBeLessThanOrEqual(budgets.dashboard)

    const { calls, kilobytes } = await visit(borrower, `/app/escrow/${id}`)
    expect(calls[0]).toBe(`/app/loans/${id}`)
    expect(calls, 'nothing is asked twice').toEqual([...new Set(calls)])
    expect(calls.length).toBeLessThanOrEqual(3)
    expect(kilobytes).toBeLessThanOrEqual(budgets.loan)
  },
)

/** What a page asks the API for from its first byte until long after its stream has begun. */
async function visit(page: Page, path: string) {
  const calls: string[] = []
  const weigh = weighScripts(page)
  page.on('request', (request) => {
    const asked = new URL(request.url()).pathname
    if (asked.startsWith('/api/') && asked !== '/api/events') calls.push(asked.slice('/api'.length))
  })
  await page.goto(path)
  await settled(page)
  await page.waitForTimeout(untilStreamBeginsMs)
  const { kilobytes } = await weigh()
  page.removeAllListeners('request')
  page.removeAllListeners('response')
  return { calls, kilobytes }
}
