import {
  LogController,
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'

export type LogSettings = {
  logLevel?: string
  /** Where log lines go instead of standard output. */
  logStream?: { write: (line: string) => void }
}

/**
 * Our URLs contain signing tokens and operators' searches, and a visitor's IP address is personal.
 * So Fastify's own lines about requests are off. The access log has the pattern of a path instead,
 * and every line the id that the visitor sees.
 */
export const logOptions = ({ logLevel = 'info', logStream }: LogSettings) => ({
  logger: {
    level: logLevel,
    base: { process: 'web' },
    serializers: { err: describeError },
    hooks: { logMethod: leaveOutLeaving },
    ...(logStream && { stream: logStream }),
  },
  logController: new LogController({ disableRequestLogging: true }),
})

/** Leaves out other properties: some errors of Node hold the URL they could not parse. */
function describeError({ name, message, stack = '', code }: Error & { code?: unknown }) {
  return { type: name, message, stack, ...(typeof code === 'string' && { code }) }
}

/** Node's error for a visitor who leaves within a body. The proxy warns of it; it is no fault. */
function leaveOutLeaving(
  this: unknown,
  args: Parameters<FastifyBaseLogger['warn']>,
  method: FastifyBaseLogger['warn'],
): void {
  const [first] = args as unknown[]
  const { code, message } = (first ?? {}) as { code?: unknown; message?: unknown }
  if (code !== 'ECONNRESET' || message !== 'aborted') method.apply(this, args)
}

/** Without request logging Fastify does not log failures either. */
export async function logFault(
  { log }: FastifyRequest,
  { raw }: FastifyReply,
  error: Error & { statusCode?: number },
) {
  const hasLeft = raw.destroyed // The error is then that there is nobody to send to.
  if (!hasLeft && (error.statusCode ?? 500) >= 500) log.error({ err: error }, 'a request failed')
}
