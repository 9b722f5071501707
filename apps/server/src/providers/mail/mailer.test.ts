import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useTestApp } from '../../../test/test-app.ts'
import { makeSecret } from '../../platform/crypto/secret-text.ts'
import { createMailer, MailRefused, relayOf } from './mailer.ts'

const app = useTestApp()
const password = 'seven quiet herons'

/** For us each is a different address; parsed as a list, all of them are one mailbox. */
const hidden = [
  (victim: string) => `${victim},1.x`,
  (victim: string) => `x<${victim}>`,
  (victim: string) => `g:${victim};`,
]
const newVictim = () => `victim.${randomUUID().slice(0, 8)}@mail.example`

test.each(hidden)('nobody registers with an address that hides another: %s', async (beside) => {
  const email = beside(newVictim())
  const reply = await app.browser().register({ name: 'Mallory Byrne', email, password })
  expect(reply.json()).toMatchObject({ code: 'invalid_input', field: 'email' })
})

test.each(hidden)('a mail goes to one address, whatever stands beside it: %s', async (beside) => {
  const mailer = createMailer(app.config)
  const [victim, other] = [newVictim(), newVictim()]
  const mail = { subject: 'One', html: '<p>One</p>', text: 'One' }
  await mailer.send({ id: randomUUID(), to: beside(victim), ...mail }).catch(() => {})
  await mailer.send({ id: randomUUID(), to: other, ...mail })
  mailer.close()

  expect((await app.mailTo(other, 'One')).to).toEqual([other])
  expect(app.inbox.mails().filter(({ to }) => to.includes(victim))).toEqual([])
})

test('an answer to a mail goes to the company, not to the address that sends', async () => {
  const mailer = createMailer(app.config)
  const to = newVictim()
  await mailer.send({ id: randomUUID(), to, subject: 'Two', html: '<p>Two</p>', text: 'Two' })
  mailer.close()

  const value = app.config.company.contactEmail
  expect((await app.mailTo(to, 'Two')).headers).toContainEqual({ name: 'Reply-To', value })
})

/** What becomes of a mail from there to there. */
async function sendFrom(from: string, to: string, smtpUrl = app.config.mail.smtpUrl) {
  const mail = { ...app.config.mail, smtpUrl, from, bounces: undefined }
  const mailer = createMailer({ ...app.config, mail })
  const letter = { id: randomUUID(), to, subject: 'One', html: '<p>One</p>', text: 'One' }
  const sent = await mailer.send(letter).then(
    () => 'taken',
    (error: Error) => error,
  )
  mailer.close()
  return sent
}
const us = 'Pier <no-reply@pier.example>'

test('a mailbox that is not there is refused for good, and it is the address that is at fault', async () => {
  const refused = await sendFrom(us, `bounce.${newVictim()}`)

  expect(refused).toBeInstanceOf(MailRefused)
  expect(refused).toMatchObject({ isOfAddress: true, message: expect.stringContaining('5.1.1') })
})

test.each(['unread', 'denied'])(
  'what a relay refuses for its text or its sender is not the fault of the address: %s',
  async (beginning) => {
    const refused = await sendFrom(us, `${beginning}.${newVictim()}`)

    expect(refused).toBeInstanceOf(MailRefused)
    expect(refused).toMatchObject({ isOfAddress: false })
  },
)

test('a relay that refuses us as the sender refuses no mail: it may be sent later', async () => {
  const refused = await sendFrom('stranger@pier.example', newVictim())

  expect(refused).toMatchObject({ command: 'MAIL FROM', responseCode: 550 })
  expect(refused).not.toBeInstanceOf(MailRefused)
})

test('a relay that wants no text from anybody refuses no mail either', async () => {
  const answers: Record<string, string> = { DATA: '554 5.3.2 Not now', QUIT: '221 Bye' }
  const relay = createServer((socket) => {
    socket.on('error', () => {}).write('220 relay\r\n')
    socket.on('data', (lines) => {
      for (const line of lines.toString().split('\r\n').filter(Boolean)) {
        socket.write(`${answers[line.slice(0, 4)] ?? '250 OK'}\r\n`)
      }
    })
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  const { port } = relay.address() as AddressInfo

  const refused = await sendFrom(us, newVictim(), `smtp://127.0.0.1:${port}`)

  relay.close()
  expect(refused).toMatchObject({ command: 'DATA', responseCode: 554 })
  expect(refused).not.toBeInstanceOf(MailRefused)
})

test.each([
  ['smtp://relay.example', { port: 587, secure: false, requireTLS: true }],
  ['smtps://relay.example', { port: 465, secure: true }],
  ['smtps://relay.example:4465', { port: 4465, secure: true }],
  ['smtp://[::1]:2525', { host: '::1', port: 2525, requireTLS: false }],
])('%s is encrypted wherever it leaves this machine', (url, wanted) => {
  expect(relayOf(new URL(url))).toMatchObject(wanted)
})

/** Asks a verifier that is not ours, with the record as it would stand in the DNS. */
function isVerified(source: string, record: string): boolean {
  const script = join(import.meta.dirname, '../../../test/mail/verify-dkim.py')
  const input = Buffer.from(source, 'latin1')
  const name = 'pier1._domainkey.pier.example.'
  return (
    execFileSync('/usr/bin/python3', [script, name, record], { input }).toString().trim() === 'True'
  )
}

test('where a key is set, a mail is signed, and nobody changes it on its way', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = makeSecret(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  const dkim = { domain: 'pier.example', selector: 'pier1', key }
  const mailer = createMailer({ ...app.config, mail: { ...app.config.mail, dkim } })
  const to = newVictim()

  const mail = { to, subject: 'Größe', html: '<p>Yes</p>', text: 'Yes' }
  const unsubscribeUrl = 'https://pier.example/off'
  await mailer.send({ id: randomUUID(), ...mail, unsubscribeUrl })
  mailer.close()

  const { source } = await app.mailTo(to, 'Größe')
  const half = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const record = `v=DKIM1; k=rsa; p=${half}`
  expect(isVerified(source, record)).toBe(true)
  expect(isVerified(source.replace('Yes', 'No.'), record)).toBe(false)
  expect(isVerified(source.replace('pier.example/off', 'evil.example'), record)).toBe(false)
  const answered = app.config.company.contactEmail
  expect(isVerified(source.replace(answered, 'a@evil.example'), record)).toBe(false)
  expect(isVerified(source.replace('=One-Click', '=Two'), record)).toBe(false)
  expect(isVerified(source, record.replace(half.slice(60, 70), 'AAAAAAAAAA'))).toBe(false)
})

test('without one the relay signs', async () => {
  const mailer = createMailer(app.config)
  const to = newVictim()
  await mailer.send({ id: randomUUID(), to, subject: 'Plain', html: '<p>Yes</p>', text: 'Yes' })
  mailer.close()

  expect((await app.mailTo(to, 'Plain')).source).not.toContain('DKIM')
})
