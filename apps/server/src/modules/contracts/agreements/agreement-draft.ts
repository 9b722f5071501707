/** The fields of an agreement, from what two people agreed and who they are. */
import { brand } from '@pier/protocol/brand'
import type { Company } from '@pier/protocol/company/company'
import { graceDaysOf } from '@pier/protocol/lifecycles/loan'
import { limits } from '@pier/protocol/limits'
import { interestCents, perDiemCents } from '@pier/protocol/loans/loan-terms'
import { formatMoney } from '@pier/protocol/money'
import { sayDate } from '@pier/protocol/say-time'
import type { LegalIdentity } from '../../users/users.service.ts'
import type { Agreed, AgreementTerms } from './agreements.repository.ts'
import type { ContractTemplate } from '../templates/contract-templates.ts'
import type { Filled } from '../templates/contract-pdf.ts'

export type Draft = {
  template: ContractTemplate
  terms: Omit<AgreementTerms, 'pages'>
} & Filled

export function termsOf(agreed: Agreed): Draft['terms'] {
  const { code, domain, unicode, amountCents, termDays, rateBps, contract } = agreed
  const rate = { principalCents: amountCents, rateBps }
  const interest = interestCents({ ...rate, days: termDays })
  return {
    code,
    domain,
    unicode,
    amountCents,
    termDays,
    rateBps,
    contract,
    interestCents: interest,
    totalCents: amountCents + interest,
    perDiemCents: perDiemCents(rate),
    graceDays: graceDaysOf({ termDays }),
    noticeDays: limits.noticeDays,
  }
}

type Sources = {
  agreed: Agreed
  borrower: LegalIdentity
  lender: LegalIdentity
  company: Company
  registration: { registrar: string | null; expiresOn: string | null }
  printedAt: Date
}

export function fieldsOf(terms: Draft['terms'], sources: Sources): Filled['values'] {
  const { agreed, borrower, lender, company, registration, printedAt } = sources
  const isCrypto = terms.contract === 1
  return {
    'Agreement number': terms.code,
    Date: sayDate(printedAt),
    Borrower: borrower.name,
    'Borrower address': borrower.address,
    'Borrower email': borrower.email,
    Lender: lender.name,
    'Lender address': lender.address,
    'Lender email': lender.email,
    Platform: company.legalName,
    'Platform register number': company.registerNumber,
    'Platform address': `${company.address}, ${company.country}`,
    'Platform contact': company.contactEmail,
    Domain: terms.unicode,
    'Domain in ASCII': terms.domain,
    TLD: `.${agreed.suffix}`,
    Registrar: isHere(agreed)
      ? 'already in the custody of the Platform'
      : (registration.registrar ?? 'a registrar that is not published'),
    'Expiry date': registration.expiresOn
      ? sayDate(registration.expiresOn)
      : 'a date that is not published',
    Principal: writeAmount(terms.amountCents),
    Rate: writeAmount(terms.rateBps),
    Term: String(terms.termDays),
    Interest: writeAmount(terms.interestCents),
    Total: writeAmount(terms.totalCents),
    'Per diem': writeAmount(terms.perDiemCents),
    'Grace days': String(terms.graceDays),
    'Notice days': String(terms.noticeDays),
    'Answer time': isCrypto ? `${limits.answerHoursCrypto} hours` : `${limits.answerDaysBank} days`,
    Evidence: isCrypto
      ? 'The hash of the transaction to the address that was shown, with its amount and confirmations, decides; a picture of a screen alone does not.'
      : 'A confirmation by the bank with its tracking number, or the statements of both accounts, decides; a picture of a screen alone does not.',
    'Retention years': String(brand.retentionYears),
    'Governing law': company.law,
    Forum: company.forum,
  }
}

const isHere = ({ domainStatus }: Agreed) =>
  domainStatus === 'CUSTODY_PAID' || domainStatus === 'IN_ESCROW'

/** Whole cents or basis points with two decimals: "32,000.00". The currency stands in the template. */
const writeAmount = (cents: number) => formatMoney(cents).replace('$', '')
