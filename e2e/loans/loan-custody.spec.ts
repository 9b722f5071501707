import type { Page } from '@playwright/test'
import { dialog } from '../steps/domain-dialog.ts'
import { desk, deskAndGate, logInAgain, open } from '../steps/journey.ts'
import { actions, press } from '../steps/loan-page.ts'
import { callFrom } from '../steps/market.ts'
import {
  confirm,
  deckStep,
  domainsInCustody,
  expect,
  expectMove,
  expectStatus,
  endedHistory,
  history,
  mara,
  newBrowser,
  openBoth,
  runningLoan,
  settle,
  signatureModal,
  signedLoan,
  signInTab,
  teodor,
  test,
} from '../steps/two-people.ts'

/** In sequence: their domains come into custody together, which takes a while. */
test.describe.configure({ mode: 'default' })
test.setTimeout(300_000)

const owner = mara()
let names: { id: string; name: string }[] = []

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000)
  const { page } = await newBrowser(browser)
  await settle(page, owner)
  names = await domainsInCustody(page, 4)
  await page.context().close()
})

/** Both in their browsers, with a domain that has had no loan yet. */
async function meet(borrower: Page, lender: Page) {
  await logInAgain(borrower, owner)
  await settle(lender, teodor())
  const domain = names.pop()
  if (!domain) throw new Error('More loans than domains')
  return { sides: { borrower, lender }, domain }
}

test(
  'money that did not come is contested, argued about, and settled by both',
  desk,
  async ({ page: borrower, lender }) => {
    const { sides, domain } = await meet(borrower, lender)
    await openBoth(sides, await signedLoan(sides, domain.id))

    await press(lender, 'Mark Paid')
    await dialog(lender).getByLabel('Reference of the payment').fill('Wire 4711')
    await confirm(lender, 'I sent $2,000.00', 'Marked paid')
    await expectMove(borrower, 'Your move', 'Confirm that you received $2,000.00')
    await borrower.getByRole('button', { name: 'It has not arrived' }).click()
    await dialog(borrower).getByLabel('What happened').fill('Nothing came in three days.')
    await confirm(borrower, 'Escalate', 'An operator looks at it')
    for (const page of [borrower, lender]) {
      await expectStatus(page, 'Disputed')
      await expectMove(page, "Operators' move", 'Operators look at the case')
      await expect(deckStep(page)).toContainText('disputed')
      await expect(
        actions(page).getByRole('button', { name: 'Finalize', exact: true }),
      ).toHaveAttribute('aria-disabled', 'true')
    }
    const dispute = lender.getByRole('region', { name: 'Dispute' })
    await expect(dispute).toContainText('Mara Lindqvist escalated')
    await expect(lender.getByText('Nothing came in three days.').first()).toBeVisible()

    await dispute.getByRole('button', { name: 'Propose a settlement' }).click()
    await dialog(lender).getByLabel('the loan money never came').check()
    await dialog(lender).getByLabel('Why').fill('The bank sent it back.')
    await confirm(lender, 'Propose it', 'Proposal sent')
    const settlement = borrower.getByRole('region', { name: 'A settlement' })
    await expect(settlement).toContainText('The bank sent it back.')
    await settlement.getByRole('button', { name: 'Agree', exact: true }).click()
    await confirm(borrower, 'Agree', 'Dispute settled')
    for (const page of [borrower, lender]) await expectStatus(page, 'Cancelled')
    await expect(await endedHistory(lender)).toContainText('Mara Lindqvist agreed to settle')
    const { status } = await callFrom(borrower, 'GET', `/domains/${domain.id}`)
    expect(status).toBe('CUSTODY_PAID')
  },
)

test(
  'a part is paid, then the rest is claimed by the borrower and confirmed by the lender',
  desk,
  async ({ page: borrower, lender }) => {
    const { sides, domain } = await meet(borrower, lender)
    await openBoth(sides, await runningLoan(sides, domain.id))
    for (const page of [borrower, lender]) {
      const name = page.getByRole('region', { name: 'The name now' })
      await expect(name).toContainText('Held atPier Registrar')
      await expect(name).toContainText('Transfer lockOn')
      await expect(name).toContainText('Source: Registry, as its registrar.')
      await expect(name.getByLabel('Look at this:')).toHaveCount(0)
    }

    await borrower.getByRole('button', { name: 'I paid a part' }).click()
    await dialog(borrower).getByLabel('Amount in USD').fill('500')
    await confirm(borrower, 'I paid this part', 'Payment recorded')
    const part = lender.getByRole('region', { name: 'Payment in part' })
    await expect(part).toContainText('Mara Lindqvist says that $500.00 was sent')
    await lender.getByRole('button', { name: 'Confirm it came' }).click()
    await confirm(lender, 'Confirm it came', 'Payment confirmed')
    await expect(borrower.getByRole('region', { name: 'Payment in part' })).toHaveCount(0)
    await expectMove(borrower, 'Your move', 'Repay $1,566.88')

    await borrower.getByRole('button', { name: 'I am paying now' }).click()
    const panel = borrower.getByRole('region', { name: 'Pay by bank transfer' })
    await expect(panel).toContainText('SE45 5000 0000 0583 9825 7466')
    await expect(panel).toContainText('Teodor Nyberg')
    await press(borrower, 'Finalize')
    await confirm(borrower, 'I repaid', 'Marked repaid')
    await expectMove(borrower, "Lender's move", 'Teodor Nyberg confirms your repayment')
    await expect(deckStep(borrower)).toContainText('Teodor Nyberg confirms')
    await expectMove(lender, 'Your move', /^Confirm that you were repaid/)
    await lender.getByRole('button', { name: 'Confirm I was repaid' }).click()
    await confirm(lender, 'Confirm I was repaid', 'Loan complete')
    for (const page of [borrower, lender]) {
      await expectStatus(page, 'Complete')
      await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('$500.00')
      await expect(await endedHistory(page)).toContainText(
        'confirmed repayment. The domain is free',
      )
    }
  },
)

test(
  'a later due date is asked for, declined, asked for again and agreed to',
  desk,
  async ({ page: borrower, lender }) => {
    const { sides, domain } = await meet(borrower, lender)
    await openBoth(sides, await runningLoan(sides, domain.id))
    const later = new Date(Date.now() + 150 * 86_400_000)
    const dueOn = later.toISOString().slice(0, 10)
    const shown = later.toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    })
    const ask = async () => {
      await borrower.getByRole('button', { name: 'Ask for an extension' }).click()
      await dialog(borrower).getByLabel('New due date').fill(dueOn)
      await dialog(borrower).getByLabel('Why').fill('The buyer pays in spring.')
      await confirm(borrower, 'Propose the date', 'Proposal sent')
    }
    const proposal = (page: Page) => page.getByRole('region', { name: 'A later due date' })

    await ask()
    await expect(proposal(lender)).toContainText(`Mara Lindqvist proposes ${shown}`)
    await expect(proposal(lender)).toContainText('The buyer pays in spring.')
    await lender.getByRole('button', { name: 'Say no' }).click()
    await confirm(lender, 'Say no', 'The due date stays')
    await expect(proposal(borrower)).toHaveCount(0)
    await ask()
    await expect(proposal(borrower).getByRole('button', { name: 'Take it back' })).toBeVisible()
    await lender.getByRole('button', { name: 'Agree', exact: true }).click()
    await confirm(lender, 'Agree to the later date', 'Due date moved')
    for (const page of [borrower, lender]) {
      await expect(proposal(page)).toHaveCount(0)
      await expect(page.locator(`time[datetime^="${dueOn}"]`).first()).toBeVisible()
      await expectStatus(page, 'Marked Paid')
      await expect(history(page)).toContainText(`agreed to ${dueOn} as due date`)
    }
    await expectMove(borrower, 'Your move', 'Repay $2,147.95')
  },
)

test(
  'another lender pays the first one out and takes the loan over',
  deskAndGate,
  async ({ page: borrower, lender: first, browser }) => {
    const { sides, domain } = await meet(borrower, first)
    const oldId = await runningLoan(sides, domain.id)
    await openBoth(sides, oldId)
    await borrower.getByRole('button', { name: 'Find another lender' }).click()
    await dialog(borrower).getByLabel('Loan amount in USD').fill('3000')
    await dialog(borrower).getByLabel('Term in days').fill('120')
    await dialog(borrower).getByLabel('APR in percent').fill('12')
    await confirm(borrower, 'List it for lenders', 'Listing created')
    await expect(history(first)).toContainText('looks for another lender')

    const { page: second, complaints } = await newBrowser(browser)
    await settle(second, { ...teodor(), name: 'Ana Brandão' })
    const newId = await takeOver({ borrower, second }, domain.id)
    await expectMove(second, 'Your move', 'Pay $2,006.90 to the lender before you')
    await expectMove(borrower, "Lender's move", 'Ana Brandão pays out your lender')
    await second.getByRole('button', { name: 'I am paying now' }).click()
    const panel = second.getByRole('region', { name: 'Pay by bank transfer' })
    await expect(panel).toContainText('PayeeTeodor Nyberg')
    await expect(panel).toContainText('And the rest toMara Lindqvist')
    await expect(panel).toContainText('Amount$993.10')
    await second.getByRole('button', { name: 'I sent $3,000.00' }).click()
    await confirm(second, 'I sent $3,000.00', 'Marked paid')
    await expect(history(borrower)).toContainText('Ana Brandão marked the loan paid')
    // The history can arrive before the loan: whoever agrees has to see its current version.
    await expectMove(borrower, 'Under way', 'The lender before confirms the payout')
    const rest = borrower.getByRole('region', { name: 'Another lender takes over' })
    await rest.getByRole('button', { name: 'Confirm I received the rest' }).click()
    await confirm(borrower, 'Confirm I received it', 'Receipt confirmed')

    const over = first.getByRole('region', { name: 'Another lender takes over' })
    await expect(over).toContainText('Ana Brandão lends $3,000.00 and pays out $2,006.90')
    const paidOut = first.getByRole('button', { name: 'Confirm I was paid out' })
    await expect(paidOut).toBeVisible() // Notified at once, though it was a step of the other loan.
    await paidOut.click()
    await confirm(first, 'Confirm I was paid out', 'Loan complete')
    await expectStatus(first, 'Complete')
    for (const page of [borrower, second]) await expectStatus(page, 'Marked Paid')
    await expectMove(borrower, 'Your move', 'Repay $3,118.36')
    await expect(deckStep(second)).toContainText('Day 0 of 120')
    await open(borrower, `/app/escrow/${oldId}`)
    await expectStatus(borrower, 'Complete')
    expect(newId).not.toBe(oldId)
    await second.context().close()
    expect(complaints).toEqual([])
  },
)

/** An offer on the listing is accepted, signed by both, and open for both. */
async function takeOver({ borrower, second }: { borrower: Page; second: Page }, domainId: string) {
  const terms = { domain_id: domainId, loan_amount: 3000, term: 120, apy: 12 }
  const { id: offerId } = await callFrom(second, 'POST', '/offers', terms)
  const { id } = await callFrom(borrower, 'POST', '/escrow/accept', { offerId })
  await openBoth({ borrower, lender: second }, String(id))
  await signInTab(second, 'Ana Brandão')
  await expect(signatureModal(borrower)).toContainText('LenderSigned')
  await signInTab(borrower, 'Mara Lindqvist')
  return String(id)
}
