import { expect, test } from 'vitest'
import { givenCustody } from '../../../../test/given/given-custody.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { watched } from '../../../../test/watch/watched.ts'

const app = useTestApp({ withCustody: true })
const given = givenCustody(app)

type Line = { type: string; amount: number; status: string; note: string | null; domain: string }
const linesOf = async (owner: Awaited<ReturnType<typeof given.owner>>) => {
  const reply = await owner.browser.get('/transactions')
  return reply.json<{ transactions: Line[]; available: number; held: number }>()
}
const refusalOf = async (owner: Awaited<ReturnType<typeof given.owner>>) => {
  await until(async () => {
    const domain = await given.domain(owner.browser, owner.id)
    return !domain.pending_transfer && domain.transfer_refusal !== null
  })
  return (await given.domain(owner.browser, owner.id)).transfer_refusal
}

test('a domain comes into custody: price, fee reserved, request, five days, lock, fee spent', async () => {
  const owner = await given.owner()
  const quote = await given.quote(owner.browser, owner.id)
  expect(quote).toMatchObject({ state: 'ready', days: '1 to 5 days', lock_days: 60 })

  const reply = await owner.browser.post(`/domains/${owner.id}/transfer`, {
    transferCode: owner.code,
    quote_id: quote.quote_id,
  })

  expect(reply.statusCode).toBe(200)
  expect(await linesOf(owner)).toMatchObject({
    available: 500 - quote.amount,
    held: quote.amount,
    transactions: [
      { type: 'Transfer fee', amount: -quote.amount, status: 'PENDING', domain: owner.name },
    ],
  })
  await given.requested(owner)
  app.custody.other.advanceDays(5)
  await given.poll()
  await until(async () => (await given.domain(owner.browser, owner.id)).status === 'CUSTODY_PAID')

  const held = app.custody.other.readName(owner.name)
  expect(held).toMatchObject({ isHere: false, isLocked: true })
  expect(held.statuses).toContain('clientDeleteProhibited')
  expect(await given.domain(owner.browser, owner.id)).toMatchObject({
    pending_transfer: false,
    transfer: null,
    expires_at: held.expiresAt.toISOString(),
  })
  expect(await linesOf(owner)).toMatchObject({
    available: 500 - quote.amount,
    held: 0,
    transactions: [{ status: 'DONE' }],
  })
  await app.mailTo(owner.email, 'now in custody')
  expect(app.custody.violations).toEqual([])
})

test('a wrong code ends it with words, and the fee is back', async () => {
  const owner = await given.owner()

  await given.asked(owner, 'not-the-code-1')

  expect(await refusalOf(owner)).toContain('The authorization code is wrong')
  expect(await linesOf(owner)).toMatchObject({
    available: 500,
    held: 0,
    transactions: [{ status: 'REVERSED' }],
  })
  await app.mailTo(owner.email, 'transfer in failed')
})

test.for([
  [{ isLocked: true }, 'The domain is locked. Unlock it at your registrar'],
  [{ createdDaysAgo: 20 }, 'registered or transferred in the last 60 days'],
  [
    { createdDaysAgo: 400, transferredDaysAgo: 10 },
    'registered or transferred in the last 60 days',
  ],
] as const)('what the registry says against it is told: %o', async ([more, words]) => {
  const owner = await given.owner(more)

  await given.asked(owner)

  expect(await refusalOf(owner)).toContain(words)
  expect(app.custody.other.readName(owner.name).transfer).toBeNull()
  expect(await linesOf(owner)).toMatchObject({ available: 500, held: 0 })
})

test('a refusal of the losing registrar gives the fee back and says so', async () => {
  const owner = await given.underWay()

  app.custody.other.rejectTransfer(owner.name)
  await given.poll()

  expect(await refusalOf(owner)).toContain('Your registrar rejected the transfer')
  expect(await linesOf(owner)).toMatchObject({ available: 500, held: 0 })
})

test('the owner calls it back while the registry waits', async () => {
  const owner = await given.underWay()

  const replies = await Promise.all([
    owner.browser.delete(`/domains/${owner.id}/transfer`),
    owner.browser.delete(`/domains/${owner.id}/transfer`),
  ])

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([204, 204])
  await until(async () => !(await given.domain(owner.browser, owner.id)).pending_transfer)
  expect(app.custody.other.readName(owner.name).transfer?.status).toBe('clientCancelled')
  expect(await linesOf(owner)).toMatchObject({ available: 500, held: 0 })
})

test('what was called back is no failure, also when the registry tells of it first', async () => {
  const owner = await given.underWay()

  app.custody.registry.rule(owner.name, { registrar: 'pier-one', op: 'cancel' })
  await given.poll()

  await until(async () => !(await given.domain(owner.browser, owner.id)).pending_transfer)
  expect(await given.domain(owner.browser, owner.id)).toMatchObject({ transfer_refusal: null })
  await app.mailTo(owner.email, 'transfer in cancelled')
  expect(await linesOf(owner)).toMatchObject({ available: 500, held: 0 })
})

test('two clicks at once ask the registry once, and hold one fee', async () => {
  const owner = await given.owner()
  await given.quote(owner.browser, owner.id)
  const click = () =>
    owner.browser.post(`/domains/${owner.id}/transfer`, { transferCode: owner.code })

  const replies = await Promise.all([click(), click(), click()])

  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200, 409, 409,
  ])
  await until(async () => app.custody.other.readName(owner.name).transfer?.status === 'pending')
  expect((await linesOf(owner)).transactions).toHaveLength(1)
})

test('of two people who ask for one name, one at a time can', async () => {
  const owner = await given.underWay()
  const rival = await app.given.verifiedUser()
  await given.balance(rival.browser, 50_000)
  const added = await rival.browser.post('/domains/add', { domain: owner.name })
  const { id } = added.json<{ id: string }>()

  const reply = await given.asked({ ...rival, id, code: owner.code })

  expect(reply.json()).toMatchObject({ code: 'transfer_pending' })
  await given.letThrough(owner)
  const again = await rival.browser.post(`/domains/${id}/transfer`, { transferCode: owner.code })
  expect(again.json()).toMatchObject({ code: 'domain_in_custody' })
  expect(await given.domain(rival.browser, id)).toMatchObject({ status: 'EXTERNAL_UNVERIFIED' })
})

test('without a price that was seen nothing is asked for', async () => {
  const owner = await given.owner()
  const ask = () =>
    owner.browser.post(`/domains/${owner.id}/transfer`, { transferCode: owner.code })

  expect((await ask()).json()).toMatchObject({ code: 'quote_needed' })
  await given.quote(owner.browser, owner.id)
  await given.query('update fee_quotes set valid_until = app_now() where domain_id = $1', [
    owner.id,
  ])
  expect((await ask()).json()).toMatchObject({ code: 'quote_needed' })
})

test('a balance that does not suffice is told with what is missing', async () => {
  const owner = await given.owner({ premiumCents: 90_000 })
  const quote = await given.quote(owner.browser, owner.id)
  expect(quote).toMatchObject({ amount: 900, is_premium: true })

  const reply = await owner.browser.post(`/domains/${owner.id}/transfer`, {
    transferCode: owner.code,
  })

  expect(reply.json()).toMatchObject({
    code: 'balance_insufficient',
    message: 'Your balance is too low: $400.00 is missing',
  })
  expect((await linesOf(owner)).transactions).toEqual([])
})

test('a price that the registry has changed since is not paid', async () => {
  const owner = await given.owner({ premiumCents: 9_000 })
  await given.quote(owner.browser, owner.id)
  app.custody.registry.getDomain(owner.name).premiumCents = 12_000

  await owner.browser.post(`/domains/${owner.id}/transfer`, { transferCode: owner.code })

  expect(await refusalOf(owner)).toContain('The price has changed')
  expect(await linesOf(owner)).toMatchObject({ available: 500, held: 0 })
  expect(await given.quote(owner.browser, owner.id)).toMatchObject({ amount: 120 })
})

test('a stranger finds no domain to move, and nobody tries more than five codes a day', async () => {
  const owner = await given.owner()
  const stranger = await app.given.verifiedUser()
  const path = `/domains/${owner.id}/transfer`

  const reply = await stranger.browser.post(path, { transferCode: owner.code })
  expect(reply.json()).toMatchObject({ code: 'domain_not_found' })

  for (let tries = 0; tries < 5; tries++) {
    await given.asked(owner, `wrong-code-${tries}`)
    await refusalOf(owner)
  }
  expect((await given.asked(owner)).json()).toMatchObject({ code: 'transfer_code_tries' })
})

test.for(['closeBefore', 'closeAfter'] as const)(
  'a connection lost by %s is asked about: one request, one fee',
  async (kind) => {
    const owner = await given.owner()
    await given.quote(owner.browser, owner.id)
    app.custody.registry.fail({ kind, command: 'transfer' })

    await owner.browser.post(`/domains/${owner.id}/transfer`, { transferCode: owner.code })

    await given.requested(owner)
    await given.letThrough(owner)
    expect((await linesOf(owner)).transactions).toMatchObject([{ status: 'DONE' }])
  },
)

test('a registry that refuses what we say leaves it to a person, and the fee set aside', async () => {
  const owner = await given.owner()
  await given.quote(owner.browser, owner.id)
  app.custody.registry.fail({ kind: 'refuse', command: 'transfer', code: 2001 })

  await owner.browser.post(`/domains/${owner.id}/transfer`, { transferCode: owner.code })

  await until(async () => {
    const rows = await given.rows<{ needs: string | null }>(
      'select needs_operator as needs from transfers where domain_id = $1',
      [owner.id],
    )
    return rows[0]?.needs !== null
  })
  expect(await linesOf(owner)).toMatchObject({ transactions: [{ status: 'PENDING' }] })
  expect(await given.domain(owner.browser, owner.id)).toMatchObject({ pending_transfer: true })

  await owner.browser.delete(`/domains/${owner.id}/transfer`)
  await until(async () => !(await given.domain(owner.browser, owner.id)).pending_transfer)
  expect(await linesOf(owner)).toMatchObject({ available: 500, held: 0 })
})

test('a balance of ours that is used up is told to a person at once, and then it goes on', async () => {
  const owner = await given.owner()
  await given.quote(owner.browser, owner.id)
  app.custody.registry.fail({ kind: 'refuse', command: 'transfer', code: 2104 })
  const read = async () =>
    (
      await given.rows<{ state: string; needs: string | null }>(
        'select state, needs_operator as needs from transfers where domain_id = $1',
        [owner.id],
      )
    )[0]

  await owner.browser.post(`/domains/${owner.id}/transfer`, { transferCode: owner.code })

  await until(async () => (await read())?.needs === 'Our balance at the registrar is used up')
  await expect
    .poll(async () => watched(await app.metrics.registry.metrics()))
    .toMatchObject({ 'pier_registrar_errors_total{code="insufficient_registrar_funds"}': 1 })
  expect(await linesOf(owner)).toMatchObject({ transactions: [{ status: 'PENDING' }] })
  await until(async () => (await read())?.state === 'requested')
  expect(await read()).toMatchObject({ needs: null })
})

test('no code stays anywhere: it is sealed until the registry has it, and then gone', async () => {
  const owner = await given.owner()
  await given.quote(owner.browser, owner.id)
  app.custody.registry.fail({ kind: 'refuse', command: 'info' })

  await owner.browser.post(`/domains/${owner.id}/transfer`, { transferCode: owner.code })
  const [asked] = await given.rows<{ sealed: string | null }>(
    'select sealed_code as sealed from transfers where domain_id = $1',
    [owner.id],
  )

  expect(asked?.sealed ?? '').not.toContain(owner.code)
  await until(async () => app.custody.other.readName(owner.name).transfer?.status === 'pending')
  await until(async () => {
    const [row] = await given.rows<{ sealed: string | null }>(
      'select sealed_code as sealed from transfers where domain_id = $1',
      [owner.id],
    )
    return row?.sealed === null
  })
})
