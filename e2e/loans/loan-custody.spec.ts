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
    await dialog(lender).getByLabel('Payment reference').fill('Wire 4711')
    await confirm(lender, 'I sent $2,000.00', 'Marked paid')
    await expectMove(borrower, 'Your move', 'Confirm that you received $2,000.00')
    await borrower.getByRole('button', { name: 'Report as not received' }).click()
    await dialog(borrower).getByLabel('What happened').fill('Nothing came in three days.')
    await confirm(borrower, 'Escalate', 'Dispute opened')
    for (const page of [borrower, lender]) {
      await expectStatus(page, 'Disputed')
      await expectMove(page, "Operators' move", 'Operators review the case')
      await expect(deckStep(page)).toContainText('disputed')
      await expect(
        actions(page).getByRole('button', { name: 'Finalize', exact: true }),
      ).toHaveAttribute('aria-disabled', 'true')
    }
    const dispute = lender.getByRole('region', { name: 'Dispute' })
    await expect(dispute).toContainText('Mara Lindqvist escalated')
    await expect(lender.getByText('Nothing came in three days.').first()).toBeVisible()

    await dispute.getByRole('button', { name: 'Propose a settlement' }).click()
    await dialog(lender).getByLabel('the loan was never received').check()
    await dialog(lender).getByLabel('Reason').fill('The bank sent it back.')
    await confirm(lender, 'Propose settlement', 'Proposal sent')
    const settlement = borrower.getByRole('region', { name: 'Settlement' })
    await expect(settlement).toContainText('The bank sent it back.')
    await settlement.getByRole('button', { name: 'Accept', exact: true }).click()
    await confirm(borrower, 'Accept settlement', 'Dispute settled')
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
      const name = page.getByRole('region', { name: 'Domain' })
      await expect(name).toContainText('RegistrarPier Registrar')
      await expect(name).toContainText('Transfer lockOn')
      await expect(name).toContainText('Source: Registry, as its registrar.')
      await expect(name.getByLabel('Warning:')).toHaveCount(0)
    }

    await borrower.getByRole('button', { name: 'Record partial payment' }).click()
    await dialog(borrower).getByLabel('Amount in USD').fill('500')
    await confirm(borrower, 'Record partial payment', 'Payment recorded')
    const part = lender.getByRole('region', { name: 'Partial payment' })
    await expect(part).toContainText('Mara Lindqvist says that $500.00 was sent')
    await lender.getByRole('button', { name: 'Confirm receipt' }).click()
    await confirm(lender, 'Confirm receipt', 'Payment confirmed')
    await expect(borrower.getByRole('region', { name: 'Partial payment' })).toHaveCount(0)
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
        'confirmed repayment. The domain is released',
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
      await dialog(borrower).getByLabel('Reason').fill('The buyer pays in spring.')
      await confirm(borrower, 'Propose extension', 'Proposal sent')
    }
    const proposal = (page: Page) => page.getByRole('region', { name: 'Extension', exact: true })

    await ask()
    await expect(proposal(lender)).toContainText(`Mara Lindqvist proposes ${shown}`)
    await expect(proposal(lender)).toContainText('The buyer pays in spring.')
    await lender.getByRole('button', { name: 'Decline' }).click()
    await confirm(lender, 'Decline', 'Extension declined')
    await expect(proposal(borrower)).toHaveCount(0)
    await ask()
    await expect(
      proposal(borrower).getByRole('button', { name: 'Withdraw proposal' }),
    ).toBeVisible()
    await lender.getByRole('button', { name: 'Accept', exact: true }).click()
    await confirm(lender, 'Accept extension', 'Due date extended')
    for (const page of [borrower, lender]) {
      await expect(proposal(page)).toHaveCount(0)
      await expect(page.locator(`time[datetime^="${dueOn}"]`).first()).toBeVisible()
      await expectStatus(page, 'Marked Paid')
      await expect(history(page)).toContainText(/agreed to \d+ \w+ \d{4} as due date/)
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
    await borrower.getByRole('button', { name: 'Refinance' }).click()
    await dialog(borrower).getByLabel('Loan amount in USD').fill('3000')
    await dialog(borrower).getByLabel('Term in days').fill('120')
    await dialog(borrower).getByLabel('APR in percent').fill('12')
    await confirm(borrower, 'Create listing', 'Listing created')
    await expect(history(first)).toContainText('is looking for another lender')

    const { page: second, complaints } = await newBrowser(browser)
    await settle(second, { ...teodor(), name: 'Ana Brandão' })
    const newId = await takeOver({ borrower, second }, domain.id)
    await expectMove(second, 'Your move', 'Pay $2,006.90 to the current lender')
    await expectMove(borrower, "Lender's move", 'Ana Brandão pays off your lender')
    await second.getByRole('button', { name: 'I am paying now' }).click()
    const panel = second.getByRole('region', { name: 'Pay by bank transfer' })
    await expect(panel).toContainText('PayeeTeodor Nyberg')
    await expect(panel).toContainText('Pay the rest toMara Lindqvist')
    await expect(panel).toContainText('Amount$993.10')
    await second.getByRole('button', { name: 'I sent $3,000.00' }).click()
    await confirm(second, 'I sent $3,000.00', 'Marked paid')
    await expect(history(borrower)).toContainText('Ana Brandão marked the loan paid')
    // The history can arrive before the loan: whoever agrees has to see its current version.
    await expectMove(borrower, 'In progress', 'The current lender confirms the payoff')
    const rest = borrower.getByRole('region', { name: 'Refinance' })
    await rest.getByRole('button', { name: 'Confirm I received the rest' }).click()
    await confirm(borrower, 'Confirm I received the rest', 'Receipt confirmed')

    const over = first.getByRole('region', { name: 'Refinance' })
    await expect(over).toContainText(
      'Ana Brandão lends $3,000.00 and pays off the first lender with $2,006.90',
    )
    const paidOut = first.getByRole('button', { name: 'Confirm payoff received' })
    await expect(paidOut).toBeVisible() // Notified at once, though it was a step of the other loan.
    await paidOut.click()
    await confirm(first, 'Confirm payoff received', 'Loan complete')
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
