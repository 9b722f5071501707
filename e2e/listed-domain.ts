import { type Browser, expect, type Page } from '@playwright/test'
import { journeyPorts } from '../tools/journey-ports.ts'
import { registerVerified, somebody } from './journey.ts'

type Terms = { amount: number; term: number; rate: number }
type Added = { id: string; verificationHost: string; verificationRecord: string }

/** A domain that its owner has proved and listed, all of it through the product. */
export async function listDomain(browser: Browser, terms: Terms) {
  const domain = `keel-${crypto.randomUUID().slice(0, 8)}.com`
  const context = await browser.newContext()
  const page = await context.newPage()
  await registerVerified(page, somebody())
  await atRegistrar('add-name', { name: domain, createdDaysAgo: 4000 })
  const added = await ask<Added>(page, 'POST /domains/add', { domain })
  const record = { host: added.verificationHost, value: added.verificationRecord }
  await atRegistrar('publish-txt', { name: domain, ...record })
  await expect.poll(() => proveDomain(page, added.id), looks).toBe('EXTERNAL_VERIFIED')
  const { id } = await ask<{ id: string }>(page, 'POST /listings', {
    domain_id: added.id,
    desired_loan_amount: terms.amount,
    desired_term: terms.term,
    desired_apy: terms.rate,
  })
  await context.close()
  return { id, domain }
}

/** What was given this very moment is not looked for yet, so the first look comes after a while. */
const looks = { intervals: [11_000, 2000], timeout: 60_000 }

async function proveDomain(page: Page, id: string): Promise<string> {
  const { status } = await ask<{ status: string }>(page, `GET /domains/${id}`)
  if (status === 'EXTERNAL_UNVERIFIED') await ask(page, `POST /domains/${id}/verify`)
  return status
}

/** A call as the person of this page. */
export async function ask<T>(page: Page, call: string, body?: unknown): Promise<T> {
  const [method = '', path = ''] = call.split(' ')
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  const headers = { 'x-access-token': token }
  const given = body === undefined ? {} : { data: body }
  const reply = await page.request.fetch(`/api${path}`, { method, headers, ...given })
  expect(reply.ok(), `${call}: ${reply.status()} ${await reply.text()}`).toBe(true)
  return (await reply.json()) as T
}

async function atRegistrar(action: string, input: unknown) {
  const url = `http://127.0.0.1:${journeyPorts.registrar}/control/${action}`
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  if (!reply.ok) throw new Error(`${action}: ${await reply.text()}`)
}
