import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startInbox, type StoredMail } from './inbox.ts'

let inbox: Awaited<ReturnType<typeof startInbox>>

beforeAll(async () => {
  inbox = await startInbox({ smtpPort: 0, httpPort: 0 })
})
beforeEach(() => request('/api/mails', 'DELETE'))
afterAll(() => inbox.close())

const request = (path: string, method = 'GET') =>
  fetch(`http://127.0.0.1:${inbox.httpPort}${path}`, { method })
const pageAt = async (path: string) => (await request(path)).text()
const mailsAt = async (path: string) => (await (await request(path)).json()) as StoredMail[]

async function sendMail(mail: { to: string; subject: string; text?: string; html?: string }) {
  const transport = createTransport({ host: '127.0.0.1', port: inbox.smtpPort })
  try {
    return await transport.sendMail({ from: 'Pier <no-reply@pier.example>', ...mail })
  } finally {
    transport.close()
  }
}

test('a mail sent over SMTP is read back over HTTP', async () => {
  await sendMail({
    to: 'mara@example.com',
    subject: 'Größe: 5 €',
    text: 'Open https://pier.example/reset#token=abc',
    html: '<p>Open <a href="https://pier.example/reset#token=abc">the link</a></p>',
  })

  const [mail] = await mailsAt('/api/mails')
  expect(mail).toMatchObject({
    to: ['mara@example.com'],
    from: 'no-reply@pier.example',
    subject: 'Größe: 5 €',
    html: expect.stringContaining('href="https://pier.example/reset#token=abc"'),
  })
  expect(mail?.text.trim()).toBe('Open https://pier.example/reset#token=abc')
  expect(mail?.headers).toContainEqual({ name: 'From', value: 'Pier <no-reply@pier.example>' })
  expect(Date.parse(mail?.receivedAt ?? '')).toBeGreaterThan(Date.now() - 10_000)
  expect(inbox.mails()).toEqual([mail])
})

test('the newest mail comes first, and one address can be asked for', async () => {
  await sendMail({ to: 'mara@example.com', subject: 'First', text: 'x' })
  await sendMail({ to: 'leo@example.com', subject: 'Second', text: 'x' })
  await sendMail({ to: 'mara@example.com', subject: 'Third', text: 'x' })

  const subjects = async (path: string) => (await mailsAt(path)).map(({ subject }) => subject)
  expect(await subjects('/api/mails')).toEqual(['Third', 'Second', 'First'])
  expect(await subjects('/api/mails?to=MARA@example.com')).toEqual(['Third', 'First'])
  expect(await subjects('/api/mails?to=nobody@example.com')).toEqual([])
})

test('an address that starts with bounce is refused for good', async () => {
  const sending = sendMail({ to: 'bounce-7@example.com', subject: 'Lost', text: 'x' })

  await expect(sending).rejects.toMatchObject({ code: 'EENVELOPE', responseCode: 550 })
  expect(inbox.mails()).toEqual([])
})

test('emptying the inbox leaves nothing', async () => {
  await sendMail({ to: 'mara@example.com', subject: 'Old', text: 'x' })

  expect((await request('/api/mails', 'DELETE')).status).toBe(204)

  expect(await mailsAt('/api/mails')).toEqual([])
  expect(await pageAt('/')).toContain('No mail yet')
})

test('the list leads to the mail, whose HTML part sits in a sandbox', async () => {
  const html = '<html><head></head><body><a href="https://pier.example/x">Go</a></body></html>'
  await sendMail({ to: 'mara@example.com', subject: 'Hello', text: 'Plain words', html })

  const list = await pageAt('/')
  const path = /href="(\/mails\/[^"]+)"/.exec(list)?.[1] ?? ''
  const page = await pageAt(path)

  expect(list).toContain('http-equiv="refresh" content="3"')
  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
  expect(page).toContain('&lt;head&gt;&lt;base target=&quot;_blank&quot;&gt;')
  expect(page).toContain('Plain words')
  expect(page).toContain('Subject: Hello')
})

test('nothing in a mail becomes part of the page', async () => {
  const evil = '"><script>alert(1)</script>'
  await sendMail({ to: 'mara@example.com', subject: evil, text: evil, html: evil })

  const [mail] = inbox.mails()
  for (const page of [await pageAt('/'), await pageAt(`/mails/${mail?.id}`)]) {
    expect(page).not.toContain('<script')
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  }
})

test('the inbox keeps the last 500 mails', async () => {
  const transport = createTransport({ host: '127.0.0.1', port: inbox.smtpPort, pool: true })
  for (let number = 1; number <= 502; number += 1) {
    const subject = `Mail ${number}`
    await transport.sendMail({ from: 'a@b.example', to: 'c@d.example', subject, text: 'x' })
  }
  transport.close()

  expect(inbox.mails()).toHaveLength(500)
  expect(inbox.mails().at(0)?.subject).toBe('Mail 502')
  expect(inbox.mails().at(-1)?.subject).toBe('Mail 3')
})

test('an address of the page that is not there answers 404', async () => {
  expect((await request('/mails/none')).status).toBe(404)
})
