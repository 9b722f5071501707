import { expect, test } from 'vitest'
import { openScreen } from '../testing/open-screen.tsx'
import { useDomains } from './domains.ts'
import { useLoans } from './loans/loans.ts'
import { useDirectory } from './listings.ts'
import { useOffers } from './offers.ts'

/** The first request of a screen that uses this query. */
async function askedBy(useList: () => unknown) {
  const Screen = () => {
    useList()
    return null
  }
  const { sent } = await openScreen(<Screen />)
  const [first] = sent
  return { name: first?.name, ...first?.query, ...Object(first?.body) }
}

test('the listings are read twelve at a time', async () => {
  const view = { page: 2, sort: 'newest', filters: {} } as const

  expect(await askedBy(() => useDirectory(view))).toMatchObject({
    name: 'GET /listings',
    page: '2',
    limit: '12',
  })
})

test('My Domains reads seven at a time', async () => {
  const view = { page: 2, filter: 'all', search: '' } as const

  expect(await askedBy(() => useDomains(view))).toMatchObject({
    name: 'GET /domains',
    page: '2',
    limit: '7',
  })
})

test('loans are read four at a time, on both sides', async () => {
  for (const side of ['borrower', 'lender'] as const)
    expect(await askedBy(() => useLoans(side, 2))).toEqual({
      name: `POST /escrow/${side}`,
      page: 2,
      limit: 4,
    })
})

test('offers are read four at a time, received and sent', async () => {
  for (const [side, path] of [
    ['received', '/offers/my-offers'],
    ['sent', '/offers/sent-offers'],
  ] as const)
    expect(await askedBy(() => useOffers(side, 2))).toEqual({
      name: `GET ${path}`,
      page: '2',
      limit: '4',
    })
})
