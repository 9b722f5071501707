import { expect, type Browser, type Page } from '@playwright/test'
import { registrar } from './domains.ts'
import { registerVerified, somebody, watch } from './journey.ts'

/**
 * What precedes a negotiation: a verified and listed domain, lenders, and their offers. These have
 * their own journeys, so the calls are made from the page directly.
 */
const ask = { desired_loan_amount: 32_000, desired_term: 180, desired_apy: 14.5 }

type Listed = { id: string; name: string; code: string; listingId: string }

export async function listedDomain(page: Page, terms = ask): Promise<Listed> {
  const domain = await provedDomain(page)
  return { ...domain, listingId: await listOn(page, domain.id, terms) }
}

async function provedDomain(page: Page) {
  const { id, name, record, code } = await addedDomain(page)
  await registrar.publish(name, record)
  const prove = async () => {
    await callFrom(page, 'POST', `/domains/${id}/verify`)
    return (await callFrom(page, 'GET', `/domains/${id}`))['status']
  }
  await expect.poll(prove, { intervals: [2000], timeout: 60_000 }).toBe('EXTERNAL_VERIFIED')
  return { id, name, code }
}

/** `code` is the registrar's authorization code for a transfer. */
export async function addedDomain(page: Page) {
  const name = `harbour-${crypto.randomUUID().slice(0, 12)}.com`
  const code = await registrar.addName(name)
  const added = await callFrom(page, 'POST', '/domains/add', { domain: name })
  const record = {
    host: String(added['verificationHost']),
    value: String(added['verificationRecord']),
  }
  return { id: String(added['id']), name, record, code }
}

export async function listOn(page: Page, domainId: string, terms = ask): Promise<string> {
  const listing = await callFrom(page, 'POST', '/listings', { domain_id: domainId, ...terms })
  return String(listing['id'])
}

/** Another user, in a separate browser. */
export async function someLender(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': address() } })
  const complaints: string[] = []
  watch(context, complaints)
  const page = await context.newPage()
  await registerVerified(page, somebody())
  return page
}

const address = () => [198, ...crypto.getRandomValues(new Uint8Array(3))].join('.')

export const makeOffer = (lender: Page, domainId: string, loan_amount: number) =>
  callFrom(lender, 'POST', '/offers', { domain_id: domainId, loan_amount, term: 180, apy: 13.25 })

/** A call as the page itself makes it. */
export async function callFrom(page: Page, method: string, path: string, body?: object) {
  const { ok, text } = await page.evaluate(
    async (given) => {
      const headers = new Headers({ 'x-access-token': localStorage.getItem('token') ?? '' })
      if (given.body) headers.set('content-type', 'application/json')
      const reply = await fetch(`/api${given.path}`, {
        method: given.method,
        headers,
        ...(given.body && { body: JSON.stringify(given.body) }),
      })
      return { ok: reply.ok, text: await reply.text() }
    },
    { method, path, body },
  )
  expect(ok, `${method} ${path}: ${text}`).toBe(true)
  return (text ? JSON.parse(text) : {}) as Record<string, unknown>
}
