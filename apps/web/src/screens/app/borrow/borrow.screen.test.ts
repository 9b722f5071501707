import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { loanLists } from '../../../testing/given/loan-rows.ts'
import { noLines } from '../../../testing/given/transactions.ts'
import { refusal } from '../../../testing/screen/fake-server.ts'
import { openLoanLists } from '../../../testing/screen/pages/loan-lists.ts'
import { expectAt, expectCount } from '../../../testing/screen/browser/locators.ts'
import { settled } from '../../../testing/screen/open-app.tsx'
import { testOnBoth } from '../../../testing/screen/browser/sizes.ts'
import { pagerOf, rowsOf, table } from '../../../testing/screen/browser/tables.ts'

testOnBoth(
  'Borrow has four loans and four offers a page, and both pages in its address',
  async () => {
    const { asked, listsAsked, open } = await openLoanLists('/app/borrow')

    await expectCount(rowsOf('Loans'), 4)
    await expectCount(rowsOf('Received offers'), 4)
    expect(listsAsked).toContain('borrower {"page":1,"limit":4}')
    expect(asked).toContain('GET /offers/my-offers?page=1&limit=4')
    await pagerOf('Loans').getByRole('link', { name: 'Next' }).click()
    await expectAt('/app/borrow/2')
    const nextOffers = pagerOf('Received offers').getByRole('link', { name: 'Next' })
    await expect.element(nextOffers).toHaveAttribute('href', '/app/borrow/2/2#offers')
    await nextOffers.click()
    await expectAt('/app/borrow/2/2#offers')
    await settled()
    await expect.poll(() => listsAsked).toContain('borrower {"page":2,"limit":4}')
    await expect.poll(() => asked).toContain('GET /offers/my-offers?page=2&limit=4')
    await open('/app/borrow/nowhere')
    await expectAt('/app/borrow')
  },
)

testOnBoth('offers that are chosen stay chosen from page to page', async () => {
  await openLoanLists('/app/borrow')

  await page.getByRole('checkbox', { name: /heron-41/ }).click()
  await page.getByRole('checkbox', { name: /slackwater/ }).click()
  await expect.element(table('Received offers')).toMatchTextContent('2 selected')
  await pagerOf('Received offers').getByRole('link', { name: 'Next' }).click()
  await expectAt(/\/app\/borrow\/1\/2\?compare=/)
  await expect.element(page.getByRole('heading', { name: 'Compare 2 offers' })).toBeVisible()
  await page.getByRole('checkbox', { name: /heron-41/ }).click()
  await expect.element(page.getByRole('heading', { name: 'Compare 1 offer' })).toBeVisible()
})

test('what does not load says so in its place, with a way to try again', async () => {
  const refused = refusal(422, 'unavailable', 'We are not there at the moment')
  const { answers, open } = await openLoanLists('/app/borrow', {
    'POST /escrow/borrower': refused,
    'GET /offers/my-offers': refused,
    'GET /transactions': noLines,
  })

  await expect.element(page.getByText('Your loans could not be loaded')).toBeVisible()
  await expect.element(page.getByText('Offers could not be loaded')).toBeVisible()
  Object.assign(answers, loanLists)
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expectCount(rowsOf('Loans'), 4)
  await open('/app')
  await expect.element(page.getByRole('heading', { name: 'Needs your move' })).toBeVisible()
})
