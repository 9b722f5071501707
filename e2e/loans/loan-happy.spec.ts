import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { dialogOf } from '../steps/domains.ts'
import { dialog } from '../steps/domain-dialog.ts'
import { holdNews, open } from '../steps/journey.ts'
import { press, turnTo } from '../steps/loan-page.ts'
import { callFrom, listedDomain } from '../steps/market.ts'
import { topUpByCard } from '../steps/payment.ts'
import {
  agree,
  approve,
  byTheNextNews,
  confirm,
  deckStep,
  expect,
  expectMove,
  expectStatus,
  endedHistory,
  mara,
  openBoth,
  settle,
  signatureModal,
  signInTab,
  teodor,
  test,
} from '../steps/two-people.ts'

test.setTimeout(420_000) // A domain is verified and moved, and two people take every step.

test('a loan from both signatures to Complete, seen by both sides as it happens', async ({
  page: borrower,
  lender,
}) => {
  await settle(borrower, mara())
  await topUpByCard(borrower, '50')
  const domain = await listedDomain(borrower)
  await settle(lender, teodor())
  const id = await agree({ borrower, lender }, domain.id)
  await openBoth({ borrower, lender }, id)

  await test.step('both sign, each in a tab of their own', async () => {
    await expect(signatureModal(borrower)).toContainText('LenderNot signed yet')
    await signInTab(lender, 'Teodor Nyberg')
    await expect(signatureModal(lender)).toBeHidden()
    await expectMove(lender, "Borrower's move", 'The borrower signs')
    await expect(signatureModal(borrower)).toContainText('LenderSigned')
    await signInTab(borrower, 'Mara Lindqvist')
    await expect(signatureModal(borrower)).toBeHidden()
  })
  await test.step('the borrower transfers the domain, and the lender sees it come', async () => {
    for (const page of [borrower, lender]) await expectStatus(page, 'Waiting for Transfer')
    await expectMove(lender, "Borrower's move", 'Mara Lindqvist transfers the domain to us')
    await expectMove(borrower, 'Your move', 'Transfer the domain to us')
    await borrower.getByRole('link', { name: 'Transfer In' }).click()
    const window = dialogOf(borrower, 'Transfer In')
    await expect(window.getByText('$10.00').first()).toBeVisible()
    await window.getByLabel('EPP authorization code').fill(domain.code)
    await window.getByRole('button', { name: 'Transfer In' }).click()
    await expect(borrower.getByText('Transfer initiated')).toBeVisible()
    await open(borrower, `/app/escrow/${id}`)
    for (const page of [borrower, lender])
      await expectMove(page, 'In progress', 'The domain is being transferred to us')
    await approve(domain.name)
    for (const page of [borrower, lender]) {
      await expect(page.getByText('Waiting for Payment', { exact: true }).first()).toBeVisible(
        byTheNextNews,
      )
      await expect(deckStep(page)).toContainText('day 1 of 5')
    }
  })
  await test.step('the lender pays where the borrower has said', async () => {
    await expectMove(borrower, "Lender's move", 'Teodor Nyberg pays you $2,000.00')
    await lender.getByRole('button', { name: 'I am paying now' }).click()
    const panel = lender.getByRole('region', { name: 'Pay by bank transfer' })
    await expect(panel).toContainText('SE45 5000 0000 0583 9825 7466')
    await expectMove(borrower, "Lender's move", 'Teodor Nyberg is paying you $2,000.00')
    await lender.getByRole('button', { name: 'I sent $2,000.00' }).click()
    await confirm(lender, 'I sent $2,000.00', 'Marked paid')
    await expectStatus(borrower, 'Marked Paid')
    await expectMove(lender, "Borrower's move", 'Mara Lindqvist confirms $2,000.00')
    await expectMove(borrower, 'Your move', 'Confirm that you received $2,000.00')
    await borrower.getByRole('button', { name: 'Confirm I received $2,000.00' }).click()
    await confirm(borrower, 'Confirm I received $2,000.00', 'Receipt confirmed')
  })
  await test.step('the loan runs, with its papers and dates', async () => {
    await expectMove(borrower, 'Your move', 'Repay $2,088.77')
    await expectMove(lender, "Borrower's move", 'The borrower repays $2,088.77')
    await expectCount(borrower, 'Borrow', 1)
    await expectCount(lender, 'Lend', 0)
    for (const page of [borrower, lender]) await expect(deckStep(page)).toContainText('Day 0 of 90')
    await seePapers(lender)
    const dates = await download(borrower, 'Calendar file')
    expect(dates).toContain('BEGIN:VCALENDAR')
    expect(dates.replaceAll('\r\n ', '')).toContain(`Repay $2\\,088.77: ${domain.name}`)
  })
  await test.step('they write to each other', async () => {
    await chat({ from: lender, to: borrower, text: 'Sent this morning. Thank you, Mara.' })
    await chat({ from: borrower, to: lender, text: 'It is here.\nAll good.' })
  })
  await test.step('the lender says that it is repaid, and the loan is complete', async () => {
    await press(lender, 'Finalize')
    await expect(dialog(lender)).toContainText('The domain is released to Mara Lindqvist at once')
    await confirm(lender, 'Confirm I was repaid', 'Loan complete')
    for (const page of [borrower, lender]) {
      await expectStatus(page, 'Complete')
      await expect(deckStep(page)).toHaveCount(0)
    }
    await seeReceipt({ borrower, lender })
    await expect(await endedHistory(borrower)).toContainText('Teodor Nyberg confirmed repayment')
    const { status } = await callFrom(borrower, 'GET', `/domains/${domain.id}`)
    expect(status).toBe('CUSTODY_PAID')
  })
})

/**
 * None of the four buttons is left, and the repayment has no sum, because the lender named none.
 */
async function seeReceipt({ borrower, lender }: { borrower: Page; lender: Page }) {
  for (const page of [borrower, lender]) {
    const receipt = page.getByRole('region', { name: 'Receipt' })
    await expect(receipt).toContainText('$2,000.00')
    await expect(receipt).toContainText('No amount stated')
    for (const name of ['Cancel', 'Escalate', 'Finalize', 'Mark Paid'])
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  }
  const next = borrower.getByRole('region', { name: 'Next steps' })
  await expect(next.getByRole('button', { name: 'Transfer Out' })).toHaveAccessibleDescription(
    /^from \d+ \w+ \d{4}$/,
  )
  await expect(next.getByRole('link', { name: 'Edit NS' })).toBeVisible()
  await next.getByRole('link', { name: 'List again' }).click()
  await expect(dialog(borrower).getByLabel('Desired loan amount')).toHaveValue('2,000')
  await borrower.goBack()
  await expect(borrower.getByRole('heading', { level: 2, name: /^Repaid/ })).toBeVisible()
}

/** How many loans wait, in the menu; on a phone the menu is behind a button. */
async function expectCount(page: Page, group: 'Borrow' | 'Lend', count: number) {
  const menu = page.getByRole('navigation', { name: 'App' })
  if (!(await menu.isVisible())) return
  const waiting = menu.getByRole('list', { name: group }).getByText(/^\d+ needs? your action$/)
  if (count === 0) await expect(waiting).toHaveCount(0)
  else
    await expect(waiting).toHaveText(
      count === 1 ? '1 needs your action' : `${count} need your action`,
    )
}

/** The signed agreement, opened from both places; on a phone they are in tabs. */
async function seePapers(page: Page) {
  await turnTo(page, 'Terms')
  const terms = page.getByRole('region', { name: 'Terms' })
  for (const words of ['Rate18.00%', 'Term90 days', 'Amount$2,000.00'])
    await expect(terms).toContainText(words)
  const signed = page.getByRole('link', { name: 'Signed PDF' })
  await expect(signed).toBeVisible({ timeout: 60_000 })
  await expectOpens(page, signed)
  await turnTo(page, 'Files')
  const documents = page.getByRole('region', { name: 'Documents' })
  await expectOpens(page, documents.getByRole('button', { name: 'Open Lending agreement, signed' }))
  await page.getByRole('button', { name: /^All \d+ events$/ }).click()
  await expect(dialog(page)).toContainText('Mara Lindqvist confirmed receipt of the loan money')
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog(page)).toHaveCount(0)
}

async function expectOpens(page: Page, button: Locator) {
  const opening = page.context().waitForEvent('page')
  await button.click()
  const paper = await opening
  await expect.poll(() => paper.url()).toMatch(/^blob:/)
  await paper.close()
}

async function download(page: Page, button: string) {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return readFile(await (await saving).path(), 'latin1')
}

async function chat({ from, to, text }: { from: Page; to: Page; text: string }) {
  for (const page of [from, to]) await turnTo(page, 'Chat')
  const box = from.getByRole('textbox', { name: /^Write to the/ })
  const [first = '', ...rest] = text.split('\n')
  await box.pressSequentially(first)
  for (const line of rest) {
    await box.press('Enter')
    await box.pressSequentially(line)
  }
  await box.press('Shift+Enter')
  await expect(box).toHaveValue('')
  for (const page of [from, to]) {
    const log = page.getByRole('log', { name: 'Chat' })
    await log.evaluate((shown) => shown.scrollIntoView({ block: 'end' })) // The page, not the log.
    await expect(log.getByText(text)).toBeInViewport()
  }
}

test('the loan asks for a signature until it is there, and is cancelled by who does not sign', async ({
  page: borrower,
  lender,
}) => {
  await settle(borrower, mara())
  const domain = await listedDomain(borrower)
  await settle(lender, teodor())
  const id = await agree({ borrower, lender }, domain.id)
  await holdNews(borrower) // So that Done has an effect.
  await openBoth({ borrower, lender }, id)

  await expect(signatureModal(borrower)).toContainText('You receive$2,000.00')
  await expect(signatureModal(lender)).toContainText('You lend$2,000.00')
  await borrower.keyboard.press('Escape')
  await expect(signatureModal(borrower)).toBeVisible()
  await signatureModal(borrower).getByRole('button', { name: 'Done' }).click()
  await expect(signatureModal(borrower)).toContainText('We have not received your signature yet.')
  await signInTab(borrower, 'Mara Lindqvist')
  await expect(signatureModal(borrower)).toBeVisible()
  await signatureModal(borrower).getByRole('button', { name: 'Done' }).click()
  await expect(signatureModal(borrower)).toBeHidden()
  await expectMove(borrower, "Lender's move", 'The lender signs')

  await expect(signatureModal(lender)).toContainText('BorrowerSigned')
  await signatureModal(lender).getByRole('button', { name: 'Cancel Loan' }).click()
  const ask = dialogOf(lender, 'Cancel this loan?')
  await ask.getByRole('button', { name: 'Cancel Loan' }).click()
  await expect(signatureModal(lender)).toBeHidden()
  await expectStatus(lender, 'Cancelled')
})
