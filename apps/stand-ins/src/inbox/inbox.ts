/**
 * A mailbox for developers and tests: takes every mail over SMTP, keeps the last 500 in memory and
 * shows them on a web page. `node apps/stand-ins/src/inbox/inbox.ts` runs it on its own.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Server as NetServer } from 'node:net'
import { env } from 'node:process'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerEnvelope } from 'smtp-server'
import { renderList, renderMailPage, type StoredMail } from './inbox-pages.ts'

export type { StoredMail }

type Settings = { smtpPort: number; httpPort: number; host?: string; mailsMax?: number }

export async function startInbox({
  smtpPort,
  httpPort,
  host = '127.0.0.1',
  mailsMax = 500,
}: Settings) {
  const mails: StoredMail[] = [] // Newest first.
  const smtp = createSmtpServer((mail) => {
    mails.unshift(mail)
    mails.length = Math.min(mails.length, mailsMax)
  })
  smtp.on('error', (error) => console.error('inbox:', error.message)) // A client that hung up.
  const http = createServer((request, reply) => answer(mails, request, reply))

  await Promise.all([listen(smtp.server, smtpPort, host), listen(http, httpPort, host)])
  return {
    smtpPort: portOf(smtp.server),
    httpPort: portOf(http),
    mails: (): StoredMail[] => [...mails],
    close: async (): Promise<void> => {
      http.closeAllConnections()
      await Promise.all([
        new Promise((resolve) => http.close(resolve)),
        new Promise<void>((resolve) => smtp.close(resolve)),
      ])
    },
  }
}

const mailBytesMax = 10_000_000

function createSmtpServer(keep: (mail: StoredMail) => void): SMTPServer {
  let count = 0
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1000,
    size: mailBytesMax,
    onMailFrom: ({ address }, _session, done) => done(refusalOf(refused.senders, address)),
    onRcptTo: ({ address }, _session, done) => done(refusalOf(refused.mailboxes, address)),
    onData: (stream, { envelope }, done) => {
      count += 1
      readMail(stream, { id: String(count), envelope }).then((mail) => {
        const refusal = refusalOf(refused.texts, mail.to[0] ?? '')
        if (!refusal) keep(mail)
        done(refusal)
      }, done)
    },
  })
}

/** Addresses that begin so are refused, each where a relay does it, so that tests can cause it. */
const refused = {
  senders: { stranger: '5.7.1 Sender is not known here' },
  mailboxes: { bounce: '5.1.1 No such mailbox', denied: '5.7.1 Relay access denied' },
  texts: { unread: '5.6.0 Text is not taken' },
}

function refusalOf(beginnings: Record<string, string>, address: string): Error | null {
  const known = Object.entries(beginnings)
  const said = known.find(([beginning]) => address.toLowerCase().startsWith(beginning))?.[1]
  return said ? Object.assign(new Error(said), { responseCode: 550 }) : null
}

async function readMail(
  stream: SMTPServerDataStream,
  { id, envelope: { mailFrom, rcptTo } }: { id: string; envelope: SMTPServerEnvelope },
): Promise<StoredMail> {
  const source = await buffer(stream)
  if (stream.sizeExceeded) throw Object.assign(new Error('Too large'), { responseCode: 552 })

  const { from, subject = '', text = '', html = '', headers } = await PostalMime.parse(source)
  return {
    id,
    to: rcptTo.map(({ address }) => address),
    returnPath: mailFrom ? mailFrom.address : '',
    from: from?.address ?? '',
    subject,
    text,
    html,
    headers: headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    receivedAt: new Date().toISOString(),
    source: source.toString('latin1'),
  }
}

function answer(mails: StoredMail[], request: IncomingMessage, reply: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://inbox')
  const route = `${request.method} ${pathname}`

  if (route === 'GET /') return send(reply, 200, htmlType, renderList(mails))
  if (route === 'GET /api/mails') {
    const found = mailsTo(mails, searchParams.get('to'))
    return send(reply, 200, 'application/json', JSON.stringify(found))
  }
  if (route === 'DELETE /api/mails') {
    mails.length = 0
    return send(reply, 204, 'text/plain', '')
  }
  const mail = mails.find(({ id }) => route === `GET /mails/${id}`)
  if (mail) return send(reply, 200, htmlType, renderMailPage(mail))
  send(reply, 404, 'text/plain', 'Not here')
}

function mailsTo(mails: StoredMail[], address: string | null): StoredMail[] {
  if (address === null) return mails
  const wanted = address.toLowerCase()
  return mails.filter(({ to }) => to.some((recipient) => recipient.toLowerCase() === wanted))
}

const htmlType = 'text/html; charset=utf-8'

function send(reply: ServerResponse, status: number, type: string, body: string): void {
  reply.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
  })
  reply.end(body)
}

async function listen(server: NetServer | Server, port: number, host: string): Promise<void> {
  server.listen(port, host)
  await once(server, 'listening')
}

function portOf(server: NetServer): number {
  return (server.address() as AddressInfo).port // A listening TCP server always has one.
}

if (import.meta.main) {
  const smtpPort = Number(env['INBOX_SMTP_PORT'] ?? 4025)
  const httpPort = Number(env['INBOX_HTTP_PORT'] ?? 4080)
  const inbox = await startInbox({ smtpPort, httpPort })
  console.log(`Inbox: smtp://127.0.0.1:${inbox.smtpPort}, http://127.0.0.1:${inbox.httpPort}`)
}
