import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useTestApp } from '../../../test/test-app.ts'
import { createMailer, relayOf } from './mailer.ts'

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

test.each([
  ['smtp://relay.example', { port: 587, secure: false, requireTLS: true }],
  ['smtps://relay.example', { port: 465, secure: true }],
  ['smtps://relay.example:4465', { port: 4465, secure: true }],
  ['smtp://[::1]:2525', { host: '::1', port: 2525, requireTLS: false }],
])('%s is encrypted wherever it leaves this machine', (url, wanted) => {
  expect(relayOf(new URL(url))).toMatchObject(wanted)
})
