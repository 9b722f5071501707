import { expect, test } from 'vitest'
import { inTransaction } from '../../platform/db/database.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { Notice } from './notifications.repository.ts'
import { notify } from './notifications.service.ts'

const product = useTestApp()
const { given } = product
type Listed = {
  notifications: { id: string; body: string; read: boolean; message: boolean }[]
  unread_alerts: number
  unread_notifications: number
}

async function userWithId() {
  const user = await given.user()
  const { id } = (await user.browser.get('/users/self')).json<{ id: string }>()
  return { ...user, id }
}

async function tell(userId: string, notice: Partial<Notice> = {}) {
  const whole = { kind: 'loans', body: 'It moved', link: '/app/borrow', ...notice } as const
  await inTransaction(product.db, (tx) => notify(tx, { userId, ...whole }))
}

const list = async (user: { browser: ReturnType<typeof product.browser> }) =>
  (await user.browser.get('/notifications')).json<Listed>()

test('a notification has its fields, newest first, with the message flag', async () => {
  const user = await userWithId()
  await tell(user.id, { body: 'First' })
  await tell(user.id, { body: 'Second', kind: 'messages', isMessage: true, link: '/app/lend' })

  const reply = await user.browser.get('/notifications')

  expect(reply.json()).toEqual({
    notifications: [
      {
        id: expect.any(String),
        body: 'Second',
        link: '/app/lend',
        created_at: expect.any(String),
        message: true,
        read: false,
        kind: 'messages',
      },
      expect.objectContaining({ body: 'First', message: false }),
    ],
    unread_alerts: 1,
    unread_notifications: 1,
  })
})

test('marking one read takes it off the count, and twice is as good as once', async () => {
  const user = await userWithId()
  await tell(user.id)
  const [one] = (await list(user)).notifications

  const first = await user.browser.post(`/notifications/${one?.id}`, { read: true })
  const second = await user.browser.post(`/notifications/${one?.id}`, { read: true })

  expect([first.statusCode, second.statusCode]).toEqual([204, 204])
  expect(await list(user)).toMatchObject({
    notifications: [{ read: true }],
    unread_notifications: 0,
  })
})

test('the notification of somebody else is not there', async () => {
  const user = await userWithId()
  const stranger = await userWithId()
  await tell(user.id)
  const [one] = (await list(user)).notifications

  const reply = await stranger.browser.post(`/notifications/${one?.id}`, { read: true })

  expect(reply.statusCode).toBe(404)
  expect((await list(user)).notifications[0]?.read).toBe(false)
  expect((await list(stranger)).notifications).toEqual([])
})

test('all of one flag can be marked read', async () => {
  const user = await userWithId()
  await tell(user.id)
  await tell(user.id, { kind: 'offers', isMessage: true })

  await user.browser.post('/notifications/read-all', { message: true })

  expect(await list(user)).toMatchObject({ unread_alerts: 0, unread_notifications: 1 })
})

test('a link that leaves the app is refused by the database itself', async () => {
  const user = await userWithId()

  await expect(tell(user.id, { link: 'https://evil.example' })).rejects.toThrow('link')
  await expect(tell(user.id, { link: '/application' })).rejects.toThrow('link')
})

test('a kind that was turned off is shown in the app and not mailed', async () => {
  const user = await userWithId()
  const mail = (subject: string) => ({ subject, heading: subject, paragraphs: ['Yes.'] })

  const saved = await user.browser.post('/notifications/preferences', { mail: { loans: false } })
  await tell(user.id, { mail: mail('Unwanted') })
  await tell(user.id, { kind: 'payments', mail: mail('Wanted') })

  expect(saved.statusCode).toBe(204)
  expect((await user.browser.get('/notifications/preferences')).json()).toMatchObject({
    mail: { loans: false, payments: true, messages: true },
  })
  await product.mailTo(user.email, 'Wanted')
  expect(product.inbox.mails().some((one) => one.subject === 'Unwanted')).toBe(false)
  expect((await list(user)).notifications).toHaveLength(2)
})

test.each(['payments', 'defaults', 'security'])(
  'mail about %s cannot be turned off',
  async (kind) => {
    const { browser } = await given.user()

    const reply = await browser.post('/notifications/preferences', { mail: { [kind]: false } })

    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toMatchObject({ code: 'mail_required', field: kind })
  },
)

test('what happens to the account is told in the app too', async () => {
  const user = await userWithId()

  await given.elsewhere(user)

  expect((await list(user)).notifications[0]).toMatchObject({
    body: expect.stringContaining('New login to your account: Chrome on Linux'),
    kind: 'security',
    link: '/app/settings#sessions',
  })
})
