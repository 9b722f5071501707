/** What both sides agreed to after they signed, in the form of an annex to the agreement. */
import { formatMoney, formatRate } from '@pier/protocol/money'
import { sayDate, sayTime } from '@pier/protocol/say-time'
import type { findAnnexFacts, findLetterFacts } from '../agreements/agreements.repository.ts'
import type { Letter } from './letter-pdf.ts'

type Facts = NonNullable<Awaited<ReturnType<typeof findLetterFacts>>>
type Agreed = NonNullable<Awaited<ReturnType<typeof findAnnexFacts>>>
type Line = Agreed['accepted']
/** As the transition wrote it. */
type Extension = {
  dueOn: string
  dueBefore: string
  graceOn: string
  paysInterest: boolean
  statement?: string
}

export function writeAnnex(number: number, loan: Facts, { proposed, accepted }: Agreed): Letter {
  const { dueOn, dueBefore, graceOn, paysInterest } = accepted.data as Extension
  const { statement } = proposed.data as Extension
  const sign = (label: string, line: Line) => ({ label, value: writeLine(loan, line) })
  return {
    title: `Annex ${number} to agreement ${loan.code}`,
    facts: [
      { label: 'Domain', value: loan.unicodeName },
      { label: 'Borrower', value: loan.borrowerName },
      { label: 'Lender', value: loan.lenderName },
      { label: 'Principal', value: `USD ${formatMoney(Number(loan.amountCents)).slice(1)}` },
      { label: 'Annual rate, unchanged', value: formatRate(loan.rateBps) },
      { label: 'Previous Due Date', value: sayDate(dueBefore) },
      { label: 'New Due Date', value: sayDate(dueOn) },
      { label: 'Grace period until', value: sayDate(graceOn) },
      { label: 'Interest so far', value: paysInterest ? 'paid now' : 'paid with the rest' },
      sign('Proposed by', proposed),
      sign('Accepted by', accepted),
      { label: 'Record line, proposal', value: writeHash(proposed) },
      { label: 'Record line, acceptance', value: writeHash(accepted) },
    ],
    paragraphs: [
      `The parties to agreement ${loan.code} have agreed that the loan is now due on ${sayDate(dueOn)}, end of day UTC. ${interest[paysInterest ? 'now' : 'later']} Interest continues to accrue daily at the same rate on the unpaid Principal.`,
      'An earlier notice of default has no effect any more. Everything else stays as signed. Where this annex and the agreement differ, this annex applies.',
      ...(statement ? [`Message with the proposal: “${statement}”`] : []),
      'Each side was logged in and confirmed these terms with the button below them. The lines named above are in the record of the loan. Each has a hash over itself and the line before it.',
    ],
  }
}

const interest = {
  now: 'The Borrower pays the interest accrued so far now.',
  later: 'The interest accrued so far is paid with the rest.',
}

/** "Mara Lindqvist (Lender), 15 Nov 2026, 16:04 UTC". */
function writeLine({ borrowerName, lenderName }: Facts, { actor, at }: Line): string {
  const who = actor === 'BORROWER' ? `${borrowerName} (Borrower)` : `${lenderName} (Lender)`
  return `${who}, ${sayTime(at)}`
}

const writeHash = ({ seq, hash }: Line): string => `${seq}, ${hash.toString('hex')}`
