import type { Browser, Page } from '@playwright/test'
import { banner, dialog } from '../steps/domain-dialog.ts'
import { serverMs } from '../steps/domains.ts'
import { mailTo } from '../steps/inbox.ts'
import { desk, deskAndGate, logInAgain, open } from '../steps/journey.ts'
import { callFrom } from '../steps/market.ts'
import {
  ask,
  casePath,
  confirmDecision,
  expectNoSecondKey,
  hire,
  type Operator,
  proposeRuling,
} from '../steps/operators.ts'
import {
  confirm,
  domainsInCustody,
  expect,
  expectStatus,
  history,
  mara,
  newBrowser,
  openBoth,
  runningLoan,
  settle,
  signedLoan,
  teodor,
  test,
} from '../steps/two-people.ts'

/** In sequence: their domains come into custody together, which takes a while. */
test.describe.configure({ mode: 'default' })
test.setTimeout(300_000)

const owner = mara()
/** A unique name, so that the queue can be searched for it. */
const lending = { ...teodor(), name: `Teodor ${crypto.randomUUID().slice(0, 8)}` }
let names: { id: string; name: string }[] = []
let noor: Operator
let ilse: Operator
let ravi: Operator
let june: Operator

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000)
  const { page } = await newBrowser(browser)
  const { page: lender } = await newBrowser(browser)
  await settle(page, owner)
  await settle(lender, lending)
  const [domains] = await Promise.all([domainsInCustody(page, 3), hireFour(browser)])
  names = domains
  for (const each of [page, lender]) await each.context().close()
})

test.afterAll(async () => {
  for (const { page, complaints } of [noor, ilse, ravi, june]) {
    await page.context().close()
    expect(complaints).toEqual([])
  }
})

/** Everybody may give either approval, so only the case keeps them from giving both. */
async function hireFour(browser: Browser) {
  noor = await hire(browser, 'Noor Haddad', ['case_officer', 'approver'])
  ilse = await hire(browser, 'Ilse Brandt', ['case_officer', 'approver'])
  ravi = await hire(browser, 'Ravi Menon', ['case_officer', 'approver'])
  june = await hire(browser, 'June Okafor', ['case_officer', 'approver'])
}

/** Both in their browsers, with a domain that has had no loan yet. */
async function meet(borrower: Page, lender: Page) {
  await logInAgain(borrower, owner)
  await logInAgain(lender, lending)
  const domain = names.pop()
  if (!domain) throw new Error('More loans than domains')
  return { sides: { borrower, lender }, domain }
}

/** Marked paid by the lender, and contested by the borrower. */
async function contested({ borrower, lender }: { borrower: Page; lender: Page }, id: string) {
  await callFrom(lender, 'POST', `/escrow/${id}/markPaid`, { reference: 'Wire 4711' })
  await callFrom(borrower, 'POST', `/escrow/${id}/contest`, {
    reason: 'FUNDING_NOT_RECEIVED',
    statement: 'Nothing came in three days.',
  })
}

const ownCase = (page: Page) => page.getByRole('region', { name: /^Case \d{4}$/ })
const rulingOf = (page: Page) => ownCase(page).getByRole('region', { name: 'Ruling' })

type Ruled = { reasons: string; by: [Operator, Operator] }

/** Reasons, both names and the last day to appeal, for either party. */
async function expectRuling(pages: Page[], { reasons, by: [first, second] }: Ruled) {
  const day = new Date((await serverMs()) + 5 * 86_400_000).toISOString().slice(0, 10)
  for (const page of pages) {
    const ruling = rulingOf(page).last()
    await expect(ruling).toContainText(reasons)
    await expect(ruling).toContainText(`By ${first.name} and ${second.name}`)
    await expect(ruling).toContainText('unless one of you appeals first')
    await expect(ruling.locator(`time[datetime^="${day}"]`)).toBeVisible()
    await expectStatus(page, 'Disputed')
  }
}

async function accept(page: Page) {
  await rulingOf(page).last().getByRole('button', { name: 'Accept' }).click()
  await confirm(page, 'Accept the ruling', 'Ruling accepted')
}

test(
  'loan never received: both are heard and asked, one proposes, another confirms, the lender accepts',
  desk,
  async ({ page: borrower, lender, browser }) => {
    const { sides, domain } = await meet(borrower, lender)
    const id = await signedLoan(sides, domain.id)
    await openBoth(sides, id)
    for (const page of [borrower, lender]) await expect(ownCase(page)).toHaveCount(0)
    await contested(sides, id)
    const path = await casePath(noor, id)

    await test.step('each side says what happened, and answers the other', async () => {
      await expect(ownCase(lender)).toContainText('Nothing came in three days.')
      await ownCase(lender).getByLabel('What happened, in your words').fill('I sent it on Monday.')
      await ownCase(lender).getByRole('button', { name: 'Send statement' }).click()
      await expect(banner(lender, 'Statement added to the case file')).toBeVisible()
      await expect(ownCase(borrower)).toContainText('I sent it on Monday.')
      for (const page of [borrower, lender]) {
        await ownCase(page).getByLabel('Your reply').fill('It is as I said before.')
        await ownCase(page).getByRole('button', { name: 'Send reply' }).click()
        await expect(banner(page, 'Reply added to the case file')).toBeVisible()
      }
    })
    await test.step('an operator asks, and the answer is there without loading anew', async () => {
      await open(noor.page, path)
      await expect(noor.page.getByText('I sent it on Monday.')).toBeVisible()
      await noor.page.getByRole('button', { name: 'Ask a party' }).click()
      await dialog(noor.page).getByLabel('Ask').selectOption('LENDER')
      await dialog(noor.page).getByLabel('Question').fill('From which account did you send it?')
      await confirm(noor.page, 'Ask', 'Question sent')
      await expect(ownCase(lender)).toContainText('Noor Haddad asked you')
      await ownCase(lender).getByLabel('Your answer').fill('From the one at SEB.')
      await ownCase(lender).getByRole('button', { name: 'Send answer' }).click()
      await expect(noor.page.getByText('From the one at SEB.')).toBeVisible()
    })
    await test.step('who helps users reads the case, and finds nothing to rule with', async () => {
      const support = await hire(browser, 'Sam Ortiz', ['support'])
      await open(support.page, path)
      await expect(support.page.getByText('From the one at SEB.')).toBeVisible()
      await expect(support.page.getByRole('radio')).toHaveCount(0)
      await expect(support.page.getByRole('button', { name: /ruling|hold|Ask/ })).toHaveCount(0)
      const body = { outcome: 'NOT_FUNDED', version: 1, reason: 'x'.repeat(20), code: '123456' }
      expect(await ask(support.page, 'POST', `/loans/${id}/rule`, body)).toMatchObject({
        status: 403,
        json: { code: 'operator_role' },
      })
      await support.page.context().close()
      expect(support.complaints).toEqual([])
    })
    const reasons = 'No exhibit shows that the money reached the account of the borrower.'
    await test.step('one proposes, and nothing moves', async () => {
      await proposeRuling(noor, path, { title: 'Loan never received', reasons })
      await expectNoSecondKey(noor, id)
      for (const page of [borrower, lender]) await expect(rulingOf(page)).toHaveCount(0)
    })
    await test.step('another confirms, and both sides read it', async () => {
      await confirmDecision(ilse, path, 'ruling')
      await expectRuling([borrower, lender], { reasons, by: [noor, ilse] })
      const mail = await mailTo(owner.email, `${domain.name}: Ruling on the dispute`)
      expect(mail.text).toContain(reasons)
      await expect(rulingOf(borrower).getByRole('button', { name: 'Accept' })).toHaveCount(0)
    })
    await test.step('the side it goes against accepts it, and it takes effect at once', async () => {
      await accept(lender)
      for (const page of [borrower, lender]) {
        await expectStatus(page, 'Cancelled')
        await expect(rulingOf(page)).toContainText('In effect.')
      }
      await open(ilse.page, path)
      await expect(ilse.page.getByText('In effect.')).toBeVisible()
      const { status } = await callFrom(borrower, 'GET', `/domains/${domain.id}`)
      expect(status).toBe('CUSTODY_PAID')
    })
  },
)

test(
  'loan received: the ruling is appealed, and two others say the same',
  deskAndGate,
  async ({ page: borrower, lender }) => {
    const { sides, domain } = await meet(borrower, lender)
    const id = await signedLoan(sides, domain.id)
    await contested(sides, id)
    await openBoth(sides, id)
    const path = await casePath(ravi, id)
    const date = new Date(await serverMs()).toISOString().slice(0, 10)
    const first = 'Exhibit 1 shows that the money reached the account on this day.'
    await proposeRuling(ravi, path, { title: 'Loan received', reasons: first, date })
    await expectNoSecondKey(ravi, id)
    await confirmDecision(june, path, 'ruling')
    await expectRuling([borrower, lender], { reasons: first, by: [ravi, june] })

    await test.step('the borrower appeals, and nothing moves', async () => {
      await rulingOf(borrower).getByRole('button', { name: 'Appeal' }).click()
      const appeal = 'The account in the exhibit is not mine.'
      await dialog(borrower).getByLabel('What is wrong with the ruling').fill(appeal)
      await confirm(borrower, 'Appeal', 'Appeal filed. Two other operators review it')
      for (const page of [borrower, lender]) {
        await expect(rulingOf(page)).toContainText('Appealed. Two other operators review it')
        await expectStatus(page, 'Disputed')
      }
      await expect(june.page.getByText(appeal)).toBeVisible()
    })
    await test.step('neither of the two who ruled has a key of the appeal', async () => {
      for (const { page } of [ravi, june]) {
        await open(page, path)
        await expect(page.getByRole('button', { name: 'Propose ruling' })).toHaveAttribute(
          'aria-disabled',
          'true',
        )
        await expect(page.getByText('You gave the other approval in this case.')).toBeVisible()
      }
    })
    await test.step('two others decide, and it takes effect at once', async () => {
      const reasons = 'The account in the exhibit is the one that was shown in the loan.'
      await proposeRuling(ilse, path, { title: 'Loan received', reasons, date })
      await expectNoSecondKey(ilse, id)
      await open(june.page, path)
      await expect(june.page.getByText('You gave the first approval in this case.')).toBeVisible()
      await confirmDecision(noor, path, 'ruling')
      for (const page of [borrower, lender]) {
        await expectStatus(page, 'Marked Paid')
        await expect(rulingOf(page).last()).toContainText('By Ilse Brandt and Noor Haddad')
        await expect(history(page)).toContainText('Two operators ruled')
      }
    })
  },
)

test(
  'not repaid, then repaid: time to cure when both accept it, and the end when the lender does',
  desk,
  async ({ page: borrower, lender }) => {
    const { sides, domain } = await meet(borrower, lender)
    const id = await runningLoan(sides, domain.id)
    const dispute = async () => {
      await callFrom(borrower, 'POST', `/escrow/${id}/finalize`, {})
      await callFrom(lender, 'POST', `/escrow/${id}/contest`, {
        reason: 'REPAYMENT_NOT_RECEIVED',
        statement: 'Nothing with this reference has arrived.',
      })
    }
    await dispute()
    await openBoth(sides, id)

    await test.step('cure time', async () => {
      const path = await casePath(june, id)
      const reasons = 'No exhibit shows a payment, so the loan goes on with more time.'
      const date = new Date((await serverMs()) + 120 * 86_400_000).toISOString().slice(0, 10)
      await proposeRuling(june, path, { title: 'Not repaid, more time to repay', reasons, date })
      await expectNoSecondKey(june, id)
      await confirmDecision(ravi, path, 'ruling')
      await expectRuling([borrower, lender], { reasons, by: [june, ravi] })
      await accept(borrower)
      await expect(rulingOf(lender)).toContainText('Accepted by the borrower.')
      await expectStatus(lender, 'Disputed') // It goes against both, so both must accept.
      await accept(lender)
      for (const page of [borrower, lender]) {
        await expectStatus(page, 'Marked Paid')
        await expect(page.locator(`time[datetime^="${date}"]`).first()).toBeVisible()
      }
    })
    await test.step('repaid', async () => {
      await dispute()
      const path = await casePath(ilse, id)
      const reasons = 'Exhibit 2 shows the whole payoff on the account of the lender.'
      await proposeRuling(ilse, path, { title: 'Repaid', reasons })
      await expectNoSecondKey(ilse, id)
      await confirmDecision(noor, path, 'ruling')
      await expectRuling([borrower, lender], { reasons, by: [ilse, noor] })
      await accept(lender)
      for (const page of [borrower, lender]) await expectStatus(page, 'Complete')
      const { status } = await callFrom(borrower, 'GET', `/domains/${domain.id}`)
      expect(status).toBe('CUSTODY_PAID')
    })
  },
)
