import { readPage } from '../../shell/address/page-number.ts'

export type LoanPages = { loans: number; offers: number }

type Parts = { domainsPage?: string | undefined; offersPage?: string | undefined }

/** Both pages in the address of a screen with loans and offers. Nothing for what is none. */
export function readLoanPages({ domainsPage, offersPage }: Parts): LoanPages | null {
  const loans = readPage(domainsPage)
  const offers = readPage(offersPage)
  return loans === null || offers === null ? null : { loans, offers }
}

/** The first pages are the bare address. */
export function hrefOfPages(home: string, { loans, offers }: LoanPages): string {
  if (offers > 1) return `${home}/${loans}/${offers}`
  return loans > 1 ? `${home}/${loans}` : home
}

/** To another page of the offers and not to the top, because they stand below the loans. */
export const offersId = 'offers'
