import type { Page } from '@playwright/test'
import { directory } from '../../apps/web/src/testing/given/listings.ts'
import { loanLists } from '../../apps/web/src/testing/given/loan-rows.ts'
import { operatorAnswers } from '../../apps/web/src/testing/given/operator/operator-desk.ts'
import { listLines } from '../../apps/web/src/testing/given/transactions.ts'

/** Without the call for a whole page the screen asks for each part, which a test can answer. */
export const refuseWholePages = (page: Page) =>
  page.route(/\/api\/app(\/[^?]*)?$/, (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Ask for each part' } }),
  )

/** Loans and offers, as borrower and lender. */
export const showLoans = (page: Page) => answerWith(page, loanLists)

/** An address of their own for everybody, which would break a line of text here or there. */
export const showAddress = (page: Page, email: string) =>
  page.route('**/api/users/self', async (route) => {
    const reply = await route.fetch()
    const self = (await reply.json()) as object
    await route.fulfill({ response: reply, json: { ...self, email } })
  })

/** The three newest of the directory, the same in each run. */
export const showNewest = (page: Page) =>
  answerWith(page, {
    'GET /listings': { ...directory, listings: directory.listings.slice(0, 3) },
  })

/** This many lines of the balance, paged as by the server. */
export const showLines = (page: Page, count: number) =>
  page.route('**/api/transactions?*', (route) => {
    const { searchParams } = new URL(route.request().url())
    return route.fulfill({ json: listLines(count, searchParams) })
  })

/** The console as a case officer sees it. Other calls get 404. */
export async function showConsole(page: Page) {
  await page.route('**/api/operator/**', (route) => route.fulfill({ status: 404, json: {} }))
  await answerWith(page, operatorAnswers)
}

async function answerWith(page: Page, answers: Record<string, unknown>) {
  for (const [call, json] of Object.entries(answers)) {
    const [, path = ''] = call.split(' ')
    const pattern = new RegExp(`^/api${path.replaceAll(/:\w+/g, '[^/]+')}$`)
    await page.route(
      ({ pathname }) => pattern.test(pathname),
      (route) => route.fulfill({ json }),
    )
  }
}
