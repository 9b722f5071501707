import { brand } from '@pier/protocol/brand'
import { centsOf, formatMoney, formatRate } from '@pier/protocol/money'
import { countOf } from '@pier/protocol/text'
import type { ListingDetails } from '../../api/listings.ts'
import { hrefOfListing, publicHome } from '../../listings/directory-address.ts'

const days = (term: number) => countOf(term, 'day')

export const titleOf = ({ unicode }: ListingDetails) => `${unicode}: loan wanted · ${brand.name}`

/** What is asked, in one sentence. */
export function describe(listing: ListingDetails): string {
  const amount = formatMoney(centsOf(listing.desired_loan_amount), { whole: true })
  const rate = formatRate(centsOf(listing.desired_apy))
  return `The owner of ${listing.unicode} asks for ${amount} for ${days(listing.desired_term)} at ${rate} a year. See the facts of the name and make an offer.`
}

/** The same for machines, in schema.org terms. */
export function structuredDataOf(listing: ListingDetails, origin: string) {
  const url = origin + hrefOfListing(publicHome, listing.id)
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'WebPage',
        '@id': url,
        url,
        name: titleOf(listing),
        description: describe(listing),
        mainEntity: {
          '@type': 'LoanOrCredit',
          name: `Loan against ${listing.unicode}`,
          amount: {
            '@type': 'MonetaryAmount',
            currency: 'USD',
            value: listing.desired_loan_amount,
          },
          annualPercentageRate: listing.desired_apy,
          loanTerm: { '@type': 'QuantitativeValue', value: listing.desired_term, unitCode: 'DAY' },
          requiredCollateral: listing.domain,
        },
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          {
            '@type': 'ListItem',
            position: 1,
            name: 'Domain listings',
            item: origin + publicHome,
          },
          { '@type': 'ListItem', position: 2, name: listing.unicode, item: url },
        ],
      },
    ],
  }
}
