import type { Browser, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { journeyPorts } from '../../tools/journeys/journey-ports.ts'
import { post, serverMs } from './domains.ts'
import { banner, dialog } from './domain-dialog.ts'
import { expect, open } from './journey.ts'
import { newBrowser } from './two-people.ts'

/**
 * Operators, each with a browser and an authenticator app. They are invited from the command line
 * and join by calls; the screens for that have their own journey.
 */
type Role = 'support' | 'case_officer' | 'approver' | 'finance' | 'compliance' | 'admin'
export type Operator = Awaited<ReturnType<typeof hire>>

export const operatorPassword = 'seven patient harbour pilots'

export async function hire(browser: Browser, name: string, roles: Role[]) {
  const { email, token } = await invite(name, roles)
  const { page, complaints } = await newBrowser(browser)
  await page.goto('/operator/login')
  const { json } = await ask(page, 'POST', '/join/start', { token })
  const code = codesOf(String(json['secret']))
  await ask(page, 'POST', '/join', { token, password: operatorPassword, code: await code() })
  const operator = { page, name, email, code, complaints }
  await logInOperator(operator)
  return operator
}

async function invite(name: string, roles: Role[]) {
  const email = `${crypto.randomUUID().slice(0, 8)}@pier.example`
  const url = `http://127.0.0.1:${journeyPorts.operators}/control/invite`
  const { link } = await post<{ link: string }>(url, { name, email, roles })
  return { email, link, token: link.split('#token=')[1] ?? '' }
}

type Login = { page: Page; email: string; code: () => Promise<string> }

/** A session ends after a quarter of an hour without use, so passing days end it too. */
export async function logInOperator({ page, email, code }: Login) {
  await page.goto('/operator/login')
  const body = { email, password: operatorPassword, code: await code() }
  const { status, json } = await ask(page, 'POST', '/login', body)
  expect(status, JSON.stringify(json)).toBe(200)
}

const stepMs = 30_000

/**
 * The codes of the authenticator app. Each is valid once, and those of the previous and next step
 * are accepted too: so three are available at once, then one every half minute.
 */
export function codesOf(secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) })
  let last = 0
  const soonMs = 10_000 // Allows for the time to arrive.
  const next = async () => {
    const now = await serverMs()
    last = Math.max(last, Math.floor((now + soonMs) / stepMs) - 2)
    return last + 1 <= Math.floor(now / stepMs) + 1
  }
  return async () => {
    await expect.poll(next, { message: 'a fresh code', timeout: 60_000 }).toBe(true)
    last += 1
    return totp.generate({ timestamp: last * stepMs })
  }
}

/** A call as the console itself makes it. */
export async function ask(page: Page, method: string, path: string, body?: object) {
  return page.evaluate(
    async (given) => {
      const reply = await fetch(`/api/operator${given.path}`, {
        method: given.method,
        ...(given.body && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(given.body),
        }),
      })
      const text = await reply.text()
      const json = (text ? JSON.parse(text) : {}) as Record<string, unknown>
      return { status: reply.status, json }
    },
    { method, path, body },
  )
}

export const why = 'As the file shows, this is what is to be done'

/** The page of the case that is open on a loan. */
export async function casePath({ page }: Operator, loanId: string) {
  const { json } = await ask(page, 'GET', `/loans/${loanId}`)
  return `/operator/cases/${String(json['case_id'])}`
}

const panel = (page: Page) => page.getByRole('complementary')

type Ruling = { title: string; reasons: string; date?: string }

/** The first approval, on the page of a case. */
export async function proposeRuling({ page, code }: Operator, path: string, ruling: Ruling) {
  await open(page, path)
  const { title, reasons, date } = ruling
  await page.getByRole('radio', { name: new RegExp(`^${title}`) }).check()
  if (date) await panel(page).locator('input[type=date]').fill(date)
  await panel(page)
    .getByRole('textbox', { name: /^Reasons/ })
    .fill(reasons)
  await panel(page).getByRole('button', { name: 'Propose ruling' }).click()
  await expect(dialog(page)).toContainText(reasons)
  await turn(page, {
    code,
    button: 'Propose ruling',
    done: 'Proposed. Waiting for second approval',
  })
}

type Turn = { code: () => Promise<string>; button: string; done: string }

/** Enters the code in the open dialog, and confirms. */
export async function turn(page: Page, { code, button, done }: Turn) {
  await dialog(page)
    .getByLabel('Code')
    .fill(await code())
  await dialog(page).getByRole('button', { name: button, exact: true }).click()
  await expect(banner(page, done)).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
}

/** Whoever gave the first approval is not offered the second, and the call refuses it too. */
export async function expectNoSecondKey({ page }: Operator, loanId: string) {
  await expect(panel(page).getByText('You gave the first approval in this case.')).toBeVisible()
  await expect(panel(page).getByRole('button', { name: /^Confirm/ })).toHaveCount(0)
  const { json: loan } = await ask(page, 'GET', `/loans/${loanId}`)
  const decisions = loan['decisions'] as { id: string; state: string }[]
  const waiting = decisions.find(({ state }) => state === 'proposed')
  const body = { reason: why, code: '123456' }
  const own = await ask(page, 'POST', `/decisions/${waiting?.id}/confirm`, body)
  expect([own.status, own.json['code']]).toEqual([403, 'both_keys'])
}

/** The second approval, by somebody who opens the decision from its subject. */
export async function confirmDecision(operator: Operator, path: string, what: string) {
  await open(operator.page, path)
  await panel(operator.page).getByRole('link', { name: 'Review and decide' }).click()
  await turnSecond(operator, what)
}

/** The second approval, by somebody who finds it in the list of decisions. */
export async function confirmListed(operator: Operator, subject: string, what: string) {
  await open(operator.page, '/operator/decisions')
  await operator.page.getByRole('link', { name: subject, exact: true }).click()
  await turnSecond(operator, what)
}

async function turnSecond({ page, code }: Operator, what: string) {
  await expect(page).toHaveURL(/\/operator\/decisions\//)
  await panel(page)
    .getByRole('textbox', { name: /^Your reason/ })
    .fill(why)
  const name = panel(page).getByLabel('Type the name')
  if ((await name.count()) > 0) {
    const heading = await page.getByRole('heading', { level: 1 }).innerText()
    await name.fill(heading.replaceAll(/\s/g, ''))
  }
  await panel(page)
    .getByLabel('Code')
    .fill(await code())
  await panel(page)
    .getByRole('button', { name: `Confirm ${what}` })
    .click()
  await expect(banner(page, 'Decision approved')).toBeVisible()
}
