import type { Page } from '@playwright/test'
import { sayDate } from '../../packages/protocol/src/say-time.ts'
import { dialog } from '../steps/domain-dialog.ts'
import { passDays, serverMs } from '../steps/domains.ts'
import { mailTo } from '../steps/inbox.ts'
import { desk, deskAndGate, leave, logInAgain } from '../steps/journey.ts'
import { press } from '../steps/loan-page.ts'
import { callFrom } from '../steps/market.ts'
import {
  agree,
  confirm,
  deckStep,
  domainsInCustody,
  expect,
  expectMove,
  expectStatus,
  endedHistory,
  history,
  list,
  mara,
  newBrowser,
  openBoth,
  runningLoan,
  settle,
  signBoth,
  teodor,
  test,
} from '../steps/two-people.ts'

/** In sequence, on domains that came into custody together. */
test.describe.configure({ mode: 'default' })
test.setTimeout(300_000)

const owner = mara()
let names: { id: string; name: string }[] = []

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000)
  const { page } = await newBrowser(browser)
  await passDays(page.context(), 0) // Sets the device to the product's time.
  await settle(page, owner)
  names = await domainsInCustody(page, 4)
  await page.context().close()
})

/** As mails name a day. */
const dayAfter = async (days: number) => sayDate(new Date((await serverMs()) + days * 86_400_000))

/** Both in their browsers, with a domain that has had no loan yet. */
async function meet(borrower: Page, lender: Page) {
  const lending = teodor()
  await passDays([borrower.context(), lender.context()], 0)
  await logInAgain(borrower, owner)
  await settle(lender, lending)
  const domain = names.pop()
  if (!domain) throw new Error('More loans than domains')
  const sides = { borrower, lender }
  /** Days pass while both are away; then both log in again and open the loan. */
  const comeBack = async (days: number, loanId: string) => {
    for (const page of [borrower, lender]) await leave(page)
    await passDays([borrower.context(), lender.context()], days)
    await logInAgain(borrower, owner)
    await logInAgain(lender, lending)
    await openBoth(sides, loanId)
  }
  return { sides, domain, comeBack }
}

test(
  'a loan is late, in grace and overdue; a notice is sent, and the borrower objects',
  deskAndGate,
  async ({ page: borrower, lender }) => {
    const { sides, domain, comeBack } = await meet(borrower, lender)
    const id = await runningLoan(sides, domain.id, { term: 30 })

    await test.step('the due date has passed, and nothing has happened yet', async () => {
      await comeBack(32, id)
      for (const page of [borrower, lender]) await expect(deckStep(page)).toContainText('In grace')
      await expectMove(borrower, 'Your move', /^Repay \$2,03/)
      await expectMove(lender, "Borrower's move", 'The due date has passed.')
      const by = await dayAfter(5) // The last day of grace.
      await mailTo(owner.email, `${domain.name}: Reminder: Repay $2,031.56, act by ${by}`)
      await press(lender, 'Finalize')
      await expect(dialog(lender).getByLabel('Not repaid: send default notice')).toBeDisabled()
      await expect(dialog(lender)).toContainText('Possible only after the grace period.')
      await dialog(lender).getByRole('button', { name: 'Cancel' }).click()
    })
    await test.step('after the days of grace the lender sends a notice, which arrives at once', async () => {
      await comeBack(7, id)
      await expectMove(lender, 'Your move', 'Wait, agree an extension, or send a default notice')
      for (const page of [borrower, lender]) await expect(deckStep(page)).toContainText('Late by')
      await lender.getByRole('button', { name: 'Send default notice' }).click()
      await expect(dialog(lender)).toContainText('20 days to pay, object or ask for an extension')
      await confirm(lender, 'Send default notice', 'Default notice sent')
      await expectMove(lender, "Borrower's move", 'The borrower can answer the notice')
      await expectMove(
        borrower,
        'Your move',
        /^Pay \$2,03\d\.\d\d, object, or ask for an extension$/,
      )
      await expect(deckStep(borrower)).toContainText('days to answer')
      const subject = `${domain.name}: Teodor Nyberg sent a default notice, act by ${await dayAfter(20)}`
      const mail = await mailTo(owner.email, subject)
      expect(mail.text).toContain('You can stop this in three ways')
      await expect(borrower.getByText(/^Frozen since the default notice/)).toBeVisible()
    })
    await test.step('the borrower objects, and operators look at it', async () => {
      await borrower.getByRole('button', { name: 'Object', exact: true }).click()
      await expect(dialog(borrower).getByLabel('Reason')).toHaveValue('OBJECTION_TO_DEFAULT')
      await dialog(borrower).getByLabel('What happened').fill('I paid on the day it was due.')
      await confirm(borrower, 'Escalate', 'Dispute opened')
      for (const page of [borrower, lender]) {
        await expectStatus(page, 'Disputed')
        await expectMove(page, "Operators' move", 'No deadline decides this')
        await expect(page.getByRole('region', { name: /^Case/ })).toContainText(
          'I paid on the day it was due.',
        )
      }
    })
  },
)

test(
  'a notice that nobody answers goes to two operators, and a payment still counts',
  desk,
  async ({ page: borrower, lender }) => {
    const { sides, domain, comeBack } = await meet(borrower, lender)
    const id = await runningLoan(sides, domain.id, { term: 10 })
    await comeBack(15, id)
    await press(lender, 'Finalize')
    await dialog(lender).getByLabel('Not repaid: send default notice').check()
    await confirm(lender, 'Send default notice', 'Default notice sent')
    await expect(history(borrower)).toContainText('Teodor Nyberg sent a default notice')

    await comeBack(20.1, id)
    for (const page of [borrower, lender]) {
      await expectMove(page, "Operators' move", 'Two operators check the file')
      await expectStatus(page, 'Marked Paid')
      await expect(deckStep(page)).toContainText('two operators check')
      await expect(history(page)).toContainText('The notice period ended without an answer')
    }
    await press(borrower, 'Finalize')
    await dialog(borrower).getByLabel('I repaid', { exact: true }).check()
    await confirm(borrower, 'I repaid', 'Marked repaid')
    await expectMove(lender, 'Your move', /^Confirm that you were repaid/)
    await lender.getByRole('button', { name: 'Confirm I was repaid' }).click()
    await confirm(lender, 'Confirm I was repaid', 'Loan complete')
    for (const page of [borrower, lender]) await expectStatus(page, 'Complete')
  },
)

test(
  'a borrower who cannot repay gives the domain for the debt, by typing its name',
  desk,
  async ({ page: borrower, lender }) => {
    const { sides, domain, comeBack } = await meet(borrower, lender)
    const id = await runningLoan(sides, domain.id, { term: 5 })
    await comeBack(6.1, id)
    await press(borrower, 'Finalize')
    await dialog(borrower).getByLabel('I surrender the domain').check()
    await dialog(borrower).getByRole('button', { name: 'Surrender the domain' }).click()
    await expect(dialog(borrower).getByText(`Type ${domain.name}`, { exact: true })).toBeVisible()
    await dialog(borrower).getByLabel(`Type ${domain.name} to confirm`).fill(domain.name)
    await confirm(borrower, 'Surrender the domain', 'Domain surrendered')

    for (const page of [borrower, lender]) {
      await expectStatus(page, 'Seized')
      await expect(deckStep(page)).toHaveCount(0)
    }
    await expect(await endedHistory(lender)).toContainText(
      'Mara Lindqvist surrendered the domain for the debt',
    )
    const { domains } = await callFrom(lender, 'GET', '/domains')
    expect(domains).toMatchObject([{ domain: domain.name, status: 'CUSTODY_PAID' }])
  },
)

test(
  'who is silent wins nothing: a claim goes to operators, and what is not signed lapses',
  desk,
  async ({ page: borrower, lender }) => {
    const { sides, domain, comeBack } = await meet(borrower, lender)
    await list(borrower, domain.id)
    const unsigned = await agree(sides, domain.id)
    await openBoth(sides, unsigned)
    await expect(history(borrower)).toContainText('The agreement was created') // Now the time runs.
    await comeBack(3.1, unsigned)
    for (const page of [borrower, lender]) {
      await expectStatus(page, 'Cancelled')
      await expect(await endedHistory(page)).toContainText('because the deadline passed')
    }
    const claimed = await agree(sides, domain.id) // The listing is back.
    await signBoth(sides, claimed)
    await callFrom(lender, 'POST', `/escrow/${claimed}/markPaid`)
    await openBoth(sides, claimed)
    await expectMove(borrower, 'Your move', 'Confirm that you received $2,000.00')
    await comeBack(5.1, claimed)
    for (const page of [borrower, lender]) {
      await expectStatus(page, 'Disputed')
      await expect(page.getByRole('region', { name: 'Dispute' })).toContainText(
        'Receipt was not confirmed in time. Opened because nobody answered in time.',
      )
    }
  },
)
