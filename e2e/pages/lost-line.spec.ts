import { desk, deskAndGate, expect, open, test } from '../steps/journey.ts'

test.use({ mayComplain: true }) // Of what could not be loaded.

/** What is at an address the page asks for as it goes. */
const discovery = '**/__manifest**'

test(
  'who goes on while the line is down reads so, and goes on from there',
  desk,
  async ({ page }) => {
    await page.route(discovery, (route) => route.abort('internetdisconnected'))
    await open(page, '/domains')

    await page.getByRole('link', { name: 'Login' }).first().click()

    await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
    await page.unroute(discovery)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible()
  },
)

test(
  'two versions of the product that answer in turns lead to the page that was asked for',
  deskAndGate,
  async ({ page }) => {
    const headers = { 'X-Remix-Reload-Document': 'true' } // As the server of another version does.
    await page.route(discovery, (route) => route.fulfill({ status: 204, headers }))
    await open(page, '/domains')

    await page.getByRole('link', { name: 'Login' }).first().click()
    await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible()
    await page.getByRole('link', { name: 'Domains' }).first().click()

    await expect(page.getByRole('heading', { level: 1, name: 'Domain Listings' })).toBeVisible()
  },
)
