import { expect, test } from 'vitest'
import { bounceOf, complaintOf } from '../../../test/mail/mail-reports.ts'
import { readMailReport } from './mail-report.ts'

const id = '9d0dd53e-f246-43f9-80ac-90cbf50ff6ee'
const bare = id.replaceAll('-', '')
const head = `From: Pier <no-reply@pier.example>\nMessage-ID: <${id}@pier.example>`
const read = (text: string) => readMailReport(Buffer.from(text))

test.each([
  ['the address it came back to', bounceOf({ to: `bounces+${bare}@pier.example` })],
  ['that address in capitals', bounceOf({ to: `<BOUNCES+${bare.toUpperCase()}@PIER.EXAMPLE>` })],
  ['the Message-ID of its head', bounceOf({ head })],
  ['the whole mail', bounceOf({ head: `${head}\n\nHello`, headType: 'message/rfc822' })],
  ['another alphabet', bounceOf({ head, headType: 'message/global-headers' })],
  [
    'the id of its envelope',
    bounceOf({}).replace(/(Reporting-MTA.*)/, `$1\nOriginal-Envelope-Id: ${id}`),
  ],
  ['what is left of it when it was cut off', bounceOf({ to: `bounces+${bare}@x` }).slice(0, 700)],
])('a mail that came back is known by %s', async (_how, text) => {
  expect(await read(text)).toEqual({
    kind: 'hard_bounce',
    detail: '550 5.1.1 <m***@m***.example>: User unknown',
    mailIds: [id],
  })
})

test('what the text of a mail says names no other mail', async () => {
  const other = id.replace('9', '8')
  const whole = bounceOf({ head: `${head}\n\n<${other}@pier.example>`, headType: 'message/rfc822' })

  expect((await read(whole))?.mailIds).toEqual([id])
  expect((await read(complaintOf({ head })))?.mailIds).toEqual([id])
})

test('a mailbox that did not answer for days may do so again', async () => {
  const text = bounceOf({ head, status: '4.4.7', said: '451 4.4.7 Delivery time expired' })

  expect(await read(text)).toMatchObject({
    kind: 'soft_bounce',
    detail: '451 4.4.7 Delivery time expired',
  })
})

test.each(['abuse', 'Fraud', 'opt-out'])('a reader who calls it %s complains', async (type) => {
  expect(await read(complaintOf({ type, head }))).toMatchObject({
    kind: 'complaint',
    detail: type.toLowerCase(),
  })
})

test.each([
  ['a mail that is only late', bounceOf({ head, action: 'delayed', status: '4.4.1' })],
  ['one that arrived', bounceOf({ head, action: 'delivered', status: '2.0.0' })],
  ['one that is no spam after all', complaintOf({ type: 'not-spam', head })],
  ['a signature that failed', complaintOf({ type: 'auth-failure', head })],
  [
    'somebody who is away',
    `To: bounces+${bare}@pier.example\r\nSubject: Away\r\n\r\nBack on Monday`,
  ],
  ['nothing', ''],
  ['bytes', '\0\xff'.repeat(1000)],
])('%s is no report', async (_what, text) => {
  expect(await read(text)).toBeNull()
})

test('what another server says is one short line without addresses', async () => {
  const said = `550 \u202e<script>\u2028 mara@mail.example, "leo"@mail.example ${'x'.repeat(1000)}`

  const report = await read(bounceOf({ head, said }))

  expect(report?.detail).toMatch(/^550 <script> m\*\*\*@m\*\*\*\.example, /)
  expect(report?.detail).not.toMatch(/mara|leo@|mail\.|[\p{C}\u2028]/u)
  expect(report?.detail.length).toBeLessThanOrEqual(300)
})

const many = 500_000
/** With a part of both kinds, one would be made from the other. */
const withPage = (page: string) =>
  `Content-Type: multipart/report; boundary=a\r\n\r\n--a\r\nContent-Type: text/plain\r\n\r\nhello\r\n` +
  `--a\r\nContent-Type: text/html\r\n\r\n${page}\r\n--a--\r\n`
test.each([
  [
    'a part within a part, for ever',
    `Content-Type: multipart/report; boundary=a\r\n\r\n--a\r\n`.repeat(9000),
  ],
  ['a head without an end', bounceOf({}).replace('MIME', `X: ${'y'.repeat(many)}`)],
  ['thousands of heads', bounceOf({}).replace('MIME', `${'A: b\r\n'.repeat(many / 6)}MIME`)],
  ['an address without an end', bounceOf({ head, said: 'a@'.repeat(many / 2) })],
  ['a reason of one word', bounceOf({ head, said: 'a'.repeat(many) })],
  ['blank lines', bounceOf({ head: '\n \n'.repeat(many / 3) })],
  ['folded lines', bounceOf({ head, said: '\n '.repeat(many / 2) })],
  ['thousands of ids', bounceOf({ head: `Message-ID: <${id}@x>\n`.repeat(9000) })],
  ['a link without an end', withPage(`<a ${'href=a'.repeat(many / 6)}`)],
  ['hyphens and digits', bounceOf({ head: '0-'.repeat(many / 2) })],
])('%s is read within a second', async (_what, text) => {
  const startedAt = performance.now()
  const report = await read(text)

  expect(report?.mailIds.length ?? 0).toBeLessThanOrEqual(10)
  expect(performance.now() - startedAt).toBeLessThan(1000)
})
