import type { Config } from './config.ts'
import type { Log } from './log.ts'

/** Without a collector nothing is read in, and nothing is recorded. */
export async function startTracesOf({ traces }: Config, log: Log, process: 'api' | 'worker') {
  if (!traces) return undefined
  const { startTraces } = await import('@pier/telemetry/otlp')
  const warn = (facts: object, message: string) => log.warn(facts, message)
  return startTraces({ ...traces, service: `pier-${process}`, warn })
}
