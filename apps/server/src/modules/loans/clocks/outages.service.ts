/**
 * Detects our own outages. Each part sends heartbeats; if one is silent for an hour, clocks stop
 * from when that is noticed until operators have reviewed it. They decide whether the time before
 * that counts too: see `startClocks`.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { brand } from '@pier/protocol/brand'
import { minuteMs, secondMs } from '@pier/protocol/time'
import { AppError } from '../../../platform/app-error.ts'
import { inTransaction, type Database, type Tx } from '../../../platform/db/database.ts'
import { isOutage } from '../../../platform/db/outage.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { insertOutage, listSilent, markOver, saveBeat, type Part } from './outages.repository.ts'

const outageMs = 60 * minuteMs

/** Both sides read it in a sentence: "Since …, because …". */
const reasons: Record<Part, string> = {
  api: `${brand.name} could not be reached`,
  worker: `${brand.name} was partly down`,
  registrar: `${brand.name}'s registrar did not answer`,
}

export async function beat(tx: Tx, part: Part): Promise<void> {
  const silentMs = await saveBeat(tx, part)
  if (silentMs >= outageMs) await stopFor(tx, { part, silentMs, isOver: true })
  await markOver(tx, part)
}

/** A part that is down cannot report it. */
async function noticeSilence(tx: Tx): Promise<void> {
  const silent = await listSilent(tx, { leastMs: outageMs })
  for (const each of silent) await stopFor(tx, { ...each, isOver: false })
}

async function stopFor(
  tx: Tx,
  { part, silentMs, isOver }: { part: Part; silentMs: number; isOver: boolean },
): Promise<void> {
  const beganAt = new Date(tx.now.getTime() - silentMs)
  const outage = { part, reason: reasons[part], beganAt, overAt: isOver ? tx.now : null }
  const stopId = await insertOutage(tx, outage)
  if (!stopId) return
  await enqueue(tx, 'escrow.follow-stops', { stopId })
  await enqueue(tx, 'operator.tell-of-outage', { stopId })
}

/**
 * Beats every minute. The first beat stops the clocks after an outage, so whoever acts on deadlines
 * waits for `begun`. While nothing can be saved it is tried again.
 */
export function keepBeating(db: Database, part: Part) {
  const once = () =>
    inTransaction(db, async (tx) => {
      await beat(tx, part)
      await noticeSilence(tx)
    })
  const stopping = new AbortController()
  const begin = async () => {
    while (!stopping.signal.aborted) {
      try {
        return await once()
      } catch (error) {
        if (!isPassing(error)) throw error
        db.outages.failed(error, 'no heartbeat')
        await sleep(secondMs)
      }
    }
  }
  const begun = begin()
  const timer = setInterval(() => {
    once().catch((error: unknown) => db.outages.failed(error, 'no heartbeat'))
  }, minuteMs)
  stopping.signal.addEventListener('abort', () => clearInterval(timer))
  return { begun, stop: () => stopping.abort() }
}

const isPassing = (error: unknown) =>
  error instanceof AppError ? error.status === 503 : isOutage(error)
