/** Handles the registrar's messages and checks that it still has our domains as we left them. */
import { limits } from '@pier/protocol/limits'
import { hourMs } from '@pier/protocol/time'
import { inTransaction, readClock, type Tx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { setTimer } from '../../../platform/jobs/timers.ts'
import type { JobHandler } from '../../../platform/jobs/worker.ts'
import { RegistrarError, type RegistrarEvent } from '../../../providers/registrar/registrar-port.ts'
import { findDomain, findHeldDomain, getLockedDomain } from '../../domains/domains.service.ts'
import { beat, notifyOfName, publishNameChange } from '../../loans/loans.service.ts'
import {
  type CustodyWorker,
  findAnyDomain,
  refusedBy,
  type Worker,
} from '../commands/command-run.ts'
import { compareHolding, raise, type Alarm } from './drift.service.ts'
import { listHoldingsToCheck, saveHolding } from '../holdings/holdings.repository.ts'
import {
  countFailure,
  insertEvent,
  markEventHandled,
  parkEvent,
} from './registrar-events.repository.ts'
import { findOpenTransferOfName, hasTransferUnderWay } from '../transfers/transfers.repository.ts'
import { noteTransferAway } from '../transfers/transfers-out.service.ts'

const eventsMax = 200
const failuresMax = 5

/** Every minute while something is under way, else every ten. */
export const pollJob: JobHandler<CustodyWorker, 'custody.poll'> = async (worker) => {
  const { db, custodyTools, log } = worker
  const now = await readClock(db)
  const isQuiet = !(await hasTransferUnderWay(db))
  if (isQuiet && now.getUTCMinutes() % 10 !== 0) return
  const drained = custodyTools.registrar.drainEvents(
    async (event) => {
      try {
        await inTransaction(db, (tx) => takeEvent(tx, custodyTools.registrarId, event))
      } catch (error) {
        // One that nobody can handle must not hold up the others for ever.
        const key = { registrar: custodyTools.registrarId, eventKey: event.id }
        const failures = await inTransaction(db, (tx) => countFailure(tx, key, event.kind))
        log.error({ err: error, eventId: event.id, failures }, 'a message of the registrar')
        if (failures < failuresMax) throw error
        await inTransaction(db, (tx) => parkEvent(tx, key))
      }
    },
    { eventsMax },
  )
  const answered = drained.then(() => inTransaction(db, (tx) => beat(tx, 'registrar')))
  await answered.catch((error: unknown) => {
    // The next minute retries; more than an hour without a beat is an outage.
    if (!isAway(error)) throw error
    log.warn({ err: error }, 'the registrar has no news for us now')
  })
}

const isAway = (error: unknown): boolean =>
  error instanceof RegistrarError && (error.isRetryable || error.code === 'outcome_unknown')

/** A message is only a reason to query the registry; its content is not trusted. */
async function takeEvent(tx: Tx, registrar: string, event: RegistrarEvent): Promise<void> {
  const name = event.kind === 'transfer' ? event.transfer.name : 'name' in event ? event.name : null
  const key = { registrar, eventKey: event.id }
  if (!(await insertEvent(tx, { ...key, kind: event.kind, name, detail: event }))) return
  const problem = await actOn(tx, event, name)
  await markEventHandled(tx, key, problem)
}

/** Gives why a person has to look at it, if one has to. */
async function actOn(tx: Tx, event: RegistrarEvent, name: string | null): Promise<string | null> {
  if (event.kind === 'other' || !name) return 'The message is not understood'
  const coming = await findOpenTransferOfName(tx, { name, direction: 'in' })
  if (coming) {
    const timer = { job: 'custody.check-transfer', subjectId: coming.id } as const
    await setTimer(tx, { ...timer, fireAt: tx.now })
    return null
  }
  const held = await findHeldDomain(tx, name)
  if (!held)
    return event.kind === 'transfer' ? null : 'The message is about a domain that we do not hold'
  const domain = await getLockedDomain(tx, held.id)
  if (event.kind === 'changed') {
    const words = [event.by, event.caseId, event.reason].filter(Boolean).join(', ')
    const alarm = { kind: 'changed', detail: words || 'Changed by others' }
    if (await raise(tx, domain, alarm)) await tellOfDrift(tx, domain.id, [alarm])
  }
  if (event.kind === 'transfer' && event.transfer.status === 'pending') {
    const { actAt: until } = event.transfer
    await noteTransferAway(tx, domain, until)
    await notifyOfName(tx, domain.id, { kind: 'nameAskedAway', until })
  }
  await enqueue(tx, 'custody.check-holding', { domainId: domain.id })
  return null
}

export const checkHoldingJob: JobHandler<CustodyWorker, 'custody.check-holding'> = (
  worker,
  { domainId },
) => checkHolding(worker, domainId)

const batchSize = 200

/**
 * Checks every holding, a batch at a time; the next batch follows at once. One that fails gets its
 * own job, so that it does not block those behind it.
 */
export const checkHoldingsJob: JobHandler<CustodyWorker, 'custody.check-holdings'> = async (
  worker,
) => {
  const { db, log } = worker
  const before = new Date((await readClock(db)).getTime() - limits.registryLookHours * hourMs)
  const due = await listHoldingsToCheck(db, { before, limit: batchSize })
  for (const domainId of due) {
    try {
      await checkHolding(worker, domainId)
    } catch (error) {
      if (error instanceof RegistrarError && !refusedBy(error)) throw error // All would fail now.
      log.error({ err: error, domainId }, 'a domain in custody could not be looked at')
      await inTransaction(db, async (tx) => {
        await saveHolding(tx, domainId, { checkedAt: tx.now })
        await enqueue(tx, 'custody.check-holding', { domainId })
      })
    }
  }
  if (due.length > 0) await inTransaction(db, (tx) => enqueue(tx, 'custody.check-holdings', {}))
}

async function checkHolding({ db, custodyTools }: Worker, domainId: string): Promise<void> {
  const domain = await findDomain(db, domainId)
  if (!domain || domain.archivedAt) return
  const readAt = await readClock(db)
  const info = await findAnyDomain(custodyTools.registrar, domain.name)
  await inTransaction(db, async (tx) => {
    const locked = await getLockedDomain(tx, domainId)
    await tellOfDrift(tx, domainId, await compareHolding(tx, locked, { info, readAt }))
    await publishNameChange(tx, domainId)
  })
}

/** Notifies lenders too, once for all differences. */
async function tellOfDrift(tx: Tx, domainId: string, raised: Alarm[]): Promise<void> {
  const alarms = raised.map(({ kind }) => kind)
  if (alarms.length > 0) await notifyOfName(tx, domainId, { kind: 'nameDrift', alarms })
}
