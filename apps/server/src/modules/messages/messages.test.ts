import { dayMs, hourMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { givenLoans } from '../../../test/given/given-loans.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { hashOf } from '../../platform/crypto/secrets.ts'

const app = useTestApp()
const given = givenLoans(app)

type Loan = Awaited<ReturnType<typeof given.agreed>>
type Chat = {
  messages: {
    id: string
    message: string
    name: string
    created_at: string
    is_own: boolean
    file: null | object
  }[]
  unread: number
  other_read_until: string | null
}
type Party = 'BORROWER' | 'LENDER'

const send = (loan: Loan, party: Party, message: string, more = {}) =>
  loan.as(party).post('message', { message, ...more })
const chatOf = async (loan: Loan, party: Party) =>
  (await loan.as(party).get('/messages')).json<Chat>()
const rows = async <T>(text: string, ...values: unknown[]) =>
  (await app.database.owner.pool.query(text, values)).rows as T[]
const mailsTo = (email: string) =>
  app.inbox.mails().filter(({ to, subject }) => to.includes(email) && /message/.test(subject))

test('what one side writes the other reads, with name, time and unread mark', async () => {
  const loan = await given.agreed()
  const first = await send(loan, 'BORROWER', 'When will you pay?\r\nI am in no hurry.')
  await send(loan, 'BORROWER', 'Tomorrow?')

  expect(first.statusCode).toBe(201)
  const seen = await chatOf(loan, 'LENDER')
  expect(seen).toMatchObject({
    unread: 2,
    other_read_until: null,
    messages: [
      { message: 'When will you pay?\nI am in no hurry.', is_own: false, file: null },
      { message: 'Tomorrow?', is_own: false },
    ],
  })
  const own = await chatOf(loan, 'BORROWER')
  expect(own).toMatchObject({ unread: 0, messages: [{ is_own: true }, {}] })
  const [writer] = await rows<{ name: string; at: Date }>(
    `select users.name, message.created_at as at from escrow_messages as message
    join users on users.id = message.user_id where message.id = $1`,
    seen.messages[0]?.id,
  )
  const said = { name: writer?.name, created_at: writer?.at.toISOString() }
  expect(writer?.name).not.toBe('')
  expect(seen.messages[0]).toMatchObject(said)
  expect(own.messages[0]).toMatchObject(said)

  expect((await loan.as('LENDER').post('read')).statusCode).toBe(204)
  expect((await loan.as('LENDER').post('read')).statusCode).toBe(204)
  expect(await chatOf(loan, 'LENDER')).toMatchObject({ unread: 0 })
  expect((await chatOf(loan, 'BORROWER')).other_read_until).not.toBeNull()
})

test('a message is a line of the chain, by its hash', async () => {
  const loan = await given.agreed()
  await send(loan, 'LENDER', 'Łukasz, schöne Grüße')

  const [event] = await rows<{ actor: string; data: object }>(
    `select actor, data from escrow_events where escrow_id = $1 and action = 'message'`,
    loan.id,
  )
  const [message] = (await chatOf(loan, 'LENDER')).messages
  const sha256 = hashOf('Łukasz, schöne Grüße').toString('hex')
  expect(event).toEqual({ actor: 'LENDER', data: { messageId: message?.id, sha256, fileId: null } })
  const history = await loan.as('BORROWER').get('/events')
  expect(history.json<{ events: { words: string }[] }>().events.at(-1)?.words).toMatch(
    /wrote a message$/,
  )
})

test('the other side is told under alerts; of many messages one mail an hour is sent', async () => {
  const loan = await given.agreed()
  for (const words of ['One', 'Two', 'Three']) await send(loan, 'BORROWER', words)
  const alerts = () =>
    rows(
      `select 1 from notifications join users on users.id = user_id
       where email = $1 and is_message and kind = 'messages' and link = $2`,
      loan.lender.email,
      `/app/escrow/${loan.id}`,
    )
  expect(await alerts()).toHaveLength(1)

  await loan.as('LENDER').post('read')
  await send(loan, 'BORROWER', 'Four')
  expect(await alerts()).toHaveLength(2)
  await app.mailTo(loan.lender.email, 'a message about loan')
  expect(mailsTo(loan.lender.email)).toHaveLength(1)

  await app.database.moveClock(hourMs)
  await send(loan, 'BORROWER', 'Five')
  expect(await alerts()).toHaveLength(3)
  await expect.poll(() => mailsTo(loan.lender.email).length).toBe(2)
  expect(mailsTo(loan.borrower.email)).toHaveLength(0)
})

test('payment details are held back: nothing of them is kept', async () => {
  const loan = await given.agreed()
  const reply = await send(loan, 'LENDER', 'New bank! DE89 3704 0044 0532 0130 00')

  expect(reply.statusCode).toBe(422)
  expect(reply.json()).toMatchObject({
    code: 'message_has_account',
    message: 'Payment details belong in the payment panel, not in the chat',
  })
  expect((await chatOf(loan, 'LENDER')).messages).toEqual([])
  expect(
    await rows(`select 1 from escrow_events where action = 'message' and escrow_id = $1`, loan.id),
  ).toEqual([])
})

test('an account that is cut over several messages is held back with its last piece', async () => {
  const loan = await given.agreed()
  const lastPiece = '0532 013'
  expect((await send(loan, 'LENDER', 'New bank! DE89 3704 0044')).statusCode).toBe(201)
  // Alone it is harmless: the borrower sent no earlier piece.
  expect((await send(loan, 'BORROWER', lastPiece)).statusCode).toBe(201)

  expect((await send(loan, 'LENDER', lastPiece)).statusCode).toBe(422)
  expect((await send(loan, 'LENDER', 'Never mind')).statusCode).toBe(201)
})

test.each(['', '  \n\t ', '\u200B\u2060', '\u3164'])(
  'a message without words is refused',
  async (text) => {
    const loan = await given.agreed()
    expect((await send(loan, 'LENDER', text)).statusCode).toBe(400)
  },
)

test('hostile text is refused or stays text', async () => {
  const loan = await given.agreed()
  for (const text of ['a\u202Eb', 'a\u0000b', 'a\u2066b', '\uD800', 'x'.repeat(4001)]) {
    expect((await send(loan, 'LENDER', text)).statusCode, JSON.stringify(text)).toBe(400)
  }
  const kept = ['<script>alert(1)</script>', `'; drop table escrows; --`, '${7*7}', '👩‍👩‍👧 مرحبا']
  for (const text of kept) expect((await send(loan, 'LENDER', text)).statusCode).toBe(201)
  expect((await chatOf(loan, 'BORROWER')).messages.map(({ message }) => message)).toEqual(kept)
})

test('a second click sends nothing twice; the same words later are a new message', async () => {
  const loan = await given.agreed()
  const [first, second] = await Promise.all([
    send(loan, 'LENDER', 'Yes'),
    send(loan, 'LENDER', 'Yes'),
  ])
  await app.database.moveClock(15_000)
  const third = await send(loan, 'LENDER', 'Yes')
  expect([second.json(), third.json()]).toEqual([first.json(), first.json()])
  await app.database.moveClock(16_000)
  await send(loan, 'LENDER', 'Yes')
  expect((await chatOf(loan, 'LENDER')).messages).toHaveLength(2)
})

test('a number that is sent again as a retry is not taken for pieces of an account number', async () => {
  const loan = await given.agreed()
  const first = await send(loan, 'LENDER', '12345678')

  const again = await send(loan, 'LENDER', '12345678')

  expect([again.statusCode, again.json()]).toEqual([201, first.json()])
  expect((await chatOf(loan, 'LENDER')).messages).toHaveLength(1)
})

test('strangers find nothing to read, to write or to mark', async () => {
  const loan = await given.agreed()
  const { browser } = await app.given.verifiedUser()
  const other = crypto.randomUUID()
  for (const id of [loan.id, other]) {
    const replies = [
      await browser.get(`/escrow/${id}/messages`),
      await browser.post(`/escrow/${id}/message`, { message: 'DE89 3704 0044 0532 0130 00' }),
      await browser.post(`/escrow/${id}/read`),
    ]
    for (const reply of replies) expect(reply.json()).toMatchObject({ code: 'escrow_not_found' })
  }
})

test('both write at once, and press meanwhile: the chain does not fork', async () => {
  const loan = await given.signed()
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      send(loan, at % 2 ? 'LENDER' : 'BORROWER', `Line ${at}`),
    ).concat(loan.as('LENDER').post('markPaid')),
  )
  expect(replies.filter(({ statusCode }) => statusCode >= 400)).toEqual([])

  const events = await rows<{ seq: number; prevHash: Buffer; hash: Buffer }>(
    'select seq, prev_hash as "prevHash", hash from escrow_events where escrow_id = $1 order by seq',
    loan.id,
  )
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1))
  for (const [at, event] of events.slice(1).entries())
    expect(event.prevHash).toEqual(events[at]?.hash)
  expect((await chatOf(loan, 'LENDER')).messages).toHaveLength(20)
})

test('more than thirty a minute are too many', async () => {
  const loan = await given.agreed()
  const codes = []
  // The minute may end meanwhile, but not twice.
  for (let at = 0; at < 61; at++) codes.push((await send(loan, 'LENDER', `Line ${at}`)).statusCode)
  expect(codes).toContain(429)
  expect(codes.filter((code) => code === 201).length).toBeGreaterThanOrEqual(30)
})

test('the chat outlives the loan by ninety days', async () => {
  const loan = await given.agreed()
  await loan.as('LENDER').submit('cancel')
  await app.database.moveClock(89 * dayMs)
  expect((await send(loan, 'BORROWER', 'Why?')).statusCode).toBe(201)
  await app.database.moveClock(2 * dayMs)
  expect((await send(loan, 'BORROWER', 'Still no answer')).json()).toMatchObject({
    code: 'chat_closed',
  })
  expect((await chatOf(loan, 'BORROWER')).messages).toHaveLength(1)
})

test('messages are never edited or deleted, not even by the owner of the tables', async () => {
  const loan = await given.agreed()
  await send(loan, 'LENDER', 'As it is')
  await expect(rows('update escrow_messages set body = $1', 'Otherwise')).rejects.toThrow()
  await expect(rows('delete from escrow_messages')).rejects.toThrow()
})
