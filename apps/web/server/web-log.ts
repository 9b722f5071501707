import { LogController, type FastifyReply, type FastifyRequest } from 'fastify'

export type LogSettings = {
  logLevel?: string
  /** Where log lines go instead of standard output. */
  logStream?: { write: (line: string) => void }
}

/**
 * Our URLs contain signing tokens and operators' searches, and a visitor's IP address is personal.
 * So requests are not logged, only failures are, with the id that the visitor sees.
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

/** Leaves out other properties: some errors of Node hold the URL they could not parse. */
function describeError({ name, message, stack = '', code }: Error & { code?: unknown }) {
  return { type: name, message, stack, ...(typeof code === 'string' && { code }) }
}

/** Without request logging Fastify does not log failures either. */
export async function logFault(
  { log }: FastifyRequest,
  _reply: FastifyReply,
  error: Error & { statusCode?: number },
) {
  if ((error.statusCode ?? 500) >= 500) log.error({ err: error }, 'a request failed')
}
