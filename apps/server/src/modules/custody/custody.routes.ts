import { calls } from '@pier/protocol/calls/calls'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction, readClock, type Db, type Tx } from '../../platform/db/database.ts'
import type { RoutePlugin } from '../../platform/http/app.ts'
import { limitTries } from '../../platform/limits.ts'
import { requireUser } from '../../platform/http/require-user.ts'
import { findDomainOfUser } from '../domains/domains.service.ts'
import { balanceOf } from '../ledger/ledger.service.ts'
import { findCommand } from './commands/commands.repository.ts'
import { waitForCommand } from './commands/commands.service.ts'
import { openCustodyContext } from './commands/custody-clients.ts'
import {
  changeNameservers,
  readNameservers,
  undoChange,
} from './nameservers/nameservers.service.ts'
import { presentQuote, presentTransfer, presentTransferOut } from './transfers/present-custody.ts'
import { askForQuote } from './quotes/quotes.service.ts'
import { requestRenewal } from './renewals/renewals.service.ts'
import { followDomain, notifyOfName } from '../loans/loans.service.ts'
import { cancelTransferIn, requestTransferIn } from './transfers/transfers-in.service.ts'
import {
  cancelTransferOut,
  requestTransferOut,
  stopTransferOut,
} from './transfers/transfers-out.service.ts'

/** A waiting dialog polls every second, and each domain costs a call to the registrar. */
const quoteLimit = { name: 'quote', max: 120, perSeconds: 60 }

/** After this the caller gets `waiting`; the change appears once the registry has made it. */
const patienceMs = 6000

export const custodyRoutes: RoutePlugin = async (app, { db, config }) => {
  const context = openCustodyContext(config)
  const { publicOrigin } = context
  app.addHook('onRequest', requireUser)

  app.post('/domains/:id/quote', { schema: calls['POST /domains/:id/quote'] }, async (request) => {
    const { id: userId } = request.user
    const { operation } = request.body
    await limitTries(db, quoteLimit, userId, config.keys.blindIndex)
    const asked = { userId, domainId: request.params.id, operation }
    const found = await inTransaction(db, (tx) => askForQuote(tx, asked))
    return presentQuote(found, await balanceOf(db, userId))
  })

  app.post(
    '/domains/:id/transfer',
    { schema: calls['POST /domains/:id/transfer'] },
    async (request) => {
      const { transferCode, quote_id: quoteId } = request.body
      const code = transferCode.trim()
      if (!code) throw new AppError('invalid_input', noCode)
      const input = { ...callerOf(request), code, ...(quoteId && { quoteId }) }
      const transfer = await inTransaction(db, async (tx) => {
        const requested = await requestTransferIn(tx, context, input)
        await followDomain(tx, input.domainId)
        return requested
      })
      return presentTransfer(db, transfer)
    },
  )

  app.delete(
    '/domains/:id/transfer',
    { schema: calls['DELETE /domains/:id/transfer'] },
    async (request, reply) => {
      await inTransaction(db, async (tx) => {
        await cancelTransferIn(tx, callerOf(request))
        await followDomain(tx, request.params.id)
      })
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/domains/:id/transferOut',
    { schema: calls['POST /domains/:id/transferOut'] },
    async (request) => {
      const input = { ...callerOf(request), publicOrigin }
      return presentTransferOut(await inTransaction(db, (tx) => requestTransferOut(tx, input)))
    },
  )

  app.delete(
    '/domains/:id/transferOut',
    { schema: calls['DELETE /domains/:id/transferOut'] },
    async (request, reply) => {
      await inTransaction(db, (tx) => cancelTransferOut(tx, callerOf(request)))
      return reply.code(204).send(null)
    },
  )

  app.post('/domains/:id/renew', { schema: calls['POST /domains/:id/renew'] }, async (request) => {
    const input = { ...callerOf(request), quoteId: request.body.quote_id }
    const commandId = await inTransaction(db, (tx) => requestRenewal(tx, input))
    return presentOutcome(db, commandId)
  })
}

/** No login needed: the token from the mail can only stop the transfer. */
export const stopTransferRoutes: RoutePlugin = async (app, { db }) => {
  app.post(
    '/domains/transferOut/stop',
    { schema: calls['POST /domains/transferOut/stop'] },
    async (request) => {
      const domain = await inTransaction(db, (tx) => stopTransferOut(tx, request.body.token))
      return { domain: domain.unicodeName }
    },
  )
}

export const nameserverRoutes: RoutePlugin = async (app, { db }) => {
  app.addHook('onRequest', requireUser)

  app.get(
    '/domains/:id/nameservers',
    { schema: calls['GET /domains/:id/nameservers'] },
    async (request) => {
      const key = { domainId: request.params.id, userId: request.user.id }
      const domain = await findDomainOfUser(db, key)
      if (!domain) throw new AppError('domain_not_found')
      const found = await readNameservers(db, { domain, now: await readClock(db) })
      return {
        nameservers: found.holding.nameservers,
        is_signed: found.holding.dsRecords.length > 0,
        changes_left: found.changesLeft,
        frozen: found.frozen,
        changes: found.changes.map((change) => ({
          id: change.id,
          at: change.createdAt.toISOString(),
          from: change.fromNameservers,
          to: change.toNameservers,
          state: stateOfChange(change.state),
          message: change.message,
          can_undo: change.state === 'done' && found.frozen === null,
        })),
      }
    },
  )

  app.post(
    '/domains/:id/editNS',
    { schema: calls['POST /domains/:id/editNS'] },
    async (request) => {
      const { nameservers, ds = 'remove' } = request.body
      const input = { ...callerOf(request), nameservers, ds }
      const change = (tx: Tx) => changeNameservers(tx, input)
      return presentOutcome(db, await inTransaction(db, (tx) => tellOfChange(tx, input, change)))
    },
  )

  app.post(
    '/domains/:id/nameservers/undo',
    { schema: calls['POST /domains/:id/nameservers/undo'] },
    async (request) => {
      const input = { ...callerOf(request), changeId: request.body.change_id }
      const change = (tx: Tx) => undoChange(tx, input)
      return presentOutcome(db, await inTransaction(db, (tx) => tellOfChange(tx, input, change)))
    },
  )
}

/** Notifies lenders too: a loan on the name may have begun without being funded yet. */
async function tellOfChange(
  tx: Tx,
  { domainId, userId: by }: { domainId: string; userId: string },
  change: (tx: Tx) => Promise<string>,
): Promise<string> {
  const commandId = await change(tx)
  const command = await findCommand(tx, commandId)
  if (command?.kind === 'set_nameservers') {
    const { nameservers } = command.input
    await notifyOfName(tx, domainId, { kind: 'nameservers', nameservers, by })
  }
  return commandId
}

const noCode = { field: 'transferCode', message: 'Invalid authorization code' }

type Request = { user: { id: string; sessionId: string }; params: { id: string } }

const callerOf = ({ user, params }: Request) => ({
  userId: user.id,
  sessionId: user.sessionId,
  domainId: params.id,
})

/** A stuck command is ours to solve; the owner sees it as waiting. */
function stateOfChange(state: string): 'done' | 'refused' | 'waiting' {
  return state === 'done' || state === 'refused' ? state : 'waiting'
}

async function presentOutcome(db: Db, commandId: string): Promise<{ state: 'done' | 'waiting' }> {
  const command = await waitForCommand(db, commandId, patienceMs)
  if (command?.state === 'refused') {
    const { message } = command
    throw new AppError('registry_refused', message ? { message } : {})
  }
  return { state: command?.state === 'done' ? 'done' : 'waiting' }
}
