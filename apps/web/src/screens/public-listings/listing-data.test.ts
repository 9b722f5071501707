import { renderToString } from 'react-dom/server'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { ListingDetails } from '../../api/listings.ts'
import { StructuredData } from './structured-data.tsx'
import { describe as describeListing, structuredDataOf } from './listing-data.ts'

// Only the fields that the texts use.
const listing = {
  id: 'a',
  domain: '7knots.com',
  unicode: '7knots.com',
  desired_loan_amount: 21_000,
  desired_term: 300,
  desired_apy: 12.75,
} as ListingDetails

test('a listing is described by what is asked', () => {
  expect(describeListing(listing)).toContain(
    'The owner of 7knots.com asks for $21,000 for 300 days at 12.75% a year.',
  )
})

test('machines read the same', () => {
  const [page] = structuredDataOf(listing, 'https://pier.example')['@graph']

  expect(page).toMatchObject({
    url: 'https://pier.example/domains/listing/a',
    mainEntity: { amount: { value: 21_000, currency: 'USD' }, annualPercentageRate: 12.75 },
  })
})

test('no name can end the script it stands in', () => {
  const data = { name: '</script><script>alert(1)</script>' }
  const id = 'listing-x'
  const place = document.createElement('div')
  place.id = id
  document.body.append(place)

  const html = renderToString(createElement(StructuredData, { id, data }))

  place.remove()
  expect(html.match(/<\/script>/g)).toHaveLength(1)
  const [, json = ''] = />(.*)<\/script>/.exec(html) ?? []
  expect(JSON.parse(json)).toEqual(data)
})
