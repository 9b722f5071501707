import { inCall } from '@pier/telemetry/spans'
import { createTransport, type NodemailerError } from 'nodemailer'
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

/** The relay says for good that it does not take this mail. */
export class MailRefused extends Error {
  /** Surely of the address to which it was to go. Otherwise it may say so of all that we send. */
  readonly isOfAddress: boolean

  constructor(cause: Error, isOfAddress: boolean) {
    super(String(cause))
    this.isOfAddress = isOfAddress
  }
}

/** Mail over SMTP. The id makes the Message-ID, so that a repeated mail can be recognised. */
export function createMailer(config: Config) {
  const { smtpUrl, from, bounces, dkim } = config.mail
  const replyTo = config.company.contactEmail // What we send from may be read by nobody.
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
        const message = { from, replyTo, to, ...mail, ...named, headers }
        await inCall('smtp send', () => transport.sendMail(message))
      } catch (error) {
        throw refusalOf(error) ?? error
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
  'Reply-To',
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

/**
 * What is said for good of this mail: of its address, or once its text was read. What is said of our
 * sender or the session is said of every mail, so it is an outage, and mails wait for its end.
 */
function refusalOf(error: unknown): MailRefused | null {
  if (!(error instanceof Error)) return null
  const { code, command, response = '', permanent = false } = error as NodemailerError
  if (!permanent) return null
  if (code === 'EMESSAGE') return new MailRefused(error, false)
  if (code !== 'EENVELOPE' || command !== 'RCPT TO') return null
  return new MailRefused(error, !aboutSender.test(response))
}

/** By RFC 3463. Some relays, as Postfix does, hear the address before they refuse the sender. */
const aboutSender = /^5\d\d[ -]5\.(1\.[78]|7\.\d+)\b|^530\b/
