/** Calls of the two parties of a loan: one line per call, on a loan where it is allowed. */
import { randomUUID } from 'node:crypto'
import type { CallName } from '@pier/protocol/calls/calls'
import type { ErrorCode } from '@pier/protocol/errors'
import { ask } from '../given/given-refinance.ts'
import { pdf } from '../operator-acts/world.ts'
import { ofBorrower, ofLender, ofLoan, own, thing, type More, type Row } from './row.ts'
import type { World } from './world.ts'

/** What the lifecycle answers to the party that may not act now. */
const no: ErrorCode = 'escrow_wrong_status'
/** What it answers to the party whose own proposal waits for the other. */
const guarded: ErrorCode = 'escrow_guarded'
const text = { text: 'This is what happened, as the statement of my bank shows.' }
const hosts = { nameservers: ['ns1.fairwater-dns.example', 'ns2.fairwater-dns.example'] }

const signed = {
  document_sha256: 'ab'.repeat(32),
  name: 'Teodor Nyberg',
  consent_version: 'another',
  agreed: true,
}
const toSign = (sent: object = {}, more: More = {}) =>
  thing(
    'agreement_not_found',
    ({ printed: { lender, borrower }, token }) => ({
      by: lender,
      other: borrower,
      params: { token },
      ...sent,
    }),
    { other: 'agreement_not_found', ...more },
  )

export const rowsOfLoans = {
  'POST /escrow/borrower': own((w) => ({ by: w.running.borrower, body: {} })),
  'POST /escrow/lender': own((w) => ({ by: w.running.lender, body: {} })),
  'GET /escrow/export': own((w) => ({ by: w.running.borrower })),
  'GET /app/loans/:id': ofLoan((w) => w.running),
  'GET /escrow/:id': ofLoan((w) => w.running),
  'GET /escrow/:id/events': ofLoan((w) => w.running),
  'POST /escrow/:id/cancel': ofLoan((w) => w.agreed),
  'POST /escrow/:id/markPaid': ofLoan((w) => w.signed, undefined, { closes: 'again' }),
  'POST /escrow/:id/confirmReceipt': ofBorrower((w) => w.claimed, no, undefined, {
    closes: 'again',
  }),
  'POST /escrow/:id/withdrawClaim': ofLender((w) => w.withdrawn, no),
  'POST /escrow/:id/finalize': ofLoan((w) => w.finalized),
  'POST /escrow/:id/tender': ofBorrower((w) => w.untendered, no),
  'POST /escrow/:id/surrender': ofBorrower(
    (w) => w.surrendered,
    no,
    (w) => ({ body: { domain: w.surrendered.domain.name } }),
    { closes: 'grave', says: guarded },
  ),
  'POST /escrow/:id/sell': ofBorrower((w) => w.noticed, no),
  'POST /escrow/:id/escalate': ofLoan((w) => w.untendered),
  'POST /escrow/:id/contest': ofLoan((w) => w.finalized),
  'POST /escrow/:id/reveal': ofLoan((w) => w.signed, undefined, { closes: 'again' }),
  'POST /escrow/:id/payments': ofBorrower(
    (w) => w.running,
    no,
    () => ({ body: { amount: 30 } }),
  ),
  'POST /escrow/:id/payments/confirm': ofLender((w) => w.part, no, seen('part'), {
    closes: 'again',
  }),
  'POST /escrow/:id/payments/deny': ofLender((w) => w.denying, no),
  'GET /escrow/:id/payoff': ofLoan((w) => w.running),
  'POST /escrow/:id/advance/quote': ofLender((w) => w.ending, 'not_your_move'),
  'POST /escrow/:id/advance': ofLender(
    (w) => w.ending,
    'not_your_move',
    () => ({ body: { quote_id: randomUUID() } }),
    { closes: 'grave', says: 'quote_needed' },
  ),
  'POST /escrow/:id/extension': ofLoan(
    (w) => w.surrendered,
    (w) => ({ body: { due_on: w.later } }),
    { closes: 'again' },
  ),
  'POST /escrow/:id/extension/accept': ofLender((w) => w.extending, guarded, seen('extending'), {
    closes: 'again',
  }),
  'POST /escrow/:id/extension/decline': ofLoan((w) => w.declining),
  'POST /escrow/:id/settlement': ofLoan(
    (w) => w.disputed,
    () => ({ body: { outcome: 'REPAID' } }),
    { closes: 'again' },
  ),
  'POST /escrow/:id/settlement/accept': ofBorrower((w) => w.settling, guarded, seen('settling'), {
    closes: 'again',
  }),
  'POST /escrow/:id/settlement/decline': ofLoan((w) => w.unsettled),
  'POST /escrow/:id/refinance': ofBorrower(
    (w) => w.part,
    no,
    () => ({ body: ask }),
  ),
  'POST /escrow/:id/refinance/confirm': ofLender((w) => w.replaced, no, undefined, {
    closes: 'again',
  }),
  'POST /escrow/:id/refinance/rest': ofBorrower((w) => w.next, no, undefined, { closes: 'again' }),
  'GET /escrow/:id/calendar.ics': ofLoan((w) => w.running),
  'GET /escrow/:id/files': ofLoan((w) => w.printed),
  'GET /escrow/:id/files/:fileId': ofLoan(
    (w) => w.printed,
    (w) => ({ params: { fileId: w.fileId } }),
  ),
  'POST /escrow/:id/evidence': ofLoan(
    (w) => w.printed,
    () => ({ file: pdf }),
  ),
  'GET /escrow/:id/agreement.pdf': ofLoan((w) => w.printed),
  'GET /escrow/:id/bundle': ofLoan((w) => w.printed),
  'GET /escrow/:id/messages': ofLoan((w) => w.running),
  'POST /escrow/:id/message': ofLoan(
    (w) => w.running,
    () => ({ body: { message: 'Hello' } }),
  ),
  'POST /escrow/:id/read': ofLoan((w) => w.running),
  'GET /escrow/:id/name': ofLoan((w) => w.running),
  'GET /escrow/:id/nameservers': ofLoan((w) => w.running),
  'POST /escrow/:id/nameservers': ofBorrower(
    (w) => w.renamed,
    'not_your_move',
    () => ({ body: hosts }),
    { closes: 'again' },
  ),
  'POST /escrow/:id/nameservers/undo': ofBorrower((w) => w.denying, 'not_your_move', undefined, {
    closes: 'again',
    says: 'nameservers_unchanged',
  }),
  'GET /agreements/:token': toSign(),
  'GET /agreements/:token/document': toSign(),
  'POST /agreements/:token/sign': toSign({ body: signed }, { says: 'consent_changed' }),
  'GET /escrow/:id/case': ofLoan((w) => w.disputed),
  'POST /escrow/:id/case/statements': ofLoan(
    (w) => w.disputed,
    () => ({ body: { kind: 'statement', ...text } }),
  ),
  'POST /escrow/:id/case/questions/:question': ofLender(
    (w) => w.asked,
    'question_not_found',
    (w) => ({ params: { question: w.questionId }, body: text }),
  ),
  'POST /escrow/:id/case/rulings/:ruling/accept': ofLender(
    (w) => w.ruled,
    'ruling_not_against',
    (w) => ({ params: { ruling: w.rulingId } }),
    { closes: 'again' },
  ),
  'POST /escrow/:id/case/rulings/:ruling/appeal': ofLoan(
    (w) => w.appealed,
    (w) => ({ params: { ruling: w.appealedId }, body: text }),
    { closes: 'again' },
  ),
} satisfies Partial<Record<CallName, Row>>

/** Whoever agrees sends the version of the loan that they saw. */
function seen(name: 'part' | 'extending' | 'settling') {
  return (w: World) => ({ body: { version: w[name].version } })
}
