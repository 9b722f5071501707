import { setTimeout as sleep } from 'node:timers/promises'
import { Gauge } from 'prom-client'
import type { Database, Db } from '../db/database.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'

type Values = number | Record<string, number>

/** A question to the database whose answer is shown as gauges. */
export type Check = {
  /** What the time of its last answer is labelled with. */
  what: string
  everySeconds: number
  gauges: Record<string, { help: string; label?: string }>
  /** The values of every gauge by its name: one number, or one for each value of its label. */
  read: (db: Db) => Promise<Record<string, Values>>
}

type Settings = {
  db: Database
  log: Log
  metrics: Metrics
  checks: readonly Check[]
  tickMs?: number
}

/**
 * Asks the database again and again, so that what is shown is what it holds, whichever process did
 * it and however often that was restarted. Every process with these checks asks for itself: none
 * has to be chosen, and none is missed. One question at a time, on one connection. Where there is
 * no answer, the last one stays and so does its time: a rule looks at how old that is.
 */
export function startChecks({ db, log, metrics, checks, tickMs = 1000 }: Settings) {
  const stopping = new AbortController()
  const prepared = prepareChecks(metrics, checks)
  const failing = new Set<string>()

  const ask = async ({ what, ask: once }: Prepared) => {
    try {
      await once(db)
      if (failing.delete(what)) log.info({ what }, 'the check has an answer again')
    } catch (error) {
      db.outages.failed(error, `check of ${what}`, () => {
        if (!failing.has(what)) log.warn({ err: error, what }, 'a check has no answer')
        failing.add(what)
      })
    }
  }
  const loop = async () => {
    const dueAt = new Map(prepared.map(({ what }) => [what, 0]))
    while (!stopping.signal.aborted) {
      for (const check of prepared) {
        if (stopping.signal.aborted || performance.now() < (dueAt.get(check.what) ?? 0)) continue
        await ask(check)
        dueAt.set(check.what, performance.now() + check.everySeconds * 1000)
      }
      await sleep(tickMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const running = loop()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

type Prepared = { what: string; everySeconds: number; ask: (db: Db) => Promise<void> }

/** Registers the gauges of the checks. Each check can then be asked. */
export function prepareChecks({ registry }: Metrics, checks: readonly Check[]): Prepared[] {
  const checkedAt = new Gauge({
    name: 'pier_checked_at_seconds',
    help: 'When the database last answered this check. 0: not since the process started',
    labelNames: ['what'],
    registers: [registry],
  })
  return checks.map(({ what, everySeconds, gauges, read }) => {
    const made = Object.entries(gauges).map(([name, { help, label }]) => {
      const labelNames = label === undefined ? [] : [label]
      const gauge = new Gauge({ name, help, labelNames, registers: [registry] })
      empty(gauge, label)
      return { name, label, gauge }
    })
    checkedAt.set({ what }, 0)
    const ask = async (db: Db) => {
      const answers = await read(db)
      for (const { name, label, gauge } of made) show(gauge, label, answers[name])
      checkedAt.labels(what).setToCurrentTime()
    }
    return { what, everySeconds, ask }
  })
}

/** What is not in the answer any more is not shown any more. */
function show(gauge: Gauge, label: string | undefined, values: Values | undefined) {
  empty(gauge, label)
  if (typeof values === 'number') gauge.set(values)
  else if (label !== undefined) {
    for (const [of, value] of Object.entries(values ?? {})) gauge.set({ [label]: of }, value)
  }
}

/** The library begins one without a label with 0, which nobody has found in the database. */
function empty(gauge: Gauge, label: string | undefined) {
  gauge.reset()
  if (label === undefined) gauge.remove()
}
