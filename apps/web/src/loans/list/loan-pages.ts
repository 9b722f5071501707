import { readPage } from '../../shell/address/page-number.ts'

export type LoanPages = { loans: number; offers: number }

type Parts = { domainsPage?: string | undefined; offersPage?: string | undefined }

/** Both page numbers in the address of a screen with loans and offers, or null if invalid. */
export function readLoanPages({ domainsPage, offersPage }: Parts): LoanPages | null {
  const loans = readPage(domainsPage)
  const offers = readPage(offersPage)
  return loans === null || offers === null ? null : { loans, offers }
}

/** The first pages have the bare address. */
export function hrefOfPages(home: string, { loans, offers }: LoanPages): string {
  if (offers > 1) return `${home}/${loans}/${offers}`
  return loans > 1 ? `${home}/${loans}` : home
}

/** The anchor of the offers: their pages open there and not at the top, above the loans. */
export const offersId = 'offers'
