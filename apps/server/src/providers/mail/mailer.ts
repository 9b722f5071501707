import { createTransport } from 'nodemailer'
import type { Config } from '../../platform/config.ts'
import { isThisMachine } from '../../platform/net/this-machine.ts'

export type OutgoingMail = { id: string; to: string; subject: string; html: string; text: string }
export type Mailer = ReturnType<typeof createMailer>

/** The relay will never accept this mail, so it is not retried. */
export class MailRefused extends Error {}

/** Mail over SMTP. The id makes the Message-ID, so that a repeated mail can be recognised. */
export function createMailer(config: Config) {
  const { smtpUrl, from } = config.mail
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
  })
  const domain = /@([^>]+)>?$/.exec(from)?.[1] ?? url.hostname

  return {
    async send({ id, to: address, ...mail }: OutgoingMail): Promise<void> {
      const headers = { 'Auto-Submitted': 'auto-generated' }
      const to = { name: '', address } // A string would be parsed as a list.
      try {
        await transport.sendMail({ from, to, ...mail, messageId: `<${id}@${domain}>`, headers })
      } catch (error) {
        if (isPermanent(error)) throw new MailRefused(String(error))
        throw error
      }
    },
    close: () => transport.close(),
  }
}

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

function isPermanent(error: unknown): boolean {
  const isRecipientRefusal =
    error instanceof Error &&
    'code' in error &&
    error.code === 'EENVELOPE' &&
    'responseCode' in error
  return isRecipientRefusal && typeof error.responseCode === 'number' && error.responseCode >= 500
}
