import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { startTraces } from './otlp.ts'
import { inCall, inSpan, openSpan, readTraceparent, traceCalls, traceparent } from './spans.ts'

type Span = { name: string; parentSpanId?: string; spanId: string; status: object }
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function start({ ratio = 1, status = 200, isMute = false } = {}) {
  const spans: Span[] = []
  const said: { facts: object; message: string }[] = []
  const collector: Server = createServer((request, reply) => {
    let text = ''
    request.on('data', (part: Buffer) => {
      text += part.toString()
    })
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(text) as {
        resourceSpans: { scopeSpans: { spans: Span[] }[] }[]
      }
      spans.push(
        ...resourceSpans.flatMap((each) => each.scopeSpans.flatMap((scope) => scope.spans)),
      )
      if (!isMute) reply.writeHead(status).end('{}')
    })
  })
  await new Promise<void>((resolve) => {
    collector.listen(0, '127.0.0.1', resolve)
  })
  const { port } = collector.address() as AddressInfo
  const traces = startTraces({
    endpoint: new URL(`http://127.0.0.1:${port}/some/base`),
    headers: '',
    ratio,
    service: 'test',
    warn: (facts, message) => said.push({ facts, message }),
  })
  ends.push(
    () => collector.closeAllConnections(),
    () => traces.stop(),
    () => collector.close(),
  )
  return { traces, spans, said }
}

const root = { name: 'root', kind: 'consumer', parent: undefined } as const

test('while nobody records, work runs as it is and tells others nothing', async () => {
  const seen = await inSpan(root, async () => traceparent())

  expect(seen).toBeUndefined()
  expect(openSpan(root)).toBeUndefined()
  expect(await inCall('smtp send', async () => 'done')).toBe('done')
})

test('a call that fails is a failed span without the words of its error', async () => {
  const { traces, spans } = await start()
  const provider = traceCalls('bank', {
    async pay(): Promise<void> {
      throw Object.assign(new Error('mara@mail.example is unknown'), { code: 'ENOTFOUND' })
    },
    check: () => true,
  })

  await inSpan(root, async () => {
    expect(provider.check()).toBe(true)
    await provider.pay().catch(() => {})
  })
  await traces.flush()

  const [call, outer] = spans
  expect(call).toMatchObject({ name: 'bank pay', status: { code: 2 } })
  expect(call?.parentSpanId).toBe(outer?.spanId)
  expect(outer).toMatchObject({ name: 'root', status: {} })
  expect(spans).toHaveLength(2) // What answers at once is no call.
  expect(JSON.stringify(spans)).toContain('ENOTFOUND')
  expect(JSON.stringify(spans)).not.toContain('mara')
})

test('a trace that is not recorded says so to those that it causes', async () => {
  const { traces, spans } = await start({ ratio: 0 })

  const told = await inSpan(root, () => inCall('smtp send', async () => traceparent()))
  const parent = readTraceparent(told)
  await inSpan({ ...root, parent }, async () => {})
  await traces.flush()

  expect(parent).toMatchObject({ isSampled: false })
  expect(spans).toEqual([])
})

test('a collector that refuses costs traces, one line a minute, and nothing else', async () => {
  const { traces, said } = await start({ status: 503 })

  for (let round = 0; round < 3; round++) {
    expect(await inSpan(root, async () => round)).toBe(round)
    await traces.flush()
  }

  expect(said).toMatchObject([{ message: 'traces were lost', facts: { spans: 1 } }])
})

test('a collector that never answers does not keep a process that stops', async () => {
  const { traces, said } = await start({ isMute: true })
  // More than are sent at once, so that some still wait when the first are given up.
  for (let count = 0; count < 1200; count++) await inSpan(root, async () => count)
  const startedAt = performance.now()

  await traces.stop()

  expect(performance.now() - startedAt).toBeLessThan(4900) // Where one try alone waits for five seconds.
  expect(said).toMatchObject([
    { message: 'traces were lost', facts: { spans: expect.any(Number) } },
  ])
})

test.each([
  undefined,
  '',
  'x',
  `01-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
  `00-${'a'.repeat(32)}-b-01`,
])('a context that is none is none: %s', (text) => {
  expect(readTraceparent(text)).toBeUndefined()
})
