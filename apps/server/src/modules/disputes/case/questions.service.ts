/** Questions of operators to one party of a case, each with a deadline for the answer. */
import type { Party } from '@pier/protocol/lifecycles/loan'
import { hourMs } from '@pier/protocol/time'
import { sayDate, sayTime } from '@pier/protocol/say-time'
import { AppError, invariant } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { lockLoan, noteEvent, publishChange } from '../../loans/loans.service.ts'
import { canAdd, readCase } from './facts.ts'
import { findDispute, insertQuestion, listQuestions, type Question } from './case.repository.ts'
import { requireImpartial, type Operator } from '../../operators/operators.service.ts'
import { notifyParties } from '../../approvals/approvals.service.ts'

type Asked = {
  disputeId: string
  operator: Operator
  party: Party
  question: string
  hours: number
}

export async function askParty(tx: Tx, input: Asked) {
  const { disputeId, operator, party, question, hours } = input
  const known = await findDispute(tx, disputeId)
  if (!known) throw new AppError('case_not_found')
  const locked = await lockLoan(tx, known.escrowId)
  await requireImpartial(tx, operator, [locked.loan.borrowerId, locked.loan.lenderId])
  const dispute = await findDispute(tx, disputeId) // It may have been closed while we waited.
  invariant(dispute, 'a case is never deleted')
  if (!canAdd(await readCase(tx, dispute, tx.now))) throw new AppError('case_decided')
  const answerBy = new Date(tx.now.getTime() + hours * hourMs)
  const id = await insertQuestion(tx, {
    disputeId,
    party,
    question,
    askedBy: operator.id,
    answerBy,
  })
  const data = { question: id, party, text: question, answerBy: answerBy.toISOString() }
  const noted = await noteEvent(tx, locked.loan, { action: 'ask', actor: 'OPERATOR', data })
  await publishChange(tx, noted)
  const until = sayTime(answerBy)
  await notifyParties(tx, locked, {
    headline: `Operators ask you a question, answer by ${sayDate(answerBy)}`,
    more: [
      question,
      `Answer on the loan page by ${until}. Later answers count only until a ruling is proposed.`,
    ],
    not: party === 'BORROWER' ? 'LENDER' : 'BORROWER',
  })
  const asked = (await listQuestions(tx, disputeId)).find(
    (each): each is Question => each.id === id,
  )
  invariant(asked, 'what was just asked is there')
  return { asked, loan: locked.loan }
}
