import { dialog } from '../steps/domain-dialog.ts'
import { passDays } from '../steps/domains.ts'
import { mailsTo } from '../steps/inbox.ts'
import { deskAndGate, leave, logInAgain, open } from '../steps/journey.ts'
import { callFrom } from '../steps/market.ts'
import {
  ask,
  casePath,
  confirmDecision,
  expectNoSecondKey,
  hire,
  logInOperator,
  proposeRuling,
  turn,
  why,
} from '../steps/operators.ts'
import {
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

test.setTimeout(400_000)

test(
  'two operators seize after a notice nobody answered, and rule where somebody objected',
  deskAndGate,
  async ({ page: borrower, lender, browser }) => {
    const sides = { borrower, lender }
    const [owner, lending] = [mara(), teodor()]
    const contexts = [borrower.context(), lender.context()]
    await passDays(contexts, 0) // Sets the devices to the product's time.
    await settle(borrower, owner)
    await settle(lender, lending)
    const [[silent, objected], noor, ilse] = await Promise.all([
      domainsInCustody(borrower, 2),
      hire(browser, 'Noor Haddad', ['case_officer', 'approver']),
      hire(browser, 'Ilse Brandt', ['case_officer', 'approver']),
    ])
    if (!silent || !objected) throw new Error('Two domains were to come')
    const silentId = await runningLoan(sides, silent.id, { term: 10 })
    const objectedId = await runningLoan(sides, objected.id, { term: 10 })
    const comeBack = async (days: number) => {
      for (const page of [borrower, lender]) await leave(page)
      await passDays(contexts, days)
      await logInAgain(borrower, owner)
      await logInAgain(lender, lending)
    }

    await test.step('notices are sent; one is objected to, the other served three times', async () => {
      await comeBack(15)
      for (const id of [silentId, objectedId]) {
        await callFrom(lender, 'POST', `/escrow/${id}/finalize`, { outcome: 'DEFAULT' })
      }
      await callFrom(borrower, 'POST', `/escrow/${objectedId}/escalate`, {
        reason: 'OBJECTION_TO_DEFAULT',
        statement: 'I paid on the day it was due.',
      })
      const served = async () => {
        const mails = await mailsTo(owner.email)
        return mails.filter(({ subject }) => subject.startsWith(`${silent.name}: Reminder: Pay`))
      }
      await passDays(contexts, 10.1)
      await expect.poll(served, { timeout: 60_000 }).toHaveLength(1)
      await passDays(contexts, 8)
      await expect.poll(served, { timeout: 60_000 }).toHaveLength(2)
      await comeBack(2)
      await openBoth(sides, silentId)
      await expect(history(lender)).toContainText('The notice period ended without an answer')
    })

    await test.step('the seizure: every check is met, and two approve it', async () => {
      for (const operator of [noor, ilse]) await logInOperator(operator)
      const { page, code } = noor
      const worth = { domain: silent.name, amount: 2500, source: 'Sales of the kind', reason: why }
      const said = await ask(page, 'POST', '/valuations', { ...worth, code: await code() })
      const { id: valueId } = said.json['decision'] as { id: string }
      const second = { reason: why, code: await ilse.code() }
      const stands = await ask(ilse.page, 'POST', `/decisions/${valueId}/confirm`, second)
      expect(stands.status).toBe(200)
      const path = `/operator/loans/${silentId}`
      await open(page, '/operator/queues/seizures')
      await page.getByRole('main').getByRole('link', { name: silent.name }).click()
      await expect(page).toHaveURL(path)
      await expect(page.getByText('3 sent, 0 refused, 0 on the way')).toBeVisible()
      await page.getByRole('button', { name: 'Propose seizure' }).click()
      await expect(dialog(page)).toContainText('The domain goes to Teodor Nyberg')
      await turn(page, {
        code,
        button: 'Propose seizure',
        done: 'Proposed. Waiting for second approval',
      })
      await expectNoSecondKey(noor, silentId)
      await expectStatus(borrower, 'Marked Paid')
      await confirmDecision(ilse, path, 'seizure')
      for (const each of [borrower, lender]) {
        await expectStatus(each, 'Seized')
        await expect(await endedHistory(each)).toContainText('The domain has gone to the lender')
      }
      const { domains } = await callFrom(lender, 'GET', '/domains')
      expect(domains).toMatchObject([{ domain: silent.name, status: 'CUSTODY_PAID' }])
    })

    await test.step('the ruling: nobody appeals in five days, and the domain goes to the lender', async () => {
      await openBoth(sides, objectedId)
      const path = await casePath(ilse, objectedId)
      const reasons = 'The loan was due, the notice was served, and no exhibit shows a payment.'
      await proposeRuling(ilse, path, { title: 'Default confirmed', reasons })
      await expectNoSecondKey(ilse, objectedId)
      await confirmDecision(noor, path, 'ruling')
      for (const each of [borrower, lender]) {
        const ruling = each.getByRole('region', { name: 'Ruling' })
        await expect(ruling).toContainText(reasons)
        await expect(ruling).toContainText('By Ilse Brandt and Noor Haddad')
        await expectStatus(each, 'Disputed')
      }
      await comeBack(5.1)
      await openBoth(sides, objectedId)
      for (const each of [borrower, lender]) await expectStatus(each, 'Seized')
      const owned = async () => (await callFrom(lender, 'GET', '/domains'))['domains']
      await expect.poll(owned).toHaveLength(2)
    })
    for (const { page, complaints } of [noor, ilse]) {
      await page.context().close()
      expect(complaints).toEqual([])
    }
  },
)
