import { expect } from 'vitest'
import { besideLoan } from '../../../testing/given/beside-loan.ts'
import { loanSeen } from '../../../testing/given/loan.ts'
import { openLoanLists } from '../../../testing/screen/pages/loan-lists.ts'
import { at } from '../../../testing/screen/pages/loan-page.ts'
import { expectAt, expectCount } from '../../../testing/screen/browser/locators.ts'
import { settled } from '../../../testing/screen/open-app.tsx'
import { testOnBoth } from '../../../testing/screen/browser/sizes.ts'
import { pagerOf, rowsOf } from '../../../testing/screen/browser/tables.ts'

testOnBoth('Lend has loans and four sent offers a page, and a row opens its loan', async () => {
  const { asked, listsAsked } = await openLoanLists('/app/lend', {
    'GET /escrow/:id': loanSeen(at('AWAITING_PAYMENT'), { role: 'LENDER' }),
    ...besideLoan,
  })

  await expect.element(rowsOf('Originating loans').first()).toMatchTextContent('$6,318.08')
  await expectCount(rowsOf('Sent offers'), 4)
  expect(listsAsked).toContain('lender {"page":1,"limit":4}')
  expect(asked).toContain('GET /offers/sent-offers?page=1&limit=4')
  await pagerOf('Sent offers').getByRole('link', { name: 'Next' }).click()
  await expectAt('/app/lend/1/2#offers')
  const nextLoans = pagerOf('Originating loans').getByRole('link', { name: 'Next' })
  await expect.element(nextLoans).toHaveAttribute('href', '/app/lend/2/2')
  await nextLoans.click()
  await expectAt('/app/lend/2/2')
  await settled()
  await expect.poll(() => listsAsked).toContain('lender {"page":2,"limit":4}')
  await expect.poll(() => asked).toContain('GET /offers/sent-offers?page=2&limit=4')
  await rowsOf('Originating loans').first().click()
  await expectAt(/\/app\/escrow\/[\da-f-]{36}$/)
  await settled()
})
