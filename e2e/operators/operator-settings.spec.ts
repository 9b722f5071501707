import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { dialog } from '../steps/domain-dialog.ts'
import { desk, open, registerVerified, somebody } from '../steps/journey.ts'
import {
  ask,
  confirmDecision,
  confirmListed,
  hire,
  turn,
  why,
  type Operator,
} from '../steps/operators.ts'
import { row as lineOf, topUpByCard } from '../steps/payment.ts'
import { expect, test } from '../steps/two-people.ts'

const panel = (page: Page) => page.getByRole('complementary')

test(
  'a limit is proposed by one and counts once another confirms it',
  desk,
  async ({ browser }) => {
    const ada = await hire(browser, 'Ada Winter', ['admin', 'approver'])
    const otto = await hire(browser, 'Otto Brink', ['approver'])
    await open(ada.page, '/operator/settings/limits')
    await ada.page.getByLabel('Pending offers per lender').fill('21')
    await expect(panel(ada.page)).toContainText('21')
    await panel(ada.page).getByRole('button', { name: 'Propose change' }).click()
    await dialog(ada.page).getByLabel('Reason').fill('Lenders with many bids asked for one more')
    await turn(ada.page, {
      ...ada,
      button: 'Propose',
      done: 'Proposed. Waiting for second approval',
    })
    await expect(panel(ada.page)).toContainText('You gave the first approval')
    await expect(ada.page.getByRole('button', { name: 'Confirm change' })).toHaveCount(0)

    await open(otto.page, '/operator/settings/limits')
    await expect(panel(otto.page)).toContainText('Lenders with many bids asked for one more')
    await confirmDecision(otto, '/operator/settings/limits', 'change')
    await open(otto.page, '/operator/settings/limits')
    await expect(otto.page.getByText('Version 1')).toBeVisible()
    await expect(otto.page.getByText(/Ada Winter/).first()).toBeVisible()
    await close(ada, otto)
  },
)

test(
  'a balance is corrected by two, and its owner reads what it was',
  desk,
  async ({ browser, page }) => {
    const person = somebody()
    await registerVerified(page, person)
    await topUpByCard(page, '50')
    const fay = await hire(browser, 'Fay Holm', ['finance'])
    const otto = await hire(browser, 'Otto Brink', ['approver'])
    const { json } = await ask(fay.page, 'GET', `/users?search=${encodeURIComponent(person.email)}`)
    const [user] = json['users'] as { id: string }[]
    await open(fay.page, `/operator/ledger?user=${user?.id}`)
    await fay.page.getByRole('button', { name: 'Adjust', exact: true }).first().click()
    await dialog(fay.page).getByLabel('From').selectOption('Our fees')
    await dialog(fay.page).getByLabel('To', { exact: true }).selectOption('Balances of users')
    await dialog(fay.page).getByLabel('Amount in USD').fill('12.50')
    await dialog(fay.page).getByLabel('Description').fill('A fee that was taken twice')
    await dialog(fay.page).getByLabel('Reason').fill('The bank shows the fee of 3 June twice')
    await turn(fay.page, {
      ...fay,
      button: 'Propose',
      done: 'Proposed. Waiting for second approval',
    })

    await confirmListed(otto, 'A fee that was taken twice', 'adjustment')
    await open(page, '/app/transactions')
    await expect(lineOf(page, 'A fee that was taken twice')).toContainText('$12.50')
    await close(fay, otto)
  },
)

test(
  'two operators change a role, one removes an operator, and the audit log is saved with a reason',
  desk,
  async ({ browser }) => {
    const ada = await hire(browser, 'Ada Winter', ['admin'])
    const otto = await hire(browser, 'Otto Brink', ['approver'])
    const name = `Sam ${crypto.randomUUID().slice(0, 6)}`
    const sam = await hire(browser, name, ['support'])
    const row = ada.page.getByRole('row').filter({ hasText: sam.email })
    await open(ada.page, '/operator/operators')
    await row.getByRole('button', { name: 'Roles' }).click()
    await dialog(ada.page)
      .getByLabel(/^Finance/)
      .check()
    await dialog(ada.page).getByLabel('Reason').fill(why)
    await turn(ada.page, {
      ...ada,
      button: 'Propose',
      done: 'Proposed. Waiting for second approval',
    })
    await expect(row).not.toContainText('Finance')
    await confirmListed(otto, name, 'change')
    await open(ada.page, '/operator/operators')
    await expect(row).toContainText('Finance')
    expect((await ask(sam.page, 'GET', '/self')).json['roles']).toContain('finance')

    await row.getByRole('button', { name: 'Remove', exact: true }).click()
    await dialog(ada.page).getByLabel('Reason').fill(why)
    await dialog(ada.page).getByRole('button', { name: 'Remove operator' }).click()
    await expect(row).toContainText('Removed')
    expect((await ask(sam.page, 'GET', '/self')).status).toBe(401)

    await open(ada.page, '/operator/audit')
    await ada.page.getByRole('button', { name: 'Save as CSV' }).click()
    await dialog(ada.page).getByLabel('Reason').fill('The yearly review asks for it')
    const saving = ada.page.waitForEvent('download')
    await dialog(ada.page).getByRole('button', { name: 'Save as CSV' }).click()
    const file = await readFile(await (await saving).path(), 'utf8')
    expect(file).toContain('POST /operator/operators/:id/end')
    expect(file).not.toContain('The yearly review asks for it') // Its own line comes after it.
    await expect(ada.page.getByText('The yearly review asks for it').first()).toBeVisible()
    await close(ada, otto, sam)
  },
)

async function close(...operators: Operator[]) {
  for (const { page, complaints } of operators) {
    await page.context().close()
    expect(complaints).toEqual([])
  }
}
