import { hourMs } from '@pier/protocol/time'
import { inTransaction } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { setTimer } from '../../platform/jobs/timers.ts'
import type { JobHandler } from '../../platform/jobs/worker.ts'
import { RegistrarError } from '../../providers/registrar/registrar-port.ts'
import { findDomain, getLockedDomain, type Domain } from '../domains/domains.service.ts'
import { invariant } from '../../platform/app-error.ts'
import { followName } from '../listings/listings.service.ts'
import { denyOrphans } from '../offers/offers.service.ts'
import { followDomain, notifyOfName, publishNameChange } from '../loans/loans.service.ts'
import {
  findAnyDomain,
  isRefusal,
  refusedBy,
  type CustodyWorker,
  type Outcome,
  type Worker,
} from './commands/command-run.ts'
import {
  findCommand,
  listForgottenCommands,
  type Command,
  type CommandKind,
} from './commands/commands.repository.ts'
import { closeCommand } from './commands/commands.service.ts'
import { newsOf } from './commands/command-news.ts'
import {
  runCloseOut,
  runLock,
  runNameservers,
  runOpenOut,
  runRenewal,
} from './execution/holding-commands.ts'
import { recordLook } from './holdings/looks.service.ts'
import { findQuote } from './quotes/quotes.repository.ts'
import { recordQuote } from './quotes/quotes.service.ts'
import { planForgottenRenewals, renewInTime } from './renewals/renewals.service.ts'
import { runCancel, runReceive, runRequest } from './execution/transfer-commands.ts'
import {
  findTransfer,
  listForgottenTransfers,
  wipeOldCodes,
} from './transfers/transfers.repository.ts'
import {
  checkSoon,
  failTransferIn,
  followTransfer,
  waitLonger,
} from './transfers/transfers-in.service.ts'
import {
  expireTransferOut,
  keepDomains,
  openTransferOut,
} from './transfers/transfers-out.service.ts'

const codeDaysMax = 14

/** A command with a lost answer runs this often at once; after that the queue retries it. */
const runsMax = 3

/** Keeps two jobs of one domain from calling the registrar at the same time. */
const busy = new Set<string>()

export const runCommandJob: JobHandler<CustodyWorker, 'custody.run-command'> = async (
  worker,
  { commandId },
) => {
  const { db, settle } = worker
  const command = await findCommand(db, commandId)
  if (!command || command.settledAt) return
  if (busy.has(command.domainId)) throw new Error('Another command for this domain is in progress')
  busy.add(command.domainId)
  try {
    const domain = await findDomain(db, command.domainId)
    invariant(domain, `there is a domain ${command.domainId}`)
    const { end, record, seen } = await runPatiently(worker, commandId, domain)
    await settle(async (tx) => {
      const locked = await getLockedDomain(tx, domain.id)
      if (await closeCommand(tx, command, end)) {
        await record(tx, locked)
        const news = await newsOf(tx, command, { end, seen })
        if (news) await notifyOfName(tx, domain.id, news)
      }
      if (seen !== undefined) await recordLook(tx, locked, { info: seen, at: tx.now })
      await publishNameChange(tx, domain.id)
      await followName(tx, domain.name)
      await denyOrphans(tx, domain.name, 'OWNERSHIP_CHANGED')
      await followDomain(tx, domain.id)
    })
  } finally {
    busy.delete(command.domainId)
  }
}

async function runPatiently(worker: Worker, commandId: string, domain: Domain): Promise<Outcome> {
  for (let runs = 1; ; runs++) {
    // Read anew: whether it was sent is what decides between asking and sending.
    const command = await findCommand(worker.db, commandId)
    invariant(command, `there is a command ${commandId}`)
    try {
      return await runOnce(worker, command, domain)
    } catch (error) {
      if (error instanceof RegistrarError) worker.metrics.registrarErrors.inc({ code: error.code })
      if (!isRefusal(error, 'outcome_unknown') || runs === runsMax) throw error
    }
  }
}

const runners: Record<
  CommandKind,
  (worker: Worker, command: never, domain: Domain) => Promise<Outcome>
> = {
  request_transfer: runRequest,
  cancel_transfer: runCancel,
  receive_domain: runReceive,
  set_nameservers: runNameservers,
  renew: runRenewal,
  open_transfer_out: runOpenOut,
  close_transfer_out: runCloseOut,
  lock: runLock,
}

// The row was written with the input of its kind, so each runner gets its own.
const runOnce = (worker: Worker, command: Command, domain: Domain) =>
  runners[command.kind](worker, command as never, domain)

/** Gets the price of the operation; for a transfer also the price of later renewals. */
export const quoteJob: JobHandler<CustodyWorker, 'custody.quote'> = async (
  { db, custodyTools, settle },
  { quoteId },
) => {
  const quote = await findQuote(db, quoteId)
  const domain = quote && (await findDomain(db, quote.domainId))
  if (!domain || quote.state !== 'asking') return
  const ask = (operation: 'transfer' | 'renew') =>
    custodyTools.registrar.quote({ name: domain.name, operation, years: 1 })
  const asked = { quote, userId: domain.userId }
  try {
    const { amountCents, isPremium } = await ask(quote.operation)
    const renewal = quote.operation === 'renew' ? null : await ask('renew').catch(ignoreRefusal)
    const renewalCents = renewal?.amountCents ?? null
    const answer = { amountCents, isPremium, renewalCents }
    await settle((tx) => recordQuote(tx, { ...asked, answer }))
  } catch (error) {
    if (!refusedBy(error)) throw error
    const refusal = 'The registry gives no price for this domain. It may not be registered.'
    await settle((tx) => recordQuote(tx, { ...asked, answer: { refusal } }))
  }
}

function ignoreRefusal(error: unknown): null {
  if (refusedBy(error)) return null
  throw error
}

/** Registrar messages can get lost, so every open transfer is polled as well. */
export const checkTransferJob: JobHandler<CustodyWorker, 'custody.check-transfer'> = async (
  { db, custodyTools, settle },
  { subjectId },
) => {
  const { registrar } = custodyTools
  const transfer = await findTransfer(db, subjectId)
  const domain = transfer && (await findDomain(db, transfer.domainId))
  if (!domain) return
  if (transfer.state === 'asked') return settle((tx) => checkSoon(tx, subjectId))
  if (transfer.state !== 'requested') return
  const state = await registrar.findTransfer(domain.name).catch((error: unknown) => {
    if (isRefusal(error, 'not_ours')) return null
    throw error
  })
  const isThis = state?.isRequestedByUs ?? false
  const isWaiting = isThis && state?.status === 'pending'
  const info = isWaiting ? null : await findAnyDomain(registrar, domain.name)
  await settle(async (tx) => {
    const locked = await getLockedDomain(tx, domain.id)
    const current = await findTransfer(tx, subjectId)
    if (current?.state !== 'requested') return
    if (isWaiting || info?.isSponsoredByUs) {
      await followTransfer(tx, locked, { transfer: current, state: isWaiting ? state : null })
    } else if (isThis && state && !state.status.endsWith('Approved')) {
      await followTransfer(tx, locked, { transfer: current, state })
    } else if (isThis) {
      await waitLonger(tx, current) // Approved, and not with us yet.
    } else {
      const reason = 'The transfer ended at the registry without success. Ask your registrar why.'
      await failTransferIn(tx, locked, { transfer: current, reason })
    }
    await followDomain(tx, domain.id)
  })
}

export const openTransferOutJob: JobHandler<CustodyWorker, 'custody.open-transfer-out'> = (
  { settle },
  { subjectId },
) => settle((tx) => openTransferOut(tx, subjectId))

export const closeTransferOutJob: JobHandler<CustodyWorker, 'custody.close-transfer-out'> = (
  { settle },
  { subjectId },
) => settle((tx) => expireTransferOut(tx, subjectId))

export const keepDomainsJob: JobHandler<CustodyWorker, 'custody.keep-domains'> = (
  { settle },
  { userId },
) => settle((tx) => keepDomains(tx, userId))

export const renewJob: JobHandler<CustodyWorker, 'custody.renew'> = async (
  { db, custodyTools, settle },
  { subjectId },
) => {
  const domain = await findDomain(db, subjectId)
  if (!domain || domain.archivedAt) return
  const asked = { name: domain.name, operation: 'renew', years: 1 } as const
  const { amountCents } = await custodyTools.registrar.quote(asked)
  await settle(async (tx) => {
    const locked = await getLockedDomain(tx, subjectId)
    const { unpaidUntil: expiresAt } = await renewInTime(tx, locked, amountCents)
    const news = { kind: 'renewalUnpaid', feeCents: amountCents } as const
    if (expiresAt) await notifyOfName(tx, subjectId, { ...news, expiresAt })
  })
}

/** Picks up work whose jobs were lost in an outage. */
export const takeUpCustodyJob: JobHandler<CustodyWorker, 'custody.take-up'> = async ({ db }) => {
  await inTransaction(db, async (tx) => {
    const before = new Date(tx.now.getTime() - hourMs)
    for (const commandId of await listForgottenCommands(tx, before)) {
      await enqueue(tx, 'custody.run-command', { commandId })
    }
    for (const subjectId of await listForgottenTransfers(tx, before)) {
      await setTimer(tx, { job: 'custody.check-transfer', subjectId, fireAt: tx.now })
    }
    await planForgottenRenewals(tx)
    await wipeOldCodes(tx, new Date(tx.now.getTime() - codeDaysMax * 24 * hourMs))
  })
}
