import type { FastifyBaseLogger } from 'fastify'

type Bindings = Record<string, unknown>
type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'
type Said = (object: unknown, ...rest: unknown[]) => void
type Own = { parent: FastifyBaseLogger; bindings: Bindings }

/**
 * The log of one request: the log of the process, which is told whose line it is when there is one. A
 * child for each request, as pino makes it, would cost as much as a short answer, line or not.
 */
export function requestLog(
  parent: FastifyBaseLogger,
  bindings: Bindings,
  options: Parameters<FastifyBaseLogger['child']>[1] = {},
): FastifyBaseLogger {
  if (Object.keys(options).length > 0) return parent.child(bindings, options)
  const log = { parent, bindings, level: parent.level, ...methods }
  return log
}

const methods = {
  trace(this: Own, ...said: unknown[]) {
    say(this, 'trace', said)
  },
  debug(this: Own, ...said: unknown[]) {
    say(this, 'debug', said)
  },
  info(this: Own, ...said: unknown[]) {
    say(this, 'info', said)
  },
  warn(this: Own, ...said: unknown[]) {
    say(this, 'warn', said)
  },
  error(this: Own, ...said: unknown[]) {
    say(this, 'error', said)
  },
  fatal(this: Own, ...said: unknown[]) {
    say(this, 'fatal', said)
  },
  silent() {},
  child(this: Own, more: Bindings, options?: Parameters<FastifyBaseLogger['child']>[1]) {
    return this.parent.child({ ...this.bindings, ...more }, options)
  },
}

/** As pino takes what it is given: an object, an error or a text comes first. */
function say({ parent, bindings }: Own, level: Level, [first, ...rest]: unknown[]): void {
  const log: Said = parent[level].bind(parent)
  if (first instanceof Error)
    log({ ...bindings, err: first }, ...(rest.length > 0 ? rest : [first.message]))
  else if (typeof first === 'object') log({ ...bindings, ...first }, ...rest)
  else log(bindings, first, ...rest)
}
