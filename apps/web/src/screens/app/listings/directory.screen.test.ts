import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { directory } from '../../../testing/given/listings.ts'
import { expectAt, expectCount } from '../../../testing/screen/browser/locators.ts'
import { openApp, settled } from '../../../testing/screen/open-app.tsx'
import { testOnBoth } from '../../../testing/screen/browser/sizes.ts'
import { pagerOf } from '../../../testing/screen/browser/tables.ts'

testOnBoth(
  'the directory in the app shows twelve cards a page, and twenty boxes until they come',
  async () => {
    const gate = Promise.withResolvers<typeof directory>()
    const opening = openApp('/app/listings', { answers: { 'GET /listings': () => gate.promise } })
    await expectCount(page.getByCSS('[aria-label="Listings"][aria-busy="true"] > *'), 20)
    gate.resolve(directory)
    const { asked, open } = await opening

    await expectCount(page.getByRole('article'), 12)
    const first = asked.find((each) => each.startsWith('GET /listings?')) ?? ''
    const query = new URLSearchParams(first.split('?')[1])
    expect(query.get('limit')).toBe('12')
    expect(query.get('page')).toBe('1')
    const pager = pagerOf('Listings')
    await expect.element(page.getByText('Page 1 of 5, 12 per page')).toBeVisible()
    await pager.getByRole('link', { name: 'Next' }).click()
    await expectAt('/app/listings/2')
    await pager.getByRole('link', { name: 'Page 1', exact: true }).click()
    await expectAt('/app/listings')
    await open('/app/listings/3')
    await pager.getByRole('link', { name: 'Previous' }).click()
    await expectAt('/app/listings/2')
    await settled()
  },
)

testOnBoth('a card shows the domain, its value, the ask and the rate for the term', async () => {
  await openApp('/app/listings', { answers: { 'GET /listings': directory } })

  const [first, second] = [page.getByRole('article').nth(0), page.getByRole('article').nth(1)]
  await expect.element(first.getByRole('heading')).toMatchTextContent('brightkeel.com')
  for (const fact of ['Est. value$41,000.00', 'Loan$14,500', 'Adjusted5.92%', 'Term120 days']) {
    await expect.element(first).toMatchTextContent(fact)
  }
  await expect.element(first).toMatchTextContent('APR18.00%')
  await expect.element(second.getByRole('heading')).toMatchTextContent('copperkettle.com')
  await expect.element(second).toMatchTextContent('??.??')
  await expect.element(second).toMatchTextContent('Adjusted5.92%')
})
