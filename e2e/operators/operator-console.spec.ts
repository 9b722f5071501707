import { desk, gate, open, registerVerified, settled, somebody } from '../steps/journey.ts'
import { someName } from '../steps/domains.ts'
import { dialog } from '../steps/domain-dialog.ts'
import { linkIn, mailTo } from '../steps/inbox.ts'
import { expectFocusWithin } from '../steps/keyboard.ts'
import { ask, codesOf, confirmListed, hire, operatorPassword, why } from '../steps/operators.ts'
import { callFrom } from '../steps/market.ts'
import { expect, test } from '../steps/two-people.ts'

test(
  'somebody is invited, joins with a code app, and each code works once',
  gate,
  async ({ page, browser }) => {
    const admin = await hire(browser, 'Ada Winter', ['admin'])
    const email = `${crypto.randomUUID().slice(0, 8)}@pier.example`
    const name = `Noor ${crypto.randomUUID().slice(0, 6)}`
    const invited = { name, email, roles: ['case_officer'], reason: why }
    const asked = { ...invited, code: await admin.code() }
    const proposed = await ask(admin.page, 'POST', '/operators', asked)
    expect(proposed.status, JSON.stringify(proposed.json)).toBe(201)
    const approver = await hire(browser, 'Otto Brink', ['approver'])
    await confirmListed(approver, name, 'change')
    const invitation = await mailTo(email, 'Pier Operations: invitation, valid for 7 days')
    const link = linkIn(invitation, 'operator/join#token=')

    await open(page, new URL(link).pathname + new URL(link).hash)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${name}`)
    await expect(page).toHaveURL('/operator/join') // The token is not kept in the address bar.
    const code = codesOf(await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText())
    const used = await code()
    await page.getByLabel('Password', { exact: true }).fill(operatorPassword)
    await page.getByLabel('Confirm').fill(operatorPassword)
    await page.getByLabel('Code').last().fill(used)
    await page.getByRole('button', { name: 'Join' }).click()
    await expect(page.getByText('You have joined. Log in with the next code')).toBeVisible()

    const logIn = async (typed: string) => {
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(operatorPassword)
      await page.getByLabel('Code').fill(typed)
      await page.getByRole('button', { name: 'Log in' }).click()
    }
    await settled(page)
    await logIn(used)
    await expect(page.getByRole('alert')).toContainText('Wrong email, password or code')
    await logIn(await code())
    await expect(page).toHaveURL('/operator/queues/disputes')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Disputes')

    await open(page, link.replace(/^.*(?=\/operator)/, ''))
    await expect(page.getByRole('alert')).toBeVisible() // The invitation works once.
    for (const operator of [admin, approver]) {
      await operator.page.context().close()
      expect(operator.complaints).toEqual([])
    }
  },
)

test('a queue is worked through by keys alone', desk, async ({ browser, request }) => {
  const domain = someName()
  for (const statement of ['It was taken from my account.', 'The site asks for passwords.']) {
    const kind = statement.startsWith('It') ? 'theft' : 'abuse'
    const data = { kind, domain, contact: 'oona@mail.example', statement }
    expect((await request.post('/api/reports', { data })).status()).toBe(204)
  }
  const { page, complaints } = await hire(browser, 'Ilse Brandt', ['case_officer'])
  await open(page, '/operator/queues/risk')
  await page.keyboard.press('/')
  await page.keyboard.type(domain)
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 lines match')).toBeVisible()
  const marked = page.locator('tr[data-marked]')
  const lines = page.getByRole('main').getByRole('row').filter({ hasText: domain })
  await page.getByRole('searchbox').blur()

  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(lines.nth(1)).toHaveAttribute('data-marked')
  await page.keyboard.press('k')
  await expect(lines.nth(0)).toHaveAttribute('data-marked')
  await page.keyboard.press('a')
  await expectFocusWithin(dialog(page))
  await dialog(page).getByRole('button', { name: 'Claim' }).press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(marked).toContainText('You')
  await page.keyboard.press('?')
  await expect(dialog(page)).toContainText('Claim or release the task')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  const href = await marked.getByRole('link').first().getAttribute('href')
  await page.getByRole('main').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(String(href))
  await page.context().close()
  expect(complaints).toEqual([])
})

test('a login as a user gives no access to the operator console', desk, async ({ page }) => {
  await registerVerified(page, somebody())
  await callFrom(page, 'GET', '/users/self')
  expect((await ask(page, 'GET', '/queues')).status).toBe(401)
  await page.goto('/operator/queues/disputes')
  await expect(page).toHaveURL(/\/operator\/login/)
})
