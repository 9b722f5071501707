import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { banner, dialog } from '../steps/domain-dialog.ts'
import { desk, expect, gate, open, registerVerified, somebody, test } from '../steps/journey.ts'
import { listedDomain, makeOffer, someLender } from '../steps/market.ts'

test.setTimeout(180_000) // Verification by DNS takes time, and so do two browsers.

const table = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const waiting = (page: Page, title: string) =>
  table(page, title).locator('tbody tr').filter({ hasText: 'Pending' })

async function counter(page: Page, title: string, amount: string) {
  await waiting(page, title)
    .getByRole('button', { name: /^Counter/ })
    .click()
  await dialog(page).getByLabel('Loan', { exact: true }).fill(amount)
  await dialog(page).getByRole('button', { name: 'Send counteroffer' }).click()
  await expect(banner(page, 'Counteroffer sent')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
}

test(
  'two people agree after three counters, each in a browser of their own',
  gate,
  async ({ page, browser }) => {
    await registerVerified(page, somebody())
    const domain = await listedDomain(page)
    const lender = await someLender(browser)
    await open(page, '/app/borrow')
    await expect(page.getByText('No offers yet')).toBeVisible()

    await makeOffer(lender, domain.id, 30_000)
    await open(lender, '/app/lend')
    await expect(waiting(page, 'Received offers')).toContainText('$30,000')
    await expect(waiting(page, 'Received offers')).toContainText('$31,960.27')
    await counter(page, 'Received offers', '32,000')

    await expect(waiting(lender, 'Sent offers')).toContainText('their counteroffer')
    await counter(lender, 'Sent offers', '31000')
    await expect(waiting(page, 'Received offers')).toContainText('$31,000')
    await counter(page, 'Received offers', '31,500')
    await expect(waiting(page, 'Received offers')).toContainText('your counteroffer')

    await expect(waiting(lender, 'Sent offers')).toContainText('$31,500')
    await waiting(lender, 'Sent offers')
      .getByRole('button', { name: /^Accept/ })
      .click()
    const asked = lender.getByRole('dialog', { name: 'Accept offer' })
    for (const sum of ['You pay$31,500.00', 'Term180 days', 'Paid byBank Transfer']) {
      await expect(asked).toContainText(sum)
    }
    await expect(asked).toContainText(/Interest at 13\.25% a year\$2,05\d\.\d\d/)
    await expect(asked).toContainText(/You receive on the due date\$33,5\d\d\.\d\d/)
    await asked.getByRole('button', { name: 'Accept offer' }).dblclick()
    await expect(banner(lender, 'Escrow created')).toBeVisible()
    await expect(lender).toHaveURL(/\/app\/escrow\/[\da-f-]{36}$/)

    const loan = table(page, 'Loans').locator('tbody tr')
    await expect(loan).toContainText('Pending Signature')
    await expect(loan).toContainText('Add your legal address')
    await expect(loan).toContainText('$31,500.00')
    await loan.getByRole('link').click()
    await expect(page).toHaveURL(/\/app\/escrow\/[\da-f-]{36}$/)
    await open(lender, '/app/lend')
    const originated = table(lender, 'Originating loans').locator('tbody tr')
    await expect(originated).toContainText('$31,500.00')
    await originated.getByRole('link').click()
    await expect(lender).toHaveURL(/\/app\/escrow\/[\da-f-]{36}$/)
    await lender.context().close()
  },
)

test(
  'of two offers accepted in two tabs at once one wins, and the other tab is told',
  desk,
  async ({ page, context, browser }) => {
    await registerVerified(page, somebody())
    const domain = await listedDomain(page)
    for (const amount of [30_000, 35_000]) {
      const lender = await someLender(browser)
      await makeOffer(lender, domain.id, amount)
      await lender.context().close()
    }
    await open(page, '/app')
    const moves = table(page, 'Needs your move').locator('tbody[data-yours] tr')
    await expect(moves).toHaveCount(1)
    await expect(moves).toContainText('Compare 2 offers')
    await expect(moves.locator('time')).toBeVisible() // Until when.
    await page.getByRole('link', { name: `Compare, ${domain.name}` }).click()
    const compared = table(page, 'Compare 2 offers')
    await expect(compared.getByRole('row', { name: /^You receive/ })).toContainText('$3,000 more')
    const second = await context.newPage()
    await open(second, '/app/borrow')

    const bothAccept = Promise.withResolvers<void>()
    let accepted = 0 // The first answer would remove the other's button.
    await context.route('**/api/escrow/accept', async (route) => {
      if (++accepted === 2) bothAccept.resolve()
      await bothAccept.promise
      await route.continue()
    })
    const accepting = [
      waiting(second, 'Received offers').filter({ hasText: '$30,000' }),
      waiting(page, 'Received offers').filter({ hasText: '$35,000' }),
    ].map(async (row) => {
      await row.getByRole('button', { name: /^Accept/ }).click()
      const asked = row.page().getByRole('dialog', { name: 'Accept offer' })
      await asked.getByRole('button', { name: 'Accept offer' }).click()
    })
    await Promise.all(accepting)

    const isOpen = (tab: Page) => /\/app\/escrow\//.test(tab.url())
    await expect.poll(() => [page, second].filter(isOpen).length).toBe(1)
    const loser = [page, second].find((tab) => !isOpen(tab))
    if (!loser) throw new Error('Both tabs show a loan')
    await expect(
      loser.getByRole('alert').getByText(/not taking offers|This domain has an open loan/),
    ).toBeVisible()
    await loser.getByRole('button', { name: 'Cancel' }).click()
    await expect(waiting(loser, 'Received offers')).toHaveCount(1)
    await expect(waiting(loser, 'Received offers')).toContainText('backup')
    const answer = waiting(loser, 'Received offers').getByRole('button', {
      name: /^(Accept|Counter)/,
    })
    await expect(answer).toHaveCount(0)
    await expect(table(loser, 'Loans').locator('tbody tr')).toHaveCount(1)
  },
)

test('an offer is denied with a reason, another taken back, and both are in the file', async ({
  page,
  browser,
}) => {
  await registerVerified(page, somebody())
  const domain = await listedDomain(page)
  const lender = await someLender(browser)
  await makeOffer(lender, domain.id, 20_000)
  await open(page, '/app/borrow')
  await waiting(page, 'Received offers').getByRole('button', { name: /^Deny/ }).click()
  await dialog(page).getByLabel('Reason, shown to the lender').fill('Too little for this name')
  await dialog(page).getByRole('button', { name: 'Deny' }).click()
  await expect(banner(page, 'Offer denied')).toBeVisible()

  await open(lender, '/app/lend')
  await expect(table(lender, 'Sent offers')).toContainText('“Too little for this name”')
  await makeOffer(lender, domain.id, 25_000)
  await waiting(lender, 'Sent offers')
    .getByRole('button', { name: /^Rescind/ })
    .click()
  await dialog(lender).getByRole('button', { name: 'Rescind' }).click()
  await expect(banner(lender, 'Offer rescinded')).toBeVisible()
  await expect(table(page, 'Received offers')).toContainText('Rescinded')
  await expect(waiting(page, 'Received offers')).toHaveCount(0)

  const saving = lender.waitForEvent('download')
  await lender.getByRole('button', { name: 'Offers CSV' }).click()
  const file = await readFile(await (await saving).path(), 'utf8')
  expect(file).toContain(domain.name)
  expect(file.trim().split('\n')).toHaveLength(3)
  await lender.context().close()
})
