import { AppError } from '../../../platform/app-error.ts'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { openFileStore } from '../../contracts/contracts.service.ts'
import { findLoan } from '../../loans/loans.service.ts'
import { getDispute, readCaseFile } from './case-file.service.ts'
import { presentQuestion } from '../case/case.service.ts'
import { openConsole, requireOutside } from '../../operators/operators.service.ts'
import { markExhibit, readExhibit, type OpenExhibit } from './exhibits.service.ts'
import { whyFileIsOpen } from './people.ts'
import { askParty } from '../case/questions.service.ts'

/** Disputes, for operators. */
export const operatorCaseRoutes: RoutePlugin = async (app, context) => {
  const { onQuery, onCommand } = await openConsole(app, context)
  const dataKeys = context.config.keys.data
  const files = openFileStore(context.config)

  onQuery('GET /operator/cases/:id', (db, { params, operator, sessionId }) =>
    readCaseFile(db, dataKeys, { onDuty: { operator, sessionId }, disputeId: params.id }),
  )

  onCommand('POST /operator/cases/:id/questions', async (tx, { params, body, operator }) => {
    const { party, question, hours } = body
    const input = { disputeId: params.id, operator, party, question, hours }
    const { asked, loan } = await askParty(tx, input)
    return {
      reply: presentQuestion(asked),
      subject: loan.id,
      userIds: [loan.borrowerId, loan.lenderId],
      data: { case: params.id, party, question: asked.id },
    }
  })

  onCommand('PUT /operator/cases/:id/exhibits/:number', async (tx, { params, body, operator }) => {
    const { escrowId } = await getDispute(tx, params.id)
    const { weight, check_note: checkNote, is_good: isGood } = body
    const mark = { weight, checkNote, isGood, markedBy: operator.id }
    const reply = await markExhibit(tx, { escrowId, number: params.number, ...mark })
    const data = { case: params.id, exhibit: params.number, weight, checkNote, isGood }
    return { reply, subject: escrowId, data }
  })

  const fileCall = 'GET /operator/cases/:id/exhibits/:number'
  onCommand<typeof fileCall, OpenExhibit>(
    fileCall,
    async (tx, { params, operator, sessionId, prepared: file }, _tools, reply) => {
      const { escrowId } = await getDispute(tx, params.id)
      await requireOutside(tx, operator, { subject: escrowId, userIds: [] }) // Before anything is sent.
      const reason = await whyFileIsOpen(tx, { operator, sessionId }, escrowId)
      if (!reason) throw new AppError('loan_file_shut')
      if (!file) throw new AppError('file_not_found')
      const loan = await findLoan(tx, escrowId)
      const name = `${loan?.code ?? 'loan'}-exhibit-${params.number}`
      reply.type(file.type).header('content-disposition', `attachment; filename="${name}"`)
      const data = { case: params.id, exhibit: params.number, file: file.id }
      return { reply: file.bytes, subject: escrowId, reason, data }
    },
    {
      prepare: async ({ params }) => {
        const { escrowId } = await getDispute(context.db, params.id)
        return readExhibit(context.db, files, { escrowId, number: params.number })
      },
    },
  )
}
