import { AppError } from '../../../platform/app-error.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { openAgreementContext } from '../../contracts/contracts.service.ts'
import { findLoan, readLoanAs } from '../../loans/loans.service.ts'
import { cancelForParties } from './cancel-loan.service.ts'
import { openConsole } from '../../operators/operators.service.ts'
import { readLoanPage } from './loan-page.service.ts'
import { openFile } from '../../disputes/disputes.service.ts'

/** Loans, for operators. Opening the restricted parts is a command, so that it is audited. */
export const operatorLoanRoutes: RoutePlugin = async (app, context) => {
  const { onQuery, onCommand } = await openConsole(app, context)
  const desk = openAgreementContext(context.config)

  onQuery('GET /operator/loans/:id', (db, { params, operator, sessionId }) => {
    const wanted = { onDuty: { operator, sessionId }, escrowId: params.id }
    return readLoanPage(db, context.config.keys.data, wanted)
  })

  onCommand(openFile, async (tx, { params }) => ({
    reply: null,
    ...(await aboutLoan(tx, params.id)),
  }))

  onCommand('GET /operator/loans/:id/as/:party', async (tx, { params: { id, party } }) => ({
    reply: await readLoanAs(tx, desk, { escrowId: id, party }),
    ...(await aboutLoan(tx, id)),
    data: { party },
  }))

  onCommand('POST /operator/loans/:id/cancel', async (tx, { params, body, operator }) => {
    const about = await aboutLoan(tx, params.id)
    const { version, reason } = body
    await cancelForParties(tx, { escrowId: params.id, version, reason, operator })
    return { reply: null, ...about }
  })
}

/** What the audit log finds it by. */
async function aboutLoan(db: Db, id: string) {
  const loan = await findLoan(db, id)
  if (!loan) throw new AppError('escrow_not_found')
  return { subject: id, userIds: [loan.borrowerId, loan.lenderId] }
}
