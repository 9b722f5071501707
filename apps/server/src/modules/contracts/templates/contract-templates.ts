/**
 * The two lending agreements as data, for previews and for real agreements. We wrote the text and
 * no lawyer has approved it; every template says so.
 */
import { limits } from '@pier/protocol/limits'
import { type Clause, closingClauses, openingClauses } from './contract-clauses.ts'

export type ContractTemplate = {
  /** As in `default_contract` of a user: 0 bank transfer, 1 cryptocurrency. */
  id: 0 | 1
  /** The name of its preview, without the ending. */
  fileName: string
  version: string
  title: string
  keyTerms: { label: string; value: string }[]
  clauses: Clause[]
  caution: string
}

const caution = 'Template prepared without legal advice; both parties should take their own.'

const keyTermsFor = (paymentMethod: string) => [
  { label: 'Agreement', value: 'No. [Agreement number], dated [Date]' },
  { label: 'Borrower', value: '[Borrower], [Borrower address], [Borrower email]' },
  { label: 'Lender', value: '[Lender], [Lender address], [Lender email]' },
  {
    label: 'Platform',
    value:
      '[Platform], register number [Platform register number], [Platform address], [Platform contact], custodian of the Domain',
  },
  { label: 'Domain', value: '[Domain], also written [Domain in ASCII], under [TLD]' },
  { label: 'Registrar before transfer', value: '[Registrar], registered until [Expiry date]' },
  { label: 'Principal', value: 'USD [Principal]' },
  { label: 'Annual rate', value: '[Rate] %, simple' },
  { label: 'Term', value: '[Term] days from the Funding Date' },
  { label: 'Funding Date', value: 'The day the Borrower confirms receipt, or it is found' },
  { label: 'Due Date', value: 'Funding Date plus the term, end of the day, UTC' },
  { label: 'Interest at the Due Date', value: 'USD [Interest]' },
  { label: 'Total repayment', value: 'USD [Total]' },
  { label: 'One day of interest', value: 'USD [Per diem]' },
  {
    label: 'Grace and notice',
    value: '[Grace days] days of grace, then [Notice days] days of notice',
  },
  { label: 'Payment method', value: paymentMethod },
  { label: 'Governing law', value: '[Governing law]' },
]

const bankClauses: Clause[] = [
  {
    heading: 'Payment by bank transfer',
    paragraphs: [
      'Loan and repayment are paid in USD by bank transfer, from an account in the name of the payer to an account in the name of the payee. Cards, direct debits and other payments that can be called back are not allowed, and nobody else pays for a party.',
      `Account details are shown by the Platform at the moment of paying. A change waits ${limits.payeeWaitHours} hours, and both sides are told. Details that come by email or chat are not used. The payer quotes the agreement number.`,
      'A payment is received when it has been credited finally. A payment that is called back after that counts as not made. A credit after the cut-off time of the bank counts for the next business day. The payer bears the fees of banks in between.',
    ],
  },
]

const cryptoClauses: Clause[] = [
  {
    heading: 'Payment in cryptocurrency',
    paragraphs: [
      'The debt is fixed in USD. It is paid in the asset and on the network that the payee has named to the Platform. The number of units is the amount in USD divided by the price of one unit at the time of sending, taken as the middle one of three public exchanges. A unit that is meant to be worth USD 1.00 counts as that, unless it trades more than 1 % away from it there.',
      'A payment is received when the network shows it as final at the address that the Platform showed, after 6 confirmations at the least. What is sent to another address or on another network is the loss of the payer, who also bears the network fee. No keys and no coins of this loan are ever held by the Platform.',
    ],
  },
  {
    heading: 'Addresses of the wallets',
    paragraphs: [
      `Each side gives its address through the Platform, which shows it to the payer at the moment of paying and keeps what it showed. An address is changed only through the Platform. A change waits ${limits.payeeWaitHours} hours, and both sides are told. Addresses that come by email or chat are not used. Before paying the whole, the payer may ask the payee to confirm a small test payment.`,
    ],
  },
  {
    heading: 'Risks of the asset',
    paragraphs: [
      'Prices move, networks split, issuers freeze, and a fixed price may fail. There are no margin calls: a change of price alone never makes a default. If the network or the issuer stops for 48 hours, the parties use another asset they agree on, or a bank transfer, and the dates wait for that long.',
      'Each side states that its funds are its own and lawful and that neither it nor its wallets are under sanctions.',
    ],
  },
]

export const contractTemplates: [ContractTemplate, ContractTemplate] = [
  {
    id: 0,
    fileName: 'default',
    version: 'standard-bank-2026-11-19',
    title: 'Loan and Security Agreement - Bank Transfer',
    keyTerms: keyTermsFor('Bank transfer in USD, between accounts of the parties'),
    clauses: [...openingClauses, ...bankClauses, ...closingClauses],
    caution,
  },
  {
    id: 1,
    fileName: 'crypto',
    version: 'standard-crypto-2026-11-19',
    title: 'Loan and Security Agreement - Cryptocurrency',
    keyTerms: keyTermsFor('Cryptocurrency that the payee names, for amounts fixed in USD'),
    clauses: [...openingClauses, ...cryptoClauses, ...closingClauses],
    caution,
  },
]
