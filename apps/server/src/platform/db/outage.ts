import { setTimeout as sleep } from 'node:timers/promises'
import { minuteMs } from '@pier/protocol/time'
import type pg from 'pg'
import { AppError } from '../app-error.ts'
import type { Log } from '../log.ts'

export type Outages = ReturnType<typeof watchOutages>

const probeMs = 1000
const probeTimeoutMs = 5000

type Say = () => void
/** What failed, and how it says so if it has more to say than its name. */
type Failure = { error: unknown; say: Say | undefined }

/**
 * An outage is one line when it begins, one a minute while it lasts and one when it is over, however
 * many requests, jobs, queues, sessions and loops notice it.
 */
export function watchOutages(pool: pg.Pool, log: Log) {
  let isWatching = false
  let isAway = false
  /** What has failed since somebody began to watch, each by its name. */
  const failures = new Map<string, Failure>()
  const sayOnceAMinute = limitLines()

  async function watch(error: unknown) {
    isWatching = true
    if ((await answers(pool)) || pool.ending) {
      for (const [what, failure] of failures) sayFailure(what, failure)
    } else await untilBack(error)
    failures.clear()
    isWatching = false
  }

  async function untilBack(error: unknown) {
    const since = performance.now()
    const seconds = () => Math.round((performance.now() - since) / 1000)
    let lineAt = since
    isAway = true
    log.warn({ err: error }, 'the database is away')
    while (!(await answers(pool)) && !pool.ending) {
      await sleep(probeMs, undefined, { ref: false })
      if (performance.now() - lineAt < minuteMs) continue
      lineAt = performance.now()
      log.warn({ seconds: seconds() }, 'the database is still away')
    }
    if (pool.ending) return
    isAway = false
    log.info({ seconds: seconds() }, 'the database answers again')
  }

  /**
   * The database is there. Single connections end now and then, and a failing machine may end many;
   * but the socket of whoever speaks for itself may have been one to somebody else.
   */
  function sayFailure(what: string, { error, say }: Failure) {
    if (isConnectionGone(error) || (!say && isSocketBroken(error))) {
      const loss = 'a connection to the database was lost'
      sayOnceAMinute(loss, () => log.warn({ err: error, what }, loss))
    } else sayOnceAMinute(what, say ?? (() => log.warn({ err: error }, what)))
  }

  return {
    isAway: () => isAway,
    /** For what failed, on the database as far as can be seen, and is tried again by somebody. */
    failed(cause: unknown, what: string, say?: Say) {
      if (isOfWaitingCommits(cause)) return
      if (!isOutage(cause)) return say ? say() : log.warn({ err: cause }, what)
      if (!failures.has(what)) failures.set(what, { error: cause, say })
      if (!isWatching) void watch(cause)
    },
  }
}

/** Each line once a minute. */
function limitLines() {
  const saidAt = new Map<string, number>()
  return (what: string, say: Say) => {
    if (performance.now() - (saidAt.get(what) ?? -Infinity) < minuteMs) return
    saidAt.set(what, performance.now())
    say()
  }
}

/** Whether there is a database, and one that takes writes. */
async function answers(pool: pg.Pool, tries = 2): Promise<boolean> {
  const query = { text: 'select pg_is_in_recovery() as is_standby', query_timeout: probeTimeoutMs }
  try {
    const { rows } = await pool.query(query)
    return !rows[0].is_standby
  } catch (error) {
    if (tries === 1 || !isConnectionGone(error)) return false
    await sleep(50) // The pool has lent one that had just ended, as others may have.
    return answers(pool, tries - 1)
  }
}

/** Refusals of ours that are no news: whoever began to refuse has said so. */
const isOfWaitingCommits = (error: unknown): boolean =>
  error instanceof AppError && ['outcome_unknown', 'saving_paused'].includes(error.code)

/** No way to the database, or to another server. */
const socketCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]
/** Deadlock or lost race; a standby that does not accept writes yet; waited for too long. */
const busyCodes = ['40P01', '40001', '25006', '25P03', '55P03']
const busyWords = /timeout exceeded when trying to connect|query read timeout|during recovery/i

/** The database is unreachable, too busy to hand out a connection, or only a standby. */
export function isOutage(error: unknown): boolean {
  if (isConnectionGone(error) || isSocketBroken(error)) return true
  const { code, message } = wordsOf(error)
  return /^(53|57)/.test(code) || busyCodes.includes(code) || busyWords.test(message)
}

const isSocketBroken = (error: unknown): boolean => socketCodes.includes(wordsOf(error).code)

/** PostgreSQL or its client has ended it. */
export function isConnectionGone(error: unknown): boolean {
  const { code, message } = wordsOf(error)
  return /^(08|57P)/.test(code) || /connection terminated|not queryable/i.test(message)
}

function wordsOf(error: unknown): { code: string; message: string } {
  const none = { code: '', message: '' }
  if (typeof error !== 'object' || error === null) return none
  const { code = '', message = '' } = error as { code?: unknown; message?: unknown }
  return typeof code === 'string' && typeof message === 'string' ? { code, message } : none
}

const onlyStandby = Object.assign(new Error('only a standby answers'), { code: '25006' })

/** Waits for a database that takes writes, as in a failover, and says so once a minute. */
export async function untilAnswered(pool: pg.Pool, log: Log): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      const { rows } = await pool.query('select pg_is_in_recovery() as is_standby')
      if (rows[0].is_standby) throw onlyStandby
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
