import type { CallOutput } from '@pier/protocol/calls/calls'
import { expect, test } from 'vitest'
import { domainOf, idOf, someQuote } from '../../../../testing/given/domains.ts'
import { openDialog } from '../../../../testing/screen/pages/domains-page.ts'
import { refusal, type Sent } from '../../../../testing/screen/fake-server.ts'
import { banner, dialog } from '../../../../testing/screen/browser/locators.ts'
import { testOnBoth } from '../../../../testing/screen/browser/sizes.ts'

const saved: CallOutput<'POST /listings'> = {
  id: domainOf('plumbline.ai').listing_id ?? '',
  expires_at: '2026-11-14T00:00:00.000Z',
  warnings: [],
}

/** Without the request for the price. */
const listingsIn = (sent: Sent[]) => sent.filter(({ call }) => call.includes(' /listings'))

testOnBoth('Create Listing says what the terms come to, and sends them', async () => {
  const { sent } = await openDialog({
    path: 'list',
    domain: 'oldlighthouse.org',
    answers: { 'POST /listings': saved },
  })

  await dialog().getByLabelText('Desired loan amount').fill('2,200')
  await dialog().getByLabelText('Term in days').fill('30')
  await dialog().getByLabelText('APR').fill('20.00')
  await expect.element(dialog()).toMatchTextContent('Adjusted for 30 days1.64%')
  await expect.element(dialog()).toMatchTextContent('Interest$36.16')
  await expect.element(dialog()).toMatchTextContent('You would repay$2,236.16')
  await expect.element(dialog()).toMatchTextContent('loan to value 22 percent')
  await expect
    .element(dialog())
    .toMatchTextContent('In custody. Renewal costs $92.40 a year. Not a premium domain.')
  await dialog().getByLabelText('Auto-accept offers that meet your ask').click()
  await dialog().getByRole('button', { name: 'Create Listing' }).click()
  await expect.element(banner('Listing created')).toBeVisible()
  const body = {
    domain_id: idOf('oldlighthouse.org'),
    desired_loan_amount: 2200,
    desired_term: 30,
    desired_apy: 20,
    auto_accept: true,
  }
  expect(listingsIn(sent)).toEqual([{ call: 'POST /listings', body }])
})

test('terms that are not allowed are said below their field', async () => {
  const refused = refusal(422, 'term_invalid', 'No such term', { field: 'desired_term' })
  await openDialog({
    path: 'list',
    domain: 'oldlighthouse.org',
    answers: { 'POST /listings': refused },
  })
  const modes = { 'Desired loan amount': 'decimal', 'Term in days': 'numeric', APR: 'decimal' }
  for (const [label, mode] of Object.entries(modes)) {
    await expect.element(dialog().getByLabelText(label)).toHaveAttribute('inputmode', mode)
  }

  await dialog().getByRole('button', { name: 'Create Listing' }).click()
  await expect.element(dialog().getByText('No such term')).toBeVisible()
  await expect.element(dialog().getByLabelText('Term in days')).toHaveFocus()
})

testOnBoth('Remove Listing says what becomes of the offers', async () => {
  await openDialog({
    path: 'unlist',
    domain: 'plumbline.ai',
    answers: { 'DELETE /listings/:id': null },
  })

  await expect.element(dialog()).toMatchTextContent('3 pending offers will be denied')
  await dialog().getByRole('button', { name: 'Remove Listing' }).click()
  await expect.element(banner('Listing removed')).toBeVisible()
})

async function fillTerms([amount, term, rate]: [string, string, string]) {
  await dialog().getByLabelText('Desired loan amount').fill(amount)
  await dialog().getByLabelText('Term in days').fill(term)
  await dialog().getByLabelText('APR').fill(rate)
}

const hasFee = (body: unknown) =>
  typeof body === 'object' &&
  body !== null &&
  'confirmed_fee' in body &&
  body.confirmed_fee === 1250

testOnBoth(
  'a premium price is said before the listing is public, and asked once more',
  async () => {
    const price = someQuote({ amount: 1300, renewal: 1250, is_premium: true })
    const { sent } = await openDialog({
      path: 'list',
      domain: 'oldlighthouse.org',
      answers: {
        'POST /domains/:id/quote': price,
        'POST /listings': ({ body }) =>
          hasFee(body) ? saved : refusal(422, 'premium_unconfirmed', 'Twice'),
      },
    })

    await expect
      .element(dialog())
      .toMatchTextContent('This is a premium domain. It costs more to transfer and to renew.')
    await fillTerms(['2,200', '30', '20'])
    await dialog().getByRole('button', { name: 'Create Listing' }).click()
    await expect.element(dialog()).toMatchTextContent('Nothing is public yet')
    await expect
      .element(dialog())
      .toMatchTextContent('This is a premium domain. The registry charges $1,250.00 a year')
    await dialog().getByRole('button', { name: 'Create Listing' }).click()
    await expect.element(banner('Listing created')).toBeVisible()
    expect(listingsIn(sent).map(({ body }) => body)).toMatchObject([
      { desired_apy: 20 },
      { desired_apy: 20, confirmed_fee: 1250 },
    ])
  },
)

testOnBoth('Edit listing shows now and after, and says that open offers stay', async () => {
  const { sent } = await openDialog({
    path: 'edit-listing',
    domain: 'plumbline.ai',
    answers: { 'PATCH /listings/:id': saved },
  })
  const line = (name: string) => dialog().getByRole('row', { name, exact: false })

  await expect.element(dialog()).toMatchTextContent('3 open offers stay as they are.')
  await expect.element(dialog()).toMatchTextContent('The registry fee is $92.40')
  await fillTerms(['30,000', '180', '15.75'])
  await expect.element(line('Interest')).toHaveTextContent('Interest$2,288.22$2,330.14')
  await expect.element(line('Adjusted for 180 days')).toMatchTextContent('7.15%7.77%')
  await expect.element(line('Loan to value, on $74,000')).toMatchTextContent('43%41%')
  await expect.element(line('You would repay')).toMatchTextContent('$34,288.22$32,330.14')
  const ends = line('Listing ends').getByRole('cell')
  const [now, after] = ends.elements().map(({ textContent }) => textContent)
  expect(now).toBe(after)
  await dialog().getByLabelText('Renew for 30 days').click()
  await expect.element(ends.last()).not.toHaveTextContent(now)
  await dialog().getByRole('button', { name: 'Save changes' }).click()
  await expect.element(banner('Listing changed and renewed')).toBeVisible()
  const terms = { desired_loan_amount: 30_000, desired_term: 180, desired_apy: 15.75 }
  const body = { ...terms, auto_accept: false, renew: true }
  expect(listingsIn(sent)).toEqual([{ call: 'PATCH /listings/:id', body }])
})
