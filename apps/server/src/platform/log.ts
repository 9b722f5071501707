import { pino, type DestinationStream, type Logger } from 'pino'

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
// pino's wildcard reaches one level: these are the depths at which a body, a header or a props bag
// can stand in a log line.
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
    serializers: {
      email: (email: unknown) => (typeof email === 'string' ? maskEmail(email) : undefined),
      to: (email: unknown) => (typeof email === 'string' ? maskEmail(email) : undefined),
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** "jane@doe.example" gives "j***@d***". */
function maskEmail(email: string): string {
  const [local = '', domain = ''] = email.split('@')
  return `${local.slice(0, 1)}***@${domain.slice(0, 1)}***`
}
