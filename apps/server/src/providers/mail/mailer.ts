import { inCall } from '@pier/telemetry/spans'
import { createTransport } from 'nodemailer'
import { domainOfAddress, type Config } from '../../platform/config.ts'
import { isThisMachine } from '../../platform/net/this-machine.ts'

export type OutgoingMail = {
  id: string
  to: string
  subject: string
  html: string
  text: string
  /** Where one click turns off mails like this one. */
  unsubscribeUrl?: string | undefined
}
export type Mailer = ReturnType<typeof createMailer>

/** The relay will never accept this mail, so it is not retried. */
export class MailRefused extends Error {}

/** Mail over SMTP. The id makes the Message-ID, so that a repeated mail can be recognised. */
export function createMailer(config: Config) {
  const { smtpUrl, from, bounces, dkim } = config.mail
  const url = new URL(smtpUrl)
  const transport = createTransport({
    ...relayOf(url),
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...signatureOf(dkim),
  })
  const domain = domainOfAddress(from) || url.hostname

  return {
    async send({ id, to: address, unsubscribeUrl, ...mail }: OutgoingMail): Promise<void> {
      const headers = {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribeUrl && {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      }
      const to = { name: '', address } // A string would be parsed as a list.
      const sender = bounces ? { envelope: { from: returnPathOf(bounces, id), to } } : {}
      const named = { ...sender, messageId: `<${id}@${domain}>`, dsn: askForBounces(id) }
      try {
        const message = { from, to, ...mail, ...named, headers }
        await inCall('smtp send', () => transport.sendMail(message))
      } catch (error) {
        if (isPermanent(error)) throw new MailRefused(String(error))
        throw error
      }
    },
    /** Connects, encrypts and logs in as for a mail, and sends none. */
    greet: () => transport.verify(),
    close: () => transport.close(),
  }
}

/** A mail that comes back names itself by the address to which it comes. */
const returnPathOf = (bounces: string, id: string): string =>
  bounces.replace('@', `+${id.replaceAll('-', '')}@`)

/** A relay that knows RFC 3461 returns the head of a mail only, with this id. */
const askForBounces = (id: string) => ({ id, return: 'headers', notify: 'failure' }) as const

/**
 * `smtps` is encrypted from the first byte, `smtp` from its STARTTLS on, which must not be skipped.
 * To a relay on this machine nothing goes over a network, and its certificate has another name.
 */
export function relayOf({ protocol, hostname, port }: URL) {
  const secure = protocol === 'smtps:'
  const isHere = isThisMachine(hostname)
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port || (secure ? 465 : 587)),
    secure,
    ...(!secure && { ignoreTLS: isHere, requireTLS: !isHere }),
  }
}

/** One-click links count only where both of their headers are signed, by RFC 8058. */
const signedHeaders = [
  'From',
  'To',
  'Subject',
  'Date',
  'Message-ID',
  'MIME-Version',
  'Content-Type',
  'Auto-Submitted',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
].join(':')

function signatureOf({ domain, selector, key }: Config['mail']['dkim']) {
  if (!domain || !selector || !key) return {}
  return {
    dkim: {
      domainName: domain,
      keySelector: selector,
      privateKey: key.reveal(),
      headerFieldNames: signedHeaders,
    },
  }
}

function isPermanent(error: unknown): boolean {
  const isRecipientRefusal =
    error instanceof Error &&
    'code' in error &&
    error.code === 'EENVELOPE' &&
    'responseCode' in error
  return isRecipientRefusal && typeof error.responseCode === 'number' && error.responseCode >= 500
}
