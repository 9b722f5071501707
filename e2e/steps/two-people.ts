import type { Browser, Page } from '@playwright/test'
import { banner, dialog } from './domain-dialog.ts'
import { registrar } from './domains.ts'
import { expect, open, registerVerified, somebody, test as journey, watch } from './journey.ts'
import { addedDomain, callFrom, listOn } from './market.ts'
import { topUpByCard } from './payment.ts'

export { expect }

/**
 * Two people and one loan, each in a separate browser: what one of them does, the other sees
 * without reloading. What precedes a loan is done by calls; it has its own journeys.
 */
export const test = journey.extend<{ lender: Page }>({
  lender: async ({ browser }, use) => {
    const { page, complaints } = await newBrowser(browser)
    await use(page)
    await page.context().close()
    expect(complaints).toEqual([])
  },
})

/** A separate browser with its own network address. Collects the errors of its console. */
export async function newBrowser(browser: Browser) {
  const address = [198, ...crypto.getRandomValues(new Uint8Array(3))].join('.')
  const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': address } })
  const complaints: string[] = []
  watch(context, complaints)
  return { page: await context.newPage(), complaints }
}

export const mara = () => somebody()
export const teodor = () => ({ ...somebody(), name: 'Teodor Nyberg' })
type Person = ReturnType<typeof somebody>

const home = { address1: 'Skeppsbron 14', city: 'Stockholm', zip: '111 30', country: 'Sweden' }
const account = { rail: 0, account: 'SE4550000000058398257466', bank: 'SEB', bic: 'ESSESESS' }

/** A user who has given a legal address and payment details. */
export async function settle(page: Page, person: Person) {
  await registerVerified(page, person)
  await giveDetails(page)
}

export async function giveDetails(page: Page) {
  await callFrom(page, 'POST', '/users/profile', home)
  await callFrom(page, 'PUT', '/users/payout-details', account)
}

/** The registrar is polled once a minute. */
export const byTheNextNews = { timeout: 100_000 }

/** Names in custody, all moved at the same time. */
export async function domainsInCustody(page: Page, count: number) {
  await topUpByCard(page, String(20 * count))
  const domains = []
  for (let made = 0; made < count; made++) domains.push(await moveIn(page))
  for (const { name } of domains) await approve(name)
  for (const { id } of domains) {
    const status = async () => (await callFrom(page, 'GET', `/domains/${id}`))['status']
    await expect.poll(status, { intervals: [2000], ...byTheNextNews }).toBe('CUSTODY_PAID')
  }
  return domains
}

async function moveIn(page: Page) {
  const domain = await addedDomain(page)
  await askFor(page, domain)
  return { id: domain.id, name: domain.name }
}

/** Requests its transfer, at the quoted price. */
export async function askFor(page: Page, { id, code }: { id: string; code: string }) {
  const quote = async () => {
    const body = { operation: 'transfer' }
    return (await callFrom(page, 'POST', `/domains/${id}/quote`, body))['state']
  }
  await expect.poll(quote, { timeout: 30_000 }).toBe('ready')
  await callFrom(page, 'POST', `/domains/${id}/transfer`, { transferCode: code })
}

/** The other registrar approves at once, instead of after five days. */
export async function approve(name: string) {
  const status = async () => (await registrar.read(name)).transfer?.status
  await expect.poll(status, { timeout: 60_000 }).toBe('pending')
  await registrar.approve(name)
}

type Sides = { borrower: Page; lender: Page }
type Terms = { loan_amount?: number; term?: number; apy?: number }

/**
 * Makes an offer on a listed domain and accepts it. Returns the id of the loan, which waits for
 * both signatures.
 */
export async function agree({ borrower, lender }: Sides, domainId: string, terms: Terms = {}) {
  const asked = { loan_amount: 2000, term: 90, apy: 18, ...terms }
  const { id: offerId } = await callFrom(lender, 'POST', '/offers', {
    domain_id: domainId,
    ...asked,
  })
  const { id } = await callFrom(borrower, 'POST', '/escrow/accept', { offerId })
  return String(id)
}

export const list = (borrower: Page, domainId: string) =>
  listOn(borrower, domainId, { desired_loan_amount: 2000, desired_term: 90, desired_apy: 18 })

/** Both sign, where signing is not the subject. */
export async function signBoth({ borrower, lender }: Sides, loanId: string) {
  for (const [page, side] of [
    [lender, 'lender'],
    [borrower, 'borrower'],
  ] as const) {
    const url = async () =>
      (await callFrom(page, 'GET', `/escrow/${loanId}`))[`${side}_contract_url`]
    await expect.poll(url, { timeout: 60_000 }).toBeTruthy()
    const path = new URL(String(await url())).pathname.replace('/sign/', '/agreements/')
    const shown = await callFrom(page, 'GET', path)
    const { version } = shown['consent'] as { version: string }
    await callFrom(page, 'POST', `${path}/sign`, {
      document_sha256: shown['sha256'],
      name: shown['name'],
      consent_version: version,
      agreed: true,
    })
  }
}

/** Signed by both and not paid yet. The domain is in custody. */
export async function signedLoan(sides: Sides, domainId: string, terms?: Terms) {
  await list(sides.borrower, domainId)
  const id = await agree(sides, domainId, terms)
  await signBoth(sides, id)
  return id
}

/** Paid out and confirmed today. */
export async function runningLoan(sides: Sides, domainId: string, terms?: Terms) {
  const id = await signedLoan(sides, domainId, terms)
  await callFrom(sides.borrower, 'POST', `/escrow/${id}/markPaid`, {})
  return id
}

export async function openBoth({ borrower, lender }: Sides, loanId: string) {
  for (const page of [borrower, lender]) await open(page, `/app/escrow/${loanId}`)
}

/** Whose action is next and which, as the bar on top says. */
export async function expectMove(page: Page, whose: string, what: string | RegExp) {
  const bar = page.locator('section', { has: page.getByText(whose, { exact: true }) })
  await expect(bar.getByText(what).first()).toBeVisible()
}

/** The status beside the name of the domain. */
export const expectStatus = (page: Page, label: string) =>
  expect(page.getByRole('main').getByText(label, { exact: true }).first()).toBeVisible()

/** The current step in the progress list. */
export const deckStep = (page: Page) =>
  page.getByRole('list', { name: 'Progress of the loan' }).locator('[aria-current="step"]')

export const signatureModal = (page: Page) =>
  page.getByRole('dialog', { name: 'Signature Required' })

/** In a new tab: reads, checks the box, types the name and signs. */
export async function signInTab(page: Page, name: string) {
  const link = signatureModal(page).getByRole('link', { name: 'Sign Now' })
  await expect(link).toBeVisible({ timeout: 60_000 }) // It is being printed.
  const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click()])
  await expect(tab).toHaveURL(/\/sign\/[\w-]+$/)
  await expect(tab.getByRole('link', { name: 'Open the agreement' })).toHaveAttribute(
    'href',
    /^blob:/,
  )
  await tab.getByLabel('I agree to sign in electronic form').check()
  await tab.getByLabel('I have read the agreement and agree to it').check()
  await tab.getByLabel('Full name').fill(name)
  await tab.getByRole('button', { name: 'Sign agreement' }).click()
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Signed. You can close this tab')
  await tab.close()
}

/** Clicks a button in the open dialog, and waits for its success message. */
export async function confirm(page: Page, button: string, done: string) {
  await dialog(page).getByRole('button', { name: button, exact: true }).click()
  await expect(banner(page, done)).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
}

export const history = (page: Page) => page.getByRole('region', { name: 'History', exact: true })

/** Once a loan has ended, its chat and history are behind a button. */
export async function endedHistory(page: Page) {
  await page.getByRole('button', { name: 'Open chat and history' }).click()
  return history(page)
}
