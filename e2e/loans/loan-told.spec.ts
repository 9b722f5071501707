import type { Page } from '@playwright/test'
import { dialog } from '../steps/domain-dialog.ts'
import {
  addDomain,
  checkUntilFound,
  dialogOf,
  registrar,
  rowOf,
  someName,
} from '../steps/domains.ts'
import { readEveryPlace, type Side } from '../steps/every-place.ts'
import { linkIn, mailsTo, mailTo } from '../steps/inbox.ts'
import { deskAndGate, logInAgain, open, signUp } from '../steps/journey.ts'
import { press } from '../steps/loan-page.ts'
import { topUpByCard } from '../steps/payment.ts'
import {
  approve,
  byTheNextNews,
  confirm,
  expect,
  expectMove,
  expectStatus,
  giveDetails,
  mara,
  newBrowser,
  openBoth,
  signInTab,
  teodor,
  test,
} from '../steps/two-people.ts'

test.setTimeout(600_000) // From nothing to the returned name, read everywhere after every step.

test(
  'two new people and one loan: after every step, every place tells both the same',
  deskAndGate,
  async ({ page: borrower, lender, browser }) => {
    for (const page of [borrower, lender]) page.setDefaultTimeout(30_000)
    const people = { borrower: mara(), lender: teodor() }
    const name = someName()
    const code = await registrar.addName(name)

    await test.step('both register and prove their address', async () => {
      for (const [page, person] of [
        [borrower, people.borrower],
        [lender, people.lender],
      ] as const) {
        await signUp(page, person)
        await page.goto(linkIn(await mailTo(person.email, 'Verify your email'), 'verify='))
        await expect(page.getByText('Email verified')).toBeVisible()
      }
    })
    await test.step('the borrower adds a name, proves it and lists it', async () => {
      const { window, record } = await addDomain(borrower, name)
      await registrar.publish(name, record)
      await checkUntilFound(window)
      await window.getByRole('button', { name: 'Close' }).last().click()
      await borrower.getByRole('link', { name: `Get Loan, ${name}` }).click()
      await dialog(borrower).getByLabel('Desired loan amount').fill('2,000')
      await dialog(borrower).getByLabel('Term in days').fill('30')
      await dialog(borrower).getByLabel('APR').fill('18')
      await expect(dialog(borrower)).toContainText('You would repay$2,029.59')
      await confirm(borrower, 'Create Listing', 'Listing created')
      await expect(rowOf(borrower, name)).toContainText('$2,000, 30 d, 18.00%')
    })
    await test.step('the lender matches the ask, and both read the same offer', async () => {
      await open(lender, `/app/listings?search=${name.slice(0, -4)}`)
      await lender
        .getByRole('link', { name: new RegExp(`^Passport.*${name}`) })
        .first()
        .click()
      await expect(lender.getByRole('heading', { level: 1 })).toHaveText(name)
      await lender.getByRole('button', { name: 'Place Bid' }).click()
      await expect(lender.getByText('Offer sent')).toBeVisible()
      await open(lender, '/app/lend')
      await open(borrower, '/app/borrow')
      for (const page of [borrower, lender]) {
        const offer = page.getByRole('row').filter({ hasText: name })
        for (const words of ['$2,000', '30 days', '18.00%'])
          await expect(offer).toContainText(words)
      }
      const mail = async () =>
        (await mailsTo(people.borrower.email)).some(
          ({ subject, text }) => subject.includes(name) && text.includes('$2,000'),
        )
      await expect.poll(mail).toBe(true)
    })
    const id = await test.step('the borrower accepts', async () => {
      await borrower.getByRole('button', { name: /^Accept/ }).click()
      await expect(dialog(borrower)).toContainText('You repay on the due date$2,029.59')
      await dialog(borrower).getByRole('button', { name: 'Accept offer' }).click()
      await expect(borrower).toHaveURL(/\/app\/escrow\/[\da-f-]{36}$/)
      return borrower.url().split('/').at(-1) ?? ''
    })
    const devices = [await newBrowser(browser), await newBrowser(browser)] as const
    const [{ page: hers }, { page: his }] = devices
    await logInAgain(hers, people.borrower)
    await logInAgain(his, people.lender)
    const sides: [Side, Side] = [
      { page: borrower, second: hers, email: people.borrower.email, list: '/app/borrow' },
      { page: lender, second: his, email: people.lender.email, list: '/app/lend' },
    ]
    const told = (places?: { withInbox: boolean }) =>
      readEveryPlace(sides, { domain: name, id }, places)
    await openBoth({ borrower, lender }, id)

    await test.step('both are asked for what they have not said yet', async () => {
      for (const page of [borrower, lender])
        await expectMove(page, 'Your move', 'Add your legal address')
      await told()
      await giveDetails(borrower)
      await expectMove(borrower, "Lender's move", 'Teodor Nyberg adds a legal address')
      await told({ withInbox: false }) // Nobody is mailed about their own action.
      await giveDetails(lender)
      for (const page of [borrower, lender])
        await expectMove(page, 'Your move', 'Sign the lending agreement')
      await told()
    })
    await test.step('the lender signs, then the borrower', async () => {
      await signInTab(lender, people.lender.name)
      await expectMove(lender, "Borrower's move", 'The borrower signs')
      await told()
      await signInTab(borrower, people.borrower.name)
      await expectMove(borrower, 'Your move', 'Transfer the domain to us')
      await expectMove(lender, "Borrower's move", 'Mara Lindqvist transfers the domain to us')
      await told()
    })
    await test.step('the domain comes to us', async () => {
      await topUpByCard(borrower, '50')
      await open(borrower, `/app/escrow/${id}`)
      await borrower.getByRole('link', { name: 'Transfer In' }).click()
      const window = dialogOf(borrower, 'Transfer In')
      await expect(window.getByText('$10.00').first()).toBeVisible()
      await window.getByLabel('EPP authorization code').fill(code)
      await window.getByRole('button', { name: 'Transfer In' }).click()
      await expect(borrower.getByText('Transfer initiated')).toBeVisible()
      await open(borrower, `/app/escrow/${id}`)
      for (const page of [borrower, lender])
        await expectMove(page, 'In progress', 'The domain is being transferred to us')
      await told()
      await approve(name)
      for (const page of [borrower, lender])
        await expect(page.getByText('Waiting for Payment', { exact: true }).first()).toBeVisible(
          byTheNextNews,
        )
      await expectMove(borrower, "Lender's move", 'Teodor Nyberg pays you $2,000.00')
      await told()
    })
    await test.step('the lender pays, and the borrower has it', async () => {
      await lender.getByRole('button', { name: 'I am paying now' }).click()
      await expectMove(borrower, "Lender's move", 'Teodor Nyberg is paying you $2,000.00')
      await told()
      await lender.getByRole('button', { name: 'I sent $2,000.00' }).click()
      await confirm(lender, 'I sent $2,000.00', 'Marked paid')
      await expectMove(borrower, 'Your move', 'Confirm that you received $2,000.00')
      await told()
      await borrower.getByRole('button', { name: 'Confirm I received $2,000.00' }).click()
      await confirm(borrower, 'Confirm I received $2,000.00', 'Receipt confirmed')
      await expectMove(borrower, 'Your move', 'Repay $2,029.59')
      await expectMove(lender, "Borrower's move", 'The borrower repays $2,029.59')
      await told()
    })
    await test.step('a part is paid and confirmed', async () => {
      await borrower.getByRole('button', { name: 'Record partial payment' }).click()
      await dialog(borrower).getByLabel('Amount in USD').fill('500')
      await confirm(borrower, 'Record partial payment', 'Payment recorded')
      await expectMove(lender, 'Your move', /500\.00/)
      await told()
      await lender.getByRole('button', { name: 'Confirm receipt' }).first().click()
      await confirm(lender, 'Confirm receipt', 'Payment confirmed')
      await expectMove(borrower, 'Your move', /^Repay \$1,5\d\d\.\d\d/)
      await expectMove(lender, "Borrower's move", /^The borrower repays \$1,5\d\d\.\d\d/)
      await told()
    })
    await test.step('the rest is claimed and confirmed, and the name is free', async () => {
      await press(borrower, 'Finalize')
      await confirm(borrower, 'I repaid', 'Marked repaid')
      await expectMove(lender, 'Your move', /^Confirm that you were repaid/)
      await told()
      await lender.getByRole('button', { name: 'Confirm I was repaid' }).click()
      await confirm(lender, 'Confirm I was repaid', 'Loan complete')
      for (const { page, email } of sides) {
        await expectStatus(page, 'Complete')
        const receipt = page.getByRole('region', { name: 'Receipt' })
        for (const sum of ['$2,000.00', '$500.00']) await expect(receipt).toContainText(sum)
        await mailTo(
          email,
          `${name}: ${page === lender ? 'You' : people.lender.name} confirmed repayment. The domain is released`,
        )
        await expect(page.getByRole('button', { name: 'Calendar file' })).toHaveCount(0)
      }
      expect(await paidIn(borrower)).toEqual(['$2,000.00', '$500.00', '$1,506.90'])
      expect(await paidIn(lender)).toEqual(await paidIn(borrower))
      await open(borrower, '/app/my-domains')
      await expect(rowOf(borrower, name)).toContainText('In custody')
    })
    for (const { page, complaints } of devices) {
      await page.context().close()
      expect(complaints).toEqual([])
    }
  },
)

/** The payments between the two, in order. What each paid to others comes below. */
const paidIn = async (page: Page) => {
  const receipt = await page.getByRole('region', { name: 'Receipt' }).innerText()
  return receipt.match(/\$[\d,]+\.\d\d/g)?.slice(0, 3)
}
