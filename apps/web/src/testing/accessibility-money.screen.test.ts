import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { loanLists, offerIds } from './given/loan-rows.ts'
import { listLines } from './given/transactions.ts'
import { expectNoFaultsDayAndNight } from './screen/browser/accessibility.ts'
import { openAny } from './screen/pages/every-screen.ts'
import { expectCount, focusOn } from './screen/browser/locators.ts'
import { slowMs, testOnBoth } from './screen/browser/sizes.ts'

testOnBoth(
  'loans, offers and their dialogs have no accessibility fault',
  async () => {
    const { open } = await openAny('/app', loanLists)
    await expectNoFaultsDayAndNight('the dashboard with moves')
    await open('/app/lend')
    await expectNoFaultsDayAndNight('Lend')
    await open(`/app/borrow?compare=${offerIds.join(',')}`)
    await expectNoFaultsDayAndNight('Borrow with a comparison')
    for (const [name, inside] of [
      [/^Counter/, 'Message (optional)'],
      [/^Deny/, 'Reason, shown to the lender (optional)'],
    ] as const) {
      await page.getByRole('button', { name }).first().click()
      await focusOn(page.getByLabelText(inside, { exact: false }))
      await expectNoFaultsDayAndNight(inside)
      await userEvent.keyboard('{Escape}')
      await expectCount(page.getByRole('dialog'), 0)
    }
  },
  slowMs,
)

testOnBoth(
  'transactions and their dialogs have no accessibility fault',
  async () => {
    const { open } = await openAny('/app/transactions/2', {
      'GET /transactions': ({ query }) => listLines(12, query),
      'GET /transactions/withdrawal': { available: 184.2, to_card: 150, blocked: null },
    })
    await expectNoFaultsDayAndNight('lines')
    for (const [name, inside] of [
      ['Export CSV', 'Period'],
      ['Withdraw', 'Network'],
    ] as const) {
      await page.getByRole('button', { name, exact: true }).click()
      await focusOn(page.getByLabelText(inside, { exact: false }))
      await expectNoFaultsDayAndNight(name)
      await userEvent.keyboard('{Escape}')
    }
    await page.getByRole('button', { name: /^Cancel withdrawal/ }).click()
    await expect.element(page.getByRole('button', { name: 'Keep withdrawal' })).toBeVisible()
    await expectNoFaultsDayAndNight('Cancel withdrawal')

    await open('/app/add-balance?payment=done')
    await page.getByRole('button', { name: '$50' }).first().click()
    await page.getByRole('button', { name: 'Pay with Card' }).click()
    await expect.element(page.getByText('Invalid amount')).toBeVisible()
    await expectNoFaultsDayAndNight('Add Balance')
  },
  slowMs,
)
