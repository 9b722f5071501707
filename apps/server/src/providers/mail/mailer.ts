import { createTransport } from 'nodemailer'
import type { Config } from '../../platform/config.ts'

export type OutgoingMail = { id: string; to: string; subject: string; html: string; text: string }
export type Mailer = ReturnType<typeof createMailer>

/** The relay will never accept this mail, so it is not retried. */
export class MailRefused extends Error {}

/** Mail over SMTP. The id makes the Message-ID, so that a repeated mail can be recognised. */
export function createMailer(config: Config) {
  const { smtpUrl, from } = config.mail
  const url = new URL(smtpUrl)
  const isLocal = config.mode !== 'production'
  const transport = createTransport({
    host: url.hostname,
    port: Number(url.port || 587),
    secure: url.protocol === 'smtps:',
    ...(isLocal ? { ignoreTLS: true } : { requireTLS: url.protocol !== 'smtps:' }),
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

function isPermanent(error: unknown): boolean {
  const isRecipientRefusal =
    error instanceof Error &&
    'code' in error &&
    error.code === 'EENVELOPE' &&
    'responseCode' in error
  return isRecipientRefusal && typeof error.responseCode === 'number' && error.responseCode >= 500
}
