import type { Browser, Page } from '@playwright/test'
import { linkIn, mailTo } from '../steps/inbox.ts'
import {
  desk,
  expect,
  fillLogin,
  gate,
  open,
  registerVerified,
  settled,
  somebody,
  test,
} from '../steps/journey.ts'
import { callFrom, listedDomain, someLender } from '../steps/market.ts'

test.setTimeout(150_000) // A domain is verified first.

const terms = { desired_loan_amount: 21_000, desired_term: 300, desired_apy: 12.75 }
const card = (page: Page, domain: string) =>
  page.getByRole('article').filter({ has: page.getByText(domain.replace('.com', '')) })

/** A domain that another user has listed on these terms. */
async function listSome(browser: Browser) {
  const owner = await someLender(browser) // Every user can borrow and lend.
  const { name: domain, listingId: id } = await listedDomain(owner, terms)
  await owner.context().close()
  return { id, domain }
}

async function search(page: Page, domain: string) {
  await open(page, '/domains')
  await page.getByRole('searchbox', { name: 'Search' }).fill(domain.slice(0, -4))
  await expect(page).toHaveURL(new RegExp(`search=${domain.slice(0, -4)}`))
  await settled(page)
}

test(
  'a visitor finds a domain, types terms, registers, and the offer is sent with them',
  gate,
  async ({ page, browser }) => {
    const { id, domain } = await listSome(browser)
    await search(page, domain)
    await card(page, domain)
      .getByRole('link', { name: /^Passport/ })
      .click()
    await expect(page).toHaveURL(`/domains/listing/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(domain)

    await page.getByRole('button', { name: 'Adjust terms' }).click()
    await page.getByLabel('Term', { exact: true }).fill('240')
    await page.getByLabel('Rate').fill('14.00')
    await expect(page.getByRole('row', { name: /^Interest you earn/ })).toContainText('$1,933.15')
    await expect(page.getByRole('row', { name: /^Borrower repays/ })).toContainText('$267.53 less')
    await page.getByLabel('Message').fill('I can pay within a day.')
    await page.getByRole('button', { name: 'Place Bid' }).click()

    await expect(page).toHaveURL('/login')
    const person = somebody()
    await page.getByRole('link', { name: 'Register' }).last().click()
    await page.getByLabel('Full Name').fill(person.name)
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByLabel('Confirm').fill(person.password)
    await page.getByRole('button', { name: 'Get Started' }).click()
    await expect(page).toHaveURL(`/app/listings/listing/${id}`)
    await expect(page.getByLabel('Term', { exact: true })).toHaveValue('240')

    await page.goto(linkIn(await mailTo(person.email, 'Verify your email'), 'verify='))
    await expect(page.getByText('Email verified')).toBeVisible()
    await open(page, `/app/listings/listing/${id}`)
    await expect(page.getByLabel('Rate')).toHaveValue('14.00')
    await expect(page.getByLabel('Message')).toHaveValue('I can pay within a day.')
    await page.getByRole('button', { name: 'Place Bid' }).click()
    await expect(page.getByText('Offer sent')).toBeVisible()

    const { offers } = await callFrom(page, 'GET', '/offers/sent-offers')
    expect(offers).toMatchObject([{ domain, loan_amount: 21_000, term: 240, apy: 14 }])
  },
)

test('the ask is matched from a card, through a login', async ({ page, browser }) => {
  const { id, domain } = await listSome(browser)
  const person = somebody()
  const context = await browser.newContext()
  await registerVerified(await context.newPage(), person)
  await context.close()

  await search(page, domain)
  await card(page, domain)
    .getByRole('button', { name: /^Make Offer/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Make Offer' })
  await expect(dialog).toContainText('Log in next; your terms are kept.')
  await dialog.getByRole('button', { name: 'Place Bid' }).click()
  await expect(page).toHaveURL('/login')
  await settled(page)
  await fillLogin(page, person)

  await expect(page).toHaveURL(`/app/listings/listing/${id}`)
  await page.getByRole('button', { name: 'Place Bid' }).click()
  await expect(page.getByText('Offer sent')).toBeVisible()
  const { offers } = await callFrom(page, 'GET', '/offers/sent-offers')
  expect(offers).toMatchObject([{ domain, loan_amount: 21_000, term: 300, apy: 12.75 }])
})

test('a search stands in the address, is said in words and can be taken back', async ({
  page,
  browser,
}) => {
  const { domain } = await listSome(browser)
  const name = domain.slice(0, -4)
  await open(
    page,
    `/domains?search=${name}&amount_min=2000&amount_max=35000&apr_min=12&sort=ending`,
  )

  await expect(card(page, domain)).toContainText('Adjusted10.48%')
  await expect(page.getByRole('link', { name: 'Remove: Loan $2,000 to $35,000' })).toBeVisible()
  await page.getByRole('link', { name: 'Remove: APR from 12%' }).click()
  await expect(page).toHaveURL(
    `/domains?search=${name}&amount_min=2000&amount_max=35000&sort=ending`,
  )
  await open(page, `/domains?search=${name}&amount_max=100`)
  await expect(page.getByText('No listing matches. Clear filters or set an alert.')).toBeVisible()
  await page.getByRole('button', { name: 'Alert me about this search' }).last().click()
  await expect(page).toHaveURL('/login')

  const person = somebody()
  const context = await browser.newContext()
  await registerVerified(await context.newPage(), person)
  await context.close()
  await settled(page)
  await fillLogin(page, person)
  await expect(page).toHaveURL(`/app/listings?search=${name}&amount_max=100`)
  await page.getByRole('button', { name: 'Alert me about this search' }).last().click()
  await expect(page.getByText('Alert set. We notify you of new listings that match')).toBeVisible()
})

test('an alert says what it looks for, shows what it found, is edited and ended', async ({
  page,
  browser,
}) => {
  await registerVerified(page, somebody())
  await open(page, '/app/alerts')
  await page.getByRole('button', { name: 'New alert' }).click()
  const dialog = page.getByRole('dialog')
  const amount = 20_000 + Math.floor(Math.random() * 10_000)
  await dialog.getByLabel('Loan in USD, from').fill(String(amount))
  await dialog.getByLabel('Loan in USD, up to').fill('1')
  await dialog.getByRole('button', { name: 'Create alert' }).click()
  await expect(dialog.getByText('Must not be lower than the first value')).toBeVisible()
  await dialog.getByLabel('Loan in USD, up to').fill(String(amount))
  await dialog.getByLabel('Length in characters, from').fill('3')
  await dialog.getByRole('button', { name: 'Create alert' }).click()
  const dollars = `$${amount.toLocaleString('en-US')}`
  const alert = page.getByRole('region', { name: `from 3 characters, ${dollars}` })
  await alert.getByRole('button', { name: 'Show matches' }).click()
  await expect(
    alert.getByText('No new listing has matched since you created this alert'),
  ).toBeVisible()

  const owner = await someLender(browser)
  const { name, listingId } = await listedDomain(owner, {
    desired_loan_amount: amount,
    desired_term: 90,
    desired_apy: 12,
  })
  const row = alert.getByRole('row').filter({ hasText: name.replace('.com', '') })
  await expect(row.getByText('New', { exact: true })).toBeVisible()
  await page.reload()
  await settled(page)
  await alert.getByRole('button', { name: 'Show matches' }).click()
  await expect(row).toBeVisible()
  await expect(row.getByText('New', { exact: true })).toBeHidden()
  await row.getByRole('link').first().click()
  await expect(page).toHaveURL(`/app/listings/listing/${listingId}`)

  await page.goBack()
  await alert.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('TLD, such as com').fill('io')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const edited = page.getByRole('region', { name: /^\.io, from 3 characters/ })
  await edited.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.getByRole('button', { name: 'Delete alert' }).click()
  await expect(page.getByText('You have no alerts yet')).toBeVisible()
})

test(
  'a listing is told to search engines and to previews of links',
  desk,
  async ({ page, browser }) => {
    const { id, domain } = await listSome(browser)

    const html = await (await page.request.get(`/domains/listing/${id}`)).text()
    expect(html).toContain(`<title>${domain}: loan wanted`)
    const [, json = ''] = /<script[^>]*application\/ld\+json[^>]*>(.*?)<\/script>/.exec(html) ?? []
    expect(JSON.parse(json)).toMatchObject({ '@context': 'https://schema.org' })
    const [, picture = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? []
    const image = await page.request.get(picture)
    expect(image.headers()['content-type']).toBe('image/png')
    expect((await page.request.get('/domains/listing/none')).status()).toBe(404)
    expect((await page.request.get('/domains/none')).status()).toBe(404)
    expect((await page.request.get('/domains/none/card.png')).status()).toBe(404)
    expect(await (await page.request.get('/robots.txt')).text()).toContain('/sitemap.xml')
    expect(await (await page.request.get('/sitemap.xml')).text()).toContain('/domains</loc>')
  },
)
