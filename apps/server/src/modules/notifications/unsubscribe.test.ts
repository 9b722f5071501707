import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { NotificationKind } from '@pier/protocol/notification-kinds'
import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { notify } from './notifications.service.ts'

const app = useTestApp()

let origin = ''
beforeAll(async () => {
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`
})

/** Somebody who got a mail of this kind. */
async function reader(kind: NotificationKind) {
  const user = await app.given.user()
  const { id: userId } = (await user.browser.get('/users/self')).json<{ id: string }>()
  const subject = `News ${randomUUID().slice(0, 8)}`
  const mail = { subject, heading: subject, paragraphs: ['Yes.'] }
  const notice = { userId, kind, body: subject, link: '/app/borrow', mail }
  await inTransaction(app.db, (tx) => notify(tx, notice))
  const received = await app.mailTo(user.email, subject)
  const headers = Object.fromEntries(received.headers.map(({ name, value }) => [name, value]))
  const url = new URL(/^<(.*)>$/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? 'none:')
  const wanted = async () => {
    const reply = await user.browser.get('/notifications/preferences')
    return reply.json<{ mail: Record<NotificationKind, boolean> }>().mail
  }
  return { userId, headers, text: received.text, path: url.pathname, wanted }
}

const oneClick = 'List-Unsubscribe=One-Click'
const post = (path: string, body: URLSearchParams | FormData = new URLSearchParams(oneClick)) =>
  fetch(`${origin}${path}`, { method: 'POST', body })

test('one click in a mail program turns off that kind of mail, and no other', async () => {
  const { headers, path, wanted } = await reader('loans')
  expect(headers['List-Unsubscribe-Post']).toBe(oneClick)

  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  const replies = [await post(path), await post(path), await post(path, form)]

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await wanted()).toMatchObject({
    loans: false,
    messages: true,
    offers: true,
    domains: true,
  })
})

test('opening the address changes nothing, and leads to a page that asks', async () => {
  const { path, text, wanted } = await reader('offers')

  const reply = await fetch(`${origin}${path}`, { redirect: 'manual' })

  expect(reply.status).toBe(303)
  const page = reply.headers.get('location') ?? ''
  expect(page).toMatch(/^http:\/\/localhost:4300\/login#unsubscribe=[\w.-]+$/)
  expect(text).toContain(page)
  expect(await wanted()).toMatchObject({ offers: true })
})

test.each(['payments', 'defaults', 'security'] as const)(
  'a mail about %s has to come, and has no such link',
  async (kind) => {
    const { headers, text } = await reader(kind)

    expect(headers).not.toHaveProperty('List-Unsubscribe')
    expect(headers).not.toHaveProperty('List-Unsubscribe-Post')
    expect(text).not.toContain('unsubscribe')
  },
)

test('a link that we did not write turns nothing off', async () => {
  const { path, userId, wanted } = await reader('loans')
  const other = await reader('loans')
  const signature = path.split('.').at(-1) ?? ''

  for (const forged of [
    path.replace('loans', 'messages'),
    path.replace('loans', 'payments'),
    path.replace(userId, other.userId),
    path.replace(signature, ''),
    path.replace(signature, signature.slice(1)),
    path.slice(0, path.lastIndexOf('.')),
    `${path.slice(0, path.lastIndexOf('/'))}/nothing`,
  ]) {
    expect((await post(forged)).status, forged).toBe(422)
  }
  expect((await post(`${path}%0d%0aX`)).status).toBe(400)
  expect(await wanted()).toMatchObject({ loans: true, messages: true })
  expect(await other.wanted()).toMatchObject({ loans: true, messages: true })
})
