import type { CallOutput } from '@pier/protocol/calls/calls'
import { minuteMs } from '@pier/protocol/time'
import type { Vitals } from './status.repository.ts'

type Part = CallOutput<'GET /status'>['parts'][number]
type Judged = Omit<Part, 'since'> & { since: Date | null }

/** API and worker beat every minute. */
const silentMs = 3 * minuteMs
/** The registrar is asked every ten minutes while no transfer is under way: two may be missed. */
const registrarSilentMs = 25 * minuteMs
/** A mail is tried again within seconds, a payment too. */
const lateMs = 5 * minuteMs

/**
 * What works, by what was last heard and by what waits. Whoever can read this can read. Logging in is
 * a part of saving, because it writes.
 */
export function judgeParts(vitals: Vitals): Judged[] {
  const { now, workerAt, registrarAt, apiAt } = vitals
  const isOlder = (at: Date | null, ms: number) => !at || now.getTime() - at.getTime() > ms
  const well = { state: 'well', since: null, waiting: null } as const
  const away = (since: Date | null) => ({ state: 'away', since, waiting: null }) as const

  const isSaving = !vitals.isStandby && !isOlder(apiAt, silentMs)
  const isWorking = !isOlder(workerAt, silentMs)
  const judgeQueue = (waiting: number, oldestAt: Date | null) => {
    if (!isWorking) return { state: 'away', since: workerAt, waiting } as const
    const isLate = oldestAt !== null && isOlder(oldestAt, lateMs)
    return isLate
      ? ({ state: 'late', since: oldestAt, waiting } as const)
      : ({ ...well, waiting } as const)
  }
  return [
    { part: 'reading', ...well },
    { part: 'saving', ...(isSaving ? well : away(apiAt)) },
    { part: 'mails', ...judgeQueue(vitals.mails, vitals.oldestMailAt) },
    {
      part: 'registrar',
      ...(isOlder(registrarAt, registrarSilentMs) ? away(registrarAt) : well),
    },
    { part: 'payments', ...judgeQueue(vitals.payments, vitals.oldestPaymentAt) },
  ]
}
