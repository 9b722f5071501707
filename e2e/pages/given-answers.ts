import type { Page } from '@playwright/test'
import { loanLists } from '../../apps/web/src/testing/given/loan-rows.ts'
import { operatorAnswers } from '../../apps/web/src/testing/given/operator-desk.ts'
import { listLines } from '../../apps/web/src/testing/given/transactions.ts'

/** Loans and offers, as borrower and lender. */
export const showLoans = (page: Page) => answerWith(page, loanLists)

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
