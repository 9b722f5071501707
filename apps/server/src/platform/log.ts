import { pino, type DestinationStream, type LogFn, type Logger } from 'pino'
import { maskEmail } from './mask-email.ts'

export type Log = Logger

const secretNames = [
  'password',
  'newPassword',
  'curPassword',
  'confirm',
  'mfa',
  'token',
  'refreshToken',
  'accessToken',
  'transferCode',
  'secret',
  'recoveryCodes',
  'authorization',
  'cookie',
  '["x-access-token"]',
  '["set-cookie"]',
]
// pino's wildcard matches one level: these are the depths at which a body, a header or a props bag
// can be in a log line.
const prefixes = ['', '*.', '*.*.', 'req.headers.', 'res.headers.']

const redactedPaths = prefixes.flatMap((prefix) =>
  secretNames.map((name) =>
    name.startsWith('[') && prefix.endsWith('.') ? prefix.slice(0, -1) + name : prefix + name,
  ),
)

/** Structured lines with ids. Secrets are cut by name, an address keeps its first letter. */
export function createLog(
  { level, name }: { level: string; name: string },
  destination?: DestinationStream,
): Log {
  const options = {
    level,
    base: { process: name, pid: process.pid },
    redact: { paths: redactedPaths, censor: '[cut]' },
    hooks: { logMethod: withOwnMessage },
    serializers: {
      err: describeError,
      email: (email: unknown) => (typeof email === 'string' ? maskEmail(email) : undefined),
      to: (email: unknown) => (typeof email === 'string' ? maskEmail(email) : undefined),
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** pino takes a missing message from the error, before it is masked. */
function withOwnMessage(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  const [first] = args as unknown[]
  const error = first && typeof first === 'object' && 'err' in first ? first.err : undefined
  if (error instanceof Error && args.length === 1) method.call(this, first, error.name)
  else method.apply(this, args)
}

/** What went wrong, without the values it went wrong with: no row, no reply, no address. */
export function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: maskEmails(String(error)) }
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: maskEmails(error.message),
    stack: maskEmails(error.stack ?? ''),
    ...(typeof code === 'string' && { code }),
  }
}

const maskEmails = (text: string) =>
  text.replaceAll(/[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/gi, maskEmail)
