/** The letters we issue: a domain is in custody, or a loan is repaid and who says so. */
import { brand } from '@pier/protocol/brand'
import { formatMoney } from '@pier/protocol/money'
import { sayTime } from '@pier/protocol/say-time'
import type { findLetterFacts } from '../agreements/agreements.repository.ts'
import type { Letter } from './letter-pdf.ts'

type LetterKind = 'receipt' | 'letter'

type Facts = NonNullable<Awaited<ReturnType<typeof findLetterFacts>>>

export function writeLetter(kind: LetterKind, loan: Facts): Letter {
  const facts = [
    { label: 'Loan', value: loan.code },
    { label: 'Domain', value: loan.unicodeName },
    { label: 'Borrower', value: loan.borrowerName },
    { label: 'Lender', value: loan.lenderName },
    { label: 'Principal', value: `USD ${formatMoney(Number(loan.amountCents)).slice(1)}` },
  ]
  return kind === 'receipt'
    ? { title: 'Custody receipt', facts: [...facts, since(loan.custodyAt)], paragraphs: received }
    : { title: 'Paid in full', ...repaid(loan, facts) }
}

const writeTime = (time: Date | null) => (time ? sayTime(time) : '')
const since = (time: Date | null) => ({ label: 'In custody since', value: writeTime(time) })

const received = [
  `${brand.name} holds this domain as custodian for both sides of the loan named above. It is locked at its registry. The borrower keeps control of its nameservers.`,
  'Under the agreement it is released to the borrower when the lender confirms repayment. After a default that was noticed and checked, it goes to the lender.',
]

type Word = { label: string; says: string }

/** Who says that it is repaid. A ruling or settlement must not read as a confirmation. */
const words: Record<string, Word> = {
  rule: { label: 'Ruled', says: 'Two operators have ruled that the loan named above is repaid.' },
  settle: {
    label: 'Settled',
    says: 'Both sides have agreed that the loan named above is repaid.',
  },
}
const confirmed: Word = {
  label: 'Confirmed by the lender',
  says: 'The lender has confirmed that the loan named above was repaid in full.',
}
const paidOut: Word = {
  label: 'Paid out',
  says: 'The loan named above was paid out by another lender.',
}

const free = 'The borrower can use, list or transfer out the domain.'
const goesOn = 'The domain now secures the loan that replaced it.'

function repaid({ endReason, endedBy, endedAt }: Facts, facts: Letter['facts']) {
  const isPaidOut = endReason === 'refinanced'
  const { label, says } = isPaidOut ? paidOut : (words[endedBy ?? ''] ?? confirmed)
  return {
    facts: [...facts, { label, value: writeTime(endedAt) }],
    paragraphs: [
      `${says} Nothing more is owed on it, and the lender has no further right to the domain.`,
      `${isPaidOut ? goesOn : free} The loan file has the whole record of the loan, with what each side said and when.`,
    ],
  }
}
