import { dialog } from '../steps/domain-dialog.ts'
import { mailTo } from '../steps/inbox.ts'
import { desk, open } from '../steps/journey.ts'
import { callFrom } from '../steps/market.ts'
import { confirmDecision, expectNoSecondKey, hire, turn } from '../steps/operators.ts'
import { smallPictures } from '../steps/pictures.ts'
import {
  confirm,
  domainsInCustody,
  expect,
  expectStatus,
  endedHistory,
  history,
  mara,
  openBoth,
  runningLoan,
  settle,
  teodor,
  test,
} from '../steps/two-people.ts'

test.setTimeout(300_000)

const order = { name: 'order.png', mimeType: 'image/png', buffer: smallPictures['image/png'] }

test(
  'a hold is placed by one and lifted by two; under a second one the domain is taken by order',
  desk,
  async ({ page: borrower, lender, browser }) => {
    const sides = { borrower, lender }
    const owner = mara()
    await settle(borrower, owner)
    await settle(lender, teodor())
    const [[domain], noor, ilse] = await Promise.all([
      domainsInCustody(borrower, 1),
      hire(browser, 'Noor Haddad', ['case_officer', 'compliance', 'approver']),
      hire(browser, 'Ilse Brandt', ['approver']),
    ])
    if (!domain) throw new Error('No domain came')
    const id = await runningLoan(sides, domain.id)
    await openBoth(sides, id)
    const path = `/operator/loans/${id}`
    const { page, code } = noor
    const told = 'Somebody says that this name was stolen from them.'

    await test.step('one operator places a hold, and nothing moves', async () => {
      await open(page, path)
      await page.getByRole('button', { name: 'Place hold' }).click()
      await dialog(page).getByLabel('Kind').selectOption('theft')
      await dialog(page)
        .getByLabel(/^Reasons/)
        .fill(told)
      await confirm(page, 'Place hold', 'Hold placed')
      for (const each of [borrower, lender]) {
        await expectStatus(each, 'On hold')
        await expect(history(each)).toContainText('The domain was put on hold')
      }
      const mail = await mailTo(owner.email, `${domain.name}: The domain was put on hold`)
      expect(mail.text).toContain(told)
    })
    await test.step('it is lifted by two, and not by one twice', async () => {
      await page.getByRole('button', { name: 'Propose to lift' }).click()
      await dialog(page)
        .getByLabel(/^Reasons/)
        .fill('The report was taken back by who made it.')
      await turn(page, {
        code,
        button: 'Propose to lift',
        done: 'Proposed. Waiting for second approval',
      })
      await expectNoSecondKey(noor, id)
      await expectStatus(borrower, 'On hold')
      await confirmDecision(ilse, path, 'lifting of the hold')
      for (const each of [borrower, lender]) {
        await expect(history(each)).toContainText('The hold was lifted by two operators')
        await expect(each.getByText('On hold', { exact: true })).toHaveCount(0)
      }
    })
    await test.step('a court hold needs the court order as a document', async () => {
      await open(page, path)
      await page.getByRole('button', { name: 'Place hold' }).click()
      await dialog(page).getByLabel('Kind').selectOption('court')
      const reasons = 'A court has ordered that the name goes back to who it was taken from.'
      await dialog(page)
        .getByLabel(/^Reasons/)
        .fill(reasons)
      await dialog(page).getByRole('button', { name: 'Place hold' }).click()
      await expect(dialog(page).getByRole('alert')).toBeVisible()
      await dialog(page).locator('input[type=file]').setInputFiles(order)
      await confirm(page, 'Place hold', 'Hold placed')
    })
    await test.step('two take it from both sides, with the order', async () => {
      const reasons = 'The order is final, and it names this domain.'
      await page.getByRole('button', { name: 'Seize by order' }).click()
      await dialog(page)
        .getByLabel(/^Reasons/)
        .fill(reasons)
      await dialog(page).locator('input[type=file]').setInputFiles(order)
      await turn(page, {
        code,
        button: 'Propose seizure by order',
        done: 'Proposed. Waiting for second approval',
      })
      await expectNoSecondKey(noor, id)
      await expectStatus(borrower, 'Marked Paid')
      await confirmDecision(ilse, path, 'seizure by order')
      for (const each of [borrower, lender]) {
        await expectStatus(each, 'Seized')
        await expect(await endedHistory(each)).toContainText('taken from both sides by legal order')
      }
      const { domains } = await callFrom(borrower, 'GET', '/domains')
      expect(domains).toMatchObject([{ domain: domain.name, on_hold: true }])
      await expect(ilse.page.getByRole('button', { name: 'Open the document' })).toBeVisible()
    })
    for (const operator of [noor, ilse]) {
      await operator.page.context().close()
      expect(operator.complaints).toEqual([])
    }
  },
)
