import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTraces } from '@pier/telemetry/otlp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goodPassword } from '../../test/given/given-users.ts'
import { useTestApp } from '../../test/test-app.ts'
import { createWeb } from '../../../web/server/web.ts'
import { inTransaction } from './db/database.ts'
import { enqueue } from './jobs/queue.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type Sent = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  status: { code?: number }
}
type Batch = {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: Sent[] }[]
  }[]
}

const product = useTestApp({ withPayments: true, withCustody: true })
const received: { headers: NodeJS.Dict<string | string[]>; url: string; text: string }[] = []
const collector = createServer((request, reply) => {
  let text = ''
  request.on('data', (part: Buffer) => (text += part.toString()))
  request.on('end', () => {
    received.push({ headers: request.headers, url: request.url ?? '', text })
    reply.setHeader('content-type', 'application/json').end('{}')
  })
})
let traces: ReturnType<typeof startTraces>
let web: Awaited<ReturnType<typeof createWeb>>
let origin: string

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  traces = startTraces({
    endpoint: new URL(`http://127.0.0.1:${port}`),
    headers: 'authorization=Bearer%20ours',
    ratio: 1,
    service: 'pier-test',
    warn: (facts, message) => console.error(message, facts),
  })
  web = await createWeb({
    apiOrigin: new URL(product.config.publicOrigin),
    publicHost: 'pier.example',
    https: true,
    trustedProxyHops: 0,
    files: null,
    renderPage: (_request, reply) => reply.end('page'),
    logLevel: 'silent',
  })
  await web.listen({ host: '127.0.0.1', port: 0 })
  origin = `http://127.0.0.1:${(web.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await web.close()
  await traces.stop()
  collector.close()
})

const listSpans = () =>
  received.flatMap(({ text }) =>
    (JSON.parse(text) as Batch).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) => spans),
    ),
  )

/** Waits for a span, and gives the whole trace that it belongs to. */
async function traceWith(name: string): Promise<Sent[]> {
  for (let tries = 0; tries < 300; tries++) {
    await traces.flush()
    const found = listSpans().find((span) => span.name === name)
    if (found) {
      await sleep(200) // Those around it end after it.
      await traces.flush()
      return listSpans().filter(({ traceId }) => traceId === found.traceId)
    }
    await sleep(100)
  }
  throw new Error(
    `No span ${name}. Seen: ${listSpans()
      .map((span) => span.name)
      .join(', ')}`,
  )
}

const call = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${origin}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

test('one registration is one trace: web, API, job, mail server', async () => {
  const email = 'mara.traced@mail.example'
  const foreign = 'a'.repeat(32)
  const signUp = { name: 'Mara Lindqvist', email, password: goodPassword }
  const reply = await call('/users/register', signUp, {
    traceparent: `00-${foreign}-${'b'.repeat(16)}-00`,
  })
  expect(reply.status).toBe(200)

  const trace = await traceWith('smtp send')

  const byName = new Map(trace.map((span) => [span.name, span]))
  const chain = ['POST /api/*', 'POST /api/users/register', 'notifications.send-mail', 'smtp send']
  const spans = chain.map((name) => byName.get(name))
  expect(spans.map((span) => span?.kind)).toEqual([2, 2, 5, 3])
  expect(spans.map((span) => span?.parentSpanId)).toEqual([
    undefined, // A stranger neither continues it nor keeps it from being recorded.
    ...spans.slice(0, -1).map((span) => span?.spanId),
  ])
  expect(trace[0]?.traceId).toMatch(/^[0-9a-f]{32}$/)
  expect(trace[0]?.traceId).not.toBe(foreign)
  for (const span of trace) {
    expect(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)).toBeGreaterThanOrEqual(0n)
    expect(Math.abs(Number(BigInt(span.startTimeUnixNano) / 1_000_000n) - Date.now())).toBeLessThan(
      600_000,
    )
  }
  expect(received[0]).toMatchObject({
    url: '/v1/traces',
    headers: { authorization: 'Bearer ours', 'content-type': 'application/json' },
  })
  const sent = received.map(({ text }) => text).join('')
  for (const secret of [email, 'Mara', goodPassword]) expect(sent).not.toContain(secret)
})

test('a call to a payment provider is part of the trace of who asked', async () => {
  const { browser } = await product.given.verifiedUser()
  const reply = await call(
    '/transactions/stripe-session',
    { amount: 50 },
    {
      'user-agent': browser.userAgent,
      'x-access-token': browser.token ?? '',
      cookie: `__Host-bind=${browser.cookie}`,
    },
  )
  expect(await reply.text()).toContain('http')

  const trace = await traceWith('stripe createCheckout')
  const request = trace.find(({ name }) => name === 'POST /api/transactions/stripe-session')
  const payment = trace.find(({ name }) => name === 'stripe createCheckout')
  expect(payment?.parentSpanId).toBe(request?.spanId)
  expect(trace.map(({ name }) => name)).toContain('POST /api/*')
})

test('a job that nobody asked for begins a trace, with its commands to the registrar', async () => {
  // While no transfer is under way it asks in every tenth minute alone.
  const tenMinutesMs = 600_000
  const { database } = product
  await database.moveClock(tenMinutesMs - (database.now() % tenMinutesMs) + 1000)
  await inTransaction(product.db, (tx) => enqueue(tx, 'custody.poll', {}))

  const trace = await traceWith('epp poll')
  const job = trace.find(({ name }) => name === 'custody.poll')
  expect(job).not.toHaveProperty('parentSpanId')
  for (const name of ['epp login', 'epp poll']) {
    expect(trace.find((span) => span.name === name)).toMatchObject({
      kind: 3,
      parentSpanId: job?.spanId,
    })
  }
})
