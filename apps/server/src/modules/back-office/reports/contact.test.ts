import { expect, test } from 'vitest'
import { givenOperators } from '../../../../test/given/given-operators.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = givenOperators(app)

let host = 0
const send = (body: object, address = `203.0.113.${++host}`) =>
  app.inject({
    method: 'POST',
    url: '/api/contact',
    payload: body,
    headers: { 'x-forwarded-for': address },
  })
const question = (email: string) => ({
  name: 'Oona Kallio',
  email,
  topic: 'custody',
  message: 'Do you hold names under .fi, and what does it cost?',
})
const waiting = async (search: string) => {
  const support = await given.operator('support')
  const reply = await support.get(`/queues/support?search=${encodeURIComponent(search)}`)
  return reply.json<{ rows: { id: string; state: string; link: string }[]; total: number }>()
}
const newestOf = async (email: string) => {
  const { rows } = await app.database.owner.pool.query<{ id: string }>(
    'select id from contact_messages where email = $1 order by created_at desc',
    [email],
  )
  return { id: rows[0]?.id ?? '', count: rows.length }
}

test('a stranger writes without a login, support answers by mail, once', async () => {
  const email = 'oona@kallio.example'
  expect((await send(question(email))).statusCode).toBe(204)
  const { rows } = await waiting('.fi')
  expect(rows).toMatchObject([{ state: 'Question', link: `/operator/contact/${rows[0]?.id}` }])
  const path = `/contact/${rows[0]?.id}`
  const support = await given.operator('support')
  expect((await support.get(path)).json()).toMatchObject({
    name: 'Oona Kallio',
    email,
    topic: 'custody',
    others: 0,
    closed_at: null,
  })

  const text = 'Yes, we do.\n\nThe page of fees has the price.'
  expect((await support.post(`${path}/answer`, { text })).statusCode).toBe(204)

  expect((await app.mailTo(email, 'Your message to Pier')).text).toContain('page of fees')
  expect(app.inbox.mails().filter(({ to }) => to.includes(email))).toHaveLength(1)
  expect((await support.post(`${path}/answer`, { text })).statusCode).toBe(404)
  expect((await support.post(`${path}/close`)).statusCode).toBe(404)
  expect((await support.get(path)).json()).toMatchObject({ answer: text, closed_by: support.name })
  expect(await waiting('.fi')).toMatchObject({ total: 0 })
})

test('a message is closed without a mail, and finance does neither', async () => {
  const email = 'spam@market.example'
  await send(question(email))
  const { id } = await newestOf(email)
  const finance = await given.operator('finance')
  expect((await finance.post(`/contact/${id}/close`)).statusCode).toBe(403)
  const support = await given.operator('support')

  expect((await support.post(`/contact/${id}/close`)).statusCode).toBe(204)

  expect((await support.get(`/contact/${id}`)).json()).toMatchObject({ answer: null })
})

test('what a machine filled in is taken and not kept', async () => {
  const email = 'machine@spam.example'

  const reply = await send({ ...question(email), website: 'https://spam.example' })

  expect(reply.statusCode).toBe(204)
  expect((await newestOf(email)).count).toBe(0)
})

test('what says nothing, names no address or comes too often is refused', async () => {
  const email = 'often@kallio.example'
  expect((await send({ ...question(email), message: 'Hello' })).statusCode).toBe(400)
  expect((await send({ ...question('nobody') })).statusCode).toBe(400)
  expect((await send({ ...question(email), topic: 'love' })).statusCode).toBe(400)
  const sent = []
  for (let tries = 0; tries < 6; tries++) {
    sent.push((await send(question(email), '198.51.100.201')).statusCode)
  }
  expect(sent).toEqual([204, 204, 204, 204, 204, 429])
})

test('one address cannot fill the queue: beyond twenty open messages it is told to wait', async () => {
  const email = 'many@kallio.example'
  const sent = []
  for (let count = 0; count < 21; count++) sent.push((await send(question(email))).statusCode)

  expect(sent.slice(19)).toEqual([204, 429])
  expect((await newestOf(email)).count).toBe(20)
})
