import { setTimeout as sleep } from 'node:timers/promises'
import { minuteMs } from '@pier/protocol/time'
import type pg from 'pg'
import { AppError } from '../app-error.ts'
import type { Log } from '../log.ts'

export type Outages = ReturnType<typeof watchOutages>

const probeMs = 1000
const probeTimeoutMs = 5000

/**
 * An outage is one line when it begins, one a minute while it lasts and one when it is over, however
 * many queues, sessions and loops notice it.
 */
export function watchOutages(pool: pg.Pool, log: Log) {
  let watching: Promise<void> | undefined
  let isAway = false
  let lossSaidAt = -Infinity

  async function watch(error: unknown) {
    if (await answers(pool)) return sayLoss(error)
    const since = performance.now()
    const seconds = () => Math.round((performance.now() - since) / 1000)
    let saidAt = since
    isAway = true
    log.warn({ err: error }, 'the database is away')
    while (!(await answers(pool)) && !pool.ending) {
      await sleep(probeMs, undefined, { ref: false })
      if (performance.now() - saidAt < minuteMs) continue
      saidAt = performance.now()
      log.warn({ seconds: seconds() }, 'the database is still away')
    }
    isAway = false
    log.info({ seconds: seconds() }, 'the database answers again')
  }

  /** Single connections end now and then, and a failing machine may end many. */
  function sayLoss(error: unknown) {
    if (performance.now() - lossSaidAt < minuteMs) return
    lossSaidAt = performance.now()
    log.warn({ err: error }, 'a connection to the database was lost')
  }

  return {
    isAway: () => isAway,
    /** For what failed on the database and is tried again by itself. */
    failed(cause: unknown, what: string) {
      // A refusal of ours is no news: whoever began to refuse has said so.
      if (cause instanceof AppError && cause.status === 503) return
      if (!isOutage(cause)) log.warn({ err: cause }, what)
      else {
        watching ??= watch(cause).finally(() => {
          watching = undefined
        })
      }
    },
  }
}

/** Whether there is a database, and one that takes writes. */
async function answers(pool: pg.Pool): Promise<boolean> {
  const query = { text: 'select pg_is_in_recovery() as is_standby', query_timeout: probeTimeoutMs }
  return pool.query(query).then(
    ({ rows }) => !rows[0].is_standby,
    () => false,
  )
}

/** Database unreachable; deadlock or lost race; a standby that does not accept writes yet. */
const outageCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  '40P01',
  '40001',
  '25006',
  '25P03',
  '55P03',
]

/** The database is unreachable, too busy to hand out a connection, or only a standby. */
export function isOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code = '', message = '' } = error as { code?: unknown; message?: unknown }
  if (typeof code !== 'string' || typeof message !== 'string') return false
  if (/^(08|53|57)/.test(code) || outageCodes.includes(code)) return true
  return /connection terminated|timeout exceeded when trying to connect|not queryable|query read timeout|during recovery/i.test(
    message,
  )
}

/** Waits for a database that is away, as in a failover, and says so once a minute. */
export async function untilAnswered(pool: pg.Pool, log: Log): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await pool.query('select 1')
      if (tries > 1) log.info({ tries }, 'the database answers')
      return
    } catch (error) {
      if (!canMendItself(error)) throw error
      if (tries % 60 === 1) log.warn({ err: error, tries }, 'the database is away: waiting for it')
      await sleep(probeMs)
    }
  }
}

/**
 * Whether waiting may mend it. A wrong password, no such database, a role that may not be taken, a
 * parameter that a pooler refuses or a certificate that does not hold are for a person.
 */
function canMendItself(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (/startup parameter|SSL|certificate/i.test(message)) return false
  return !/^(28|3D|22|42|CERT_|ERR_TLS_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_)/.test(code)
}
