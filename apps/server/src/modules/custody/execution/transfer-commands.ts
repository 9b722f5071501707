/** Requests, cancels and receives transfers. What was sent before is asked about first. */
import { invariant } from '../../../platform/app-error.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { askAboutTransfer } from '../../../providers/registrar/outcomes.ts'
import {
  type DomainInfo,
  RegistrarError,
  type TransferState,
} from '../../../providers/registrar/registrar-port.ts'
import { findSupportedPolicy, type Domain } from '../../domains/domains.service.ts'
import {
  codesOf,
  done,
  findAnyDomain,
  isRefusal,
  refusedBy,
  stuck,
  type Outcome,
  type Run,
  type Worker,
} from '../commands/command-run.ts'
import { markSent, type Command } from '../commands/commands.repository.ts'
import { endQuotes } from '../quotes/quotes.repository.ts'
import { refuseByInfo, textOfRefusal } from '../transfers/refusal-text.ts'
import { findTransfer, saveTransfer, type Transfer } from '../transfers/transfers.repository.ts'
import {
  completeTransferIn,
  failTransferIn,
  followTransfer,
  recordRequested,
  waitLonger,
} from '../transfers/transfers-in.service.ts'

export const runRequest: Run<'request_transfer'> = async (worker, command, domain) => {
  const { custodyTools } = worker
  const { registrar } = custodyTools
  const transfer = await getTransfer(worker, command.input.transferId)
  if (transfer.state !== 'asked') return done()
  const { name } = domain
  if (command.sentAt) {
    const outcome = await askAboutTransfer(registrar, { name, since: command.sentAt })
    if (outcome.isAccepted) return accept(transfer, outcome.state)
  }
  if (!transfer.sealedCode)
    return hold(
      transfer,
      'Its authorization code was deleted, and the registry never accepted the transfer',
    )
  const authCode = custodyTools.openCode(transfer.sealedCode, transfer.id)
  let isSent = command.sentAt !== null
  try {
    const info = await registrar.findDomain({ name, authCode })
    if (info?.isSponsoredByUs) return hold(transfer, 'The domain is already with us')
    const refusal = await findRefusal(worker, domain, info)
    if (refusal) return refuse(transfer, refusal)

    await inTransaction(worker.db, (tx) => markSent(tx, command.id))
    isSent = true
    const amountCents = Number(transfer.feeCents ?? 0)
    const asked = { name, authCode, years: 1, amountCents, commandId: command.id }
    const state = await registrar.requestTransfer(asked)
    if (state) return accept(transfer, state)
    const outcome = await askAboutTransfer(registrar, { name, since: command.createdAt })
    return accept(transfer, outcome.isAccepted ? outcome.state : null)
  } catch (error) {
    return explain(error, { worker, transfer, command, name, isSent })
  }
}

const accept = (transfer: Transfer, state: TransferState | null) =>
  done((tx, locked) => recordRequested(tx, locked, { transfer, state }))

function findRefusal({ db }: Worker, { suffix }: Domain, info: DomainInfo | null) {
  return inTransaction(db, async (tx) => {
    const policy = await findSupportedPolicy(tx, { suffix, now: tx.now })
    return refuseByInfo(info, { ageDaysMin: policy?.ageDaysMin ?? 0 }, tx.now)
  })
}

type Asked = {
  worker: Worker
  transfer: Transfer
  command: Command
  name: string
  isSent: boolean
}

async function explain(
  error: unknown,
  { worker, transfer, command, name, isSent }: Asked,
): Promise<Outcome> {
  if (!(error instanceof RegistrarError)) throw error
  const { code } = error
  const since = command.sentAt ?? command.createdAt
  // Already ours, or pending for us: an earlier answer was lost. If nothing was sent, a name that
  // is with us did not come by this transfer.
  if (isSent && (code === 'bad_request' || code === 'already_pending')) {
    const outcome = await askAboutTransfer(worker.custodyTools.registrar, { name, since })
    if (outcome.isAccepted) return accept(transfer, outcome.state)
  }
  const words = textOfRefusal(code)
  if (words) return refuse(transfer, words, error)
  if (refusedBy(error)) return hold(transfer, `The registry rejected it: ${codesOf(error)}`, error)
  // Retried until somebody tops up; without this no operator would see it before the last try.
  if (code === 'insufficient_registrar_funds') {
    const needsOperator = 'Our balance at the registrar is used up'
    await inTransaction(worker.db, (tx) => saveTransfer(tx, transfer.id, { needsOperator }))
  }
  throw error
}

/** Ends the transfer and returns the fee. */
const refuse = (transfer: Transfer, reason: string, error?: RegistrarError) =>
  done(
    async (tx, domain) => {
      await failTransferIn(tx, domain, { transfer, reason })
      await endQuotes(tx, domain.id)
    },
    {
      state: 'refused',
      message: reason,
      error: error && codesOf(error),
      registrarRef: error?.serverId,
    },
  )

/** Neither done nor refused: a person has to look, and the fee stays set aside. */
const hold = (transfer: Transfer, why: string, error?: RegistrarError) =>
  stuck(why, error, (tx) => saveTransfer(tx, transfer.id, { needsOperator: why }))

export const runCancel: Run<'cancel_transfer'> = async (worker, command, { name }) => {
  const { registrar } = worker.custodyTools
  const { transferId, reason } = command.input
  const transfer = await getTransfer(worker, transferId)
  if (transfer.endedAt || transfer.state === 'arriving') return done()
  const callBack: Outcome['record'] = (tx, domain) =>
    failTransferIn(tx, domain, { transfer, reason, isCancelled: true })
  // The registry never accepted it, so it cannot have brought the name to us.
  if (transfer.state === 'asked') return done(callBack)
  await registrar.cancelTransfer({ name, commandId: command.id }).catch((error: unknown) => {
    // Already cancelled or gone through: the registry's current state decides.
    if (!isRefusal(error, 'not_pending', 'not_found', 'not_ours')) throw error
  })
  const since = transfer.requestedAt ?? transfer.createdAt
  const outcome = await askAboutTransfer(registrar, { name, since })
  const state = outcome.isAccepted ? outcome.state : null
  const isOurs = outcome.isAccepted && (state === null || state.status.endsWith('Approved'))
  if (isOurs) return done((tx, domain) => followTransfer(tx, domain, { transfer, state }))
  return done(state?.status === 'pending' ? (tx) => waitLonger(tx, transfer) : callBack)
}

/** It was approved. It counts once the registry shows the name with us and locked. */
export const runReceive: Run<'receive_domain'> = async (worker, command, { name }) => {
  const { registrar, contactId } = worker.custodyTools
  const transfer = await getTransfer(worker, command.input.transferId)
  if (transfer.endedAt) return done()
  const arrived = await findAnyDomain(registrar, name)
  if (!arrived?.isSponsoredByUs) return done((tx) => waitLonger(tx, transfer))

  await registrar.setLock({ name, isLocked: true, commandId: command.id })
  if (arrived.registrantId !== contactId) {
    await registrar.changeRegistrant({ name, registrantId: contactId, commandId: command.id })
  }
  const info = await registrar.findDomain({ name })
  invariant(info?.isSponsoredByUs, `${name} stays with us while it is received`)
  invariant(info.statuses.includes('clientTransferProhibited'), `${name} is locked`)
  const record: Outcome['record'] = (tx, domain) =>
    completeTransferIn(tx, domain, { transfer, info })
  return { ...done(record), seen: info }
}

async function getTransfer(
  { db }: Parameters<Run<'receive_domain'>>[0],
  id: string,
): Promise<Transfer> {
  const transfer = await findTransfer(db, id)
  invariant(transfer, `there is a transfer ${id}`)
  return transfer
}
