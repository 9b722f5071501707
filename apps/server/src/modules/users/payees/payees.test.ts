import { hourMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { createLog } from '../../../platform/log.ts'
import { bankDetails, coinDetails, givenLoans } from '../../../../test/given/given-loans.ts'
import { createTestBrowser, type TestBrowser } from '../../../../test/test-browser.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = givenLoans(app)
const path = '/users/payout-details'
const otherIban = 'GB82WEST12345698765432'

type Shown = {
  rail: number
  hint: string
  is_active: boolean
  active_from: string
  lines: { label: string; value: string }[]
}
const read = async (browser: TestBrowser) =>
  (await browser.get(path)).json<{ details: Shown[] }>().details
const rows = async (text: string, values: unknown[] = []) =>
  (await app.database.owner.pool.query<Record<string, unknown>>(text, values)).rows
const idOf = async (browser: TestBrowser) =>
  (await browser.get('/users/self')).json<{ id: string }>().id

test('the first details count at once, and their owner is told', async () => {
  const { browser, email } = await app.given.verifiedUser()
  expect(await read(browser)).toEqual([])

  const reply = await browser.put(path, {
    ...bankDetails,
    account: 'se45 5000 0000 0583 9825 7466',
  })
  expect(reply.json()).toMatchObject({
    details: [
      {
        rail: 0,
        hint: 'SE•• •••• •••• •••• •••• 7466',
        is_active: true,
        lines: [
          { label: 'IBAN', value: 'SE45 5000 0000 0583 9825 7466' },
          { label: 'Bank', value: 'SEB' },
          { label: 'BIC', value: 'ESSESESS' },
        ],
      },
    ],
  })
  const mail = await app.mailTo(email, 'Payment details added')
  expect(mail.text).toContain('#freeze=')
  expect(mail.text).not.toContain('7466')
})

test('a change waits for 24 hours, and the old details count meanwhile', async () => {
  const user = await app.given.verifiedUser()
  const { browser, email } = user
  await browser.put(path, bankDetails)
  await browser.put(path, coinDetails)
  const reply = await browser.put(path, { ...bankDetails, account: otherIban })
  const { details } = reply.json<{ details: Shown[] }>()
  expect(details.map(({ rail, is_active, hint }) => [rail, is_active, hint.slice(-4)])).toEqual([
    [0, true, '7466'],
    [0, false, '5432'],
    [1, true, 'AeBf'],
  ])
  await app.mailTo(email, 'Your payment details change in 24 hours')

  await app.database.moveClock(24 * hourMs - 60_000)
  const later = await app.given.elsewhere(user)
  expect((await read(later))[0]).toMatchObject({ is_active: true, hint: details[0]?.hint })
  await app.database.moveClock(120_000)
  expect(await read(later)).toMatchObject([{ rail: 0, is_active: true }, { rail: 1 }])
  expect((await read(later))[0]?.hint).toBe(details[1]?.hint)
})

test('a change that waits is dropped by its owner, or by freezing the account', async () => {
  const { browser, email } = await app.given.verifiedUser()
  await browser.put(path, bankDetails)
  await browser.put(path, { ...bankDetails, account: otherIban })
  const kept = await browser.delete(`${path}/0`)
  expect(kept.json()).toMatchObject({ details: [{ is_active: true }] })
  await app.mailTo(email, 'Payment details change cancelled')
  expect((await browser.delete(`${path}/0`)).json()).toMatchObject({ details: [{}] })
  expect((await browser.delete(`${path}/7`)).statusCode).toBe(400)

  await browser.put(path, { ...bankDetails, account: otherIban })
  const mail = await app.mailTo(email, 'Your payment details change in 24 hours')
  const token = /#freeze=([\w-]{43})/.exec(mail.text)?.[1]
  const frozen = await app.browser().post('/users/freeze', { token })
  expect(frozen.statusCode).toBe(204)
  const left = await rows(
    `select version from payees join users on users.id = user_id
     where email = $1 and stopped_at is null`,
    [email],
  )
  expect(left).toEqual([{ version: 1 }])
})

test('a second click makes no second version, and neither do eight at once', async () => {
  const { browser } = await app.given.verifiedUser()
  const replies = await Promise.all(Array.from({ length: 8 }, () => browser.put(path, bankDetails)))
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(await read(browser)).toHaveLength(1)
  const counted = await rows('select count(*)::int from payees where user_id = $1', [
    await idOf(browser),
  ])
  expect(counted).toEqual([{ count: 1 }])
})

test('five changes a day are enough', async () => {
  const { browser } = await app.given.verifiedUser()
  const statuses: number[] = []
  for (let at = 0; at < 6; at++) {
    const reply = await browser.put(path, { ...bankDetails, bank: `Bank ${at}` })
    statuses.push(reply.statusCode)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('an address that nobody proved gets no details', async () => {
  const { browser } = await app.given.user()
  expect((await browser.put(path, bankDetails)).json()).toMatchObject({ code: 'email_unverified' })
})

test('an old login confirms the change first, for this rail and once', async () => {
  const user = await app.given.verifiedUser()
  const { browser } = user
  await app.database.moveClock(16 * 60_000)
  await browser.refresh()
  const refused = await browser.put(path, bankDetails)
  expect(refused.json()).toMatchObject({
    code: 'step_up_required',
    action: 'change_payee',
    object: '0',
    methods: ['password'],
  })
  const proof = { action: 'change_payee', object: '0', password: user.password }
  expect((await browser.post('/users/step-up', proof)).statusCode).toBe(204)
  expect((await browser.put(path, coinDetails)).json()).toMatchObject({ object: '1' })
  expect((await browser.put(path, bankDetails)).statusCode).toBe(200)
  const again = await browser.put(path, { ...bankDetails, account: otherIban })
  expect(again.json()).toMatchObject({ code: 'step_up_required' })
})

test.each([
  ['a digit that is wrong', { account: 'SE4550000000058398257467' }, 'account'],
  ['a routing number that is none', { account: '12345678', routing: '021000022' }, 'routing'],
  ['a BIC that is none', { bic: 'SEB' }, 'bic'],
  ['a mark that turns text around', { bank: 'S\u200fEB' }, 'bank'],
  ['coins on the wrong network', { ...coinDetails, network: 'Ethereum' }, 'address'],
])('%s is refused in words, at its field', async (_what, more, field) => {
  const { browser } = await app.given.verifiedUser()
  const body = 'network' in more ? more : { ...bankDetails, ...more }
  const reply = await browser.put(path, body)
  expect([reply.statusCode, reply.json()]).toMatchObject([422, { code: 'payee_invalid', field }])
  expect(await read(browser)).toEqual([])
})

test.each([
  ['NUL', { bank: 'S\u0000EB' }],
  ['an override of direction', { account: '\u202eSE4550000000058398257466' }],
  ['ten thousand characters', { bank: 'A'.repeat(10_000) }],
  ['half a character', { bank: 'S\ud800EB' }],
  ['a rail that there is not', { rail: 2 }],
  ['somebody else as owner', { user_id: crypto.randomUUID() }],
  ['a number', { account: 7 }],
])('%s does not get past the door', async (_what, more) => {
  const { browser } = await app.given.verifiedUser()
  const reply = await browser.put(path, { ...bankDetails, ...more })
  expect(reply.statusCode).toBe(400)
  expect(reply.body).not.toContain('SE45')
})

test('nobody sees the details of somebody else', async () => {
  const { browser } = await app.given.verifiedUser()
  await browser.put(path, bankDetails)
  const stranger = await app.given.verifiedUser()
  expect(await read(stranger.browser)).toEqual([])
  expect((await stranger.browser.delete(`${path}/0`)).json()).toEqual({ details: [] })
})

const canaries = [bankDetails.account, otherIban, coinDetails.address, '58398257', '98765432']

test('no row of the database has an account in clear, and one that is moved does not open', async () => {
  const loan = await given.running()
  await loan.as('BORROWER').post('reveal')
  await loan.lender.browser.put(path, { ...bankDetails, account: otherIban })
  const tables = await rows(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  )
  expect(tables.length).toBeGreaterThan(40)
  for (const { name } of tables) {
    const all = JSON.stringify(await rows(`select one::text from ${String(name)} as one`))
    for (const canary of canaries) {
      expect(all, String(name)).not.toContain(canary)
      expect(all, String(name)).not.toContain(Buffer.from(canary).toString('hex'))
    }
  }

  const userId = await idOf(loan.lender.browser)
  await app.database.owner.pool.query(
    `update payees set sealed = (select sealed from payees where user_id = $1 and version = 2)
     where user_id = $1 and version = 1 and rail = 0`,
    [userId],
  )
  expect((await loan.lender.browser.get(path)).statusCode).toBe(500)
})

test('no line of the log has an account, not even of what was refused or went wrong', async () => {
  const lines: string[] = []
  const log = createLog({ level: 'trace', name: 'api' }, { write: (line) => lines.push(line) })
  const { browser: own, email, password } = await app.given.verifiedUser()
  const userId = await idOf(own)
  const browser = createTestBrowser(await app.anotherNode({ log }))
  await browser.logIn({ email, password })
  await browser.put(path, bankDetails)
  await browser.put(path, { ...bankDetails, account: `${bankDetails.account}1` })
  await browser.put(path, { ...bankDetails, bank: 'S\u0000EB' })
  await browser.put(path, { ...bankDetails, nonsense: otherIban })
  await rows(`update payees set sealed = sealed || 'x' where user_id = $1`, [userId])
  expect((await browser.get(path)).statusCode).toBe(500)

  expect(lines.length).toBeGreaterThan(0)
  for (const canary of canaries) expect(lines.join('')).not.toContain(canary)
})

test('the copy of one’s data has every version, and deletion leaves none that opens', async () => {
  const user = await app.given.verifiedUser()
  const { browser, email } = user
  await browser.put(path, bankDetails)
  const { id } = (await browser.post('/users/export')).json<{ id: string }>()
  await app.mailTo(email, 'Your data export is ready')
  expect((await browser.get(`/users/export/${id}`)).json()).toMatchObject({
    paymentDetails: [{ version: 1, details: bankDetails }],
  })

  const userId = await idOf(browser)
  await browser.post('/users/deletion')
  await app.database.moveClock(14 * 24 * hourMs + 1000)
  await app.mailTo(email, 'Your account has been deleted')
  const gone = () =>
    rows('select data_key, hint from users join payees on user_id = users.id where users.id = $1', [
      userId,
    ])
  await expect.poll(gone).toEqual([{ data_key: null, hint: '' }])
})

test('the other side of an open loan is told of a change, and only there', async () => {
  const loan = await given.agreed()
  const stranger = await app.given.verifiedUser()
  await loan.lender.browser.put(path, { ...bankDetails, account: otherIban })
  const mail = await app.mailTo(loan.borrower.email, 'is changing payment details')
  expect(mail.text).toContain('24 hours')
  expect(mail.text).not.toContain('5432')

  const { events } = (await loan.as('BORROWER').get('/events')).json<{ events: object[] }>()
  expect(events.at(-1)).toMatchObject({ action: 'changePayee', by: 'LENDER' })
  const told = await rows(
    `select 1 from notifications where user_id = $1 and body like '%payment%'`,
    [await idOf(stranger.browser)],
  )
  expect(told).toEqual([])
  expect(await loan.as('BORROWER').read()).toMatchObject({
    payee: { state: 'changing' },
    your_payee: 'ready',
  })
})
