/** What both sides agreed to after they signed, in the form of an annex to the agreement. */
import { formatMoney, formatRate } from '@pier/protocol/money'
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
      { label: 'Annual rate, as before', value: formatRate(loan.rateBps) },
      { label: 'Due Date before', value: dueBefore },
      { label: 'Due Date from now on', value: dueOn },
      { label: 'Grace period until', value: graceOn },
      { label: 'Interest so far', value: paysInterest ? 'paid at once' : 'paid with the rest' },
      sign('Proposed by', proposed),
      sign('Accepted by', accepted),
      { label: 'Line of the proposal', value: writeHash(proposed) },
      { label: 'Line of the acceptance', value: writeHash(accepted) },
    ],
    paragraphs: [
      `The parties to agreement ${loan.code} have agreed that the loan is due on ${dueOn}, to the end of that day, UTC. ${interest[paysInterest ? 'now' : 'later']} Interest runs on by the day at the same rate, on what is unpaid of the Principal.`,
      'A notice of default that was sent before is over. Everything else stays as it was signed; where this annex and the agreement differ, this annex counts.',
      ...(statement ? [`With the proposal was said: “${statement}”`] : []),
      'Each of the two was logged in and pressed the button under the terms that stand here. The lines named above stand in the record of the loan, each with a hash over itself and over the line before it.',
    ],
  }
}

const interest = {
  now: 'The Borrower pays the interest that has run until now at once.',
  later: 'The interest that has run until now is paid with the rest.',
}

/** "Mara Lindqvist (Lender), 2026-11-15 16:04:10 UTC". */
function writeLine({ borrowerName, lenderName }: Facts, { actor, at }: Line): string {
  const who = actor === 'BORROWER' ? `${borrowerName} (Borrower)` : `${lenderName} (Lender)`
  return `${who}, ${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

const writeHash = ({ seq, hash }: Line): string => `${seq}, ${hash.toString('hex')}`
