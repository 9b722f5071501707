import { LogController, type FastifyReply, type FastifyRequest } from 'fastify'

export type LogSettings = {
  logLevel?: string
  /** Where lines go instead of the standard output. */
  logStream?: { write: (line: string) => void }
}

/**
 * Addresses of ours hold what opens an agreement and whom an operator looked for, and a visitor's own
 * is personal. So a request leaves no line, only what went wrong does, with the id that the reader has.
 */
export const logOptions = ({ logLevel = 'info', logStream }: LogSettings) => ({
  logger: {
    level: logLevel,
    base: { process: 'web' },
    serializers: { err: describeError },
    ...(logStream && { stream: logStream }),
  },
  logController: new LogController({ disableRequestLogging: true }),
})

/** What went wrong, without the values it went wrong with: an error of Node's holds the address it could not read. */
function describeError({ name, message, stack = '', code }: Error & { code?: unknown }) {
  return { type: name, message, stack, ...(typeof code === 'string' && { code }) }
}

/** With the lines of requests Fastify leaves out those of faults as well. */
export async function logFault(
  { log }: FastifyRequest,
  _reply: FastifyReply,
  error: Error & { statusCode?: number },
) {
  if ((error.statusCode ?? 500) >= 500) log.error({ err: error }, 'a request failed')
}
