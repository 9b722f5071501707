import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLive } from './live.ts'

const fetchMock = vi.fn<typeof globalThis.fetch>()
const onEvent = vi.fn()
const onMissed = vi.fn()
const tokens = {
  fresh: vi.fn(async () => 'token'),
  renew: vi.fn(async () => 'renewed'),
  leave: vi.fn(() => new Promise<never>(() => {})),
}
const findStart = vi.fn<(signal: AbortSignal) => Promise<string | undefined>>(async () => undefined)
const encoder = new TextEncoder()
let close: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetchMock)
  vi.spyOn(Math, 'random').mockReturnValue(1) // No jitter.
})

afterEach(() => {
  close()
  vi.clearAllMocks()
  fetchMock.mockReset()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A server stream that sends what the test tells it to. */
function serverStream() {
  let controller: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given
    },
  })
  const headers = { 'content-type': 'text/event-stream' }
  fetchMock.mockImplementationOnce(async () => new Response(body, { headers }))
  return {
    say: async (text: string) => {
      controller.enqueue(encoder.encode(text))
      await vi.advanceTimersByTimeAsync(0)
    },
    end: async () => {
      controller.close()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

const refuse = (status: number) =>
  fetchMock.mockImplementationOnce(async () => new Response(null, { status }))

function tell(seq: number, id: string) {
  const event = { type: 'notification', notification: { id, body: 'Offer on a domain' } }
  return `id: ${seq}\nevent: notification\ndata: ${JSON.stringify(event)}\n\n`
}

async function open() {
  close = openLive({ tokens, findStart, onEvent, onMissed })
  await vi.advanceTimersByTimeAsync(0)
}

const headersOf = (call: number) => new Headers(fetchMock.mock.calls[call]?.[1]?.headers)
const idsTold = () => onEvent.mock.calls.map(([event]) => event.notification.id)

test('it asks for a stream with the token, and tells what comes', async () => {
  const server = serverStream()
  await open()
  await server.say('id: 7\nevent: ready\ndata: {}\n\n')
  await server.say(tell(8, 'a'))

  expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/events')
  expect(headersOf(0).get('accept')).toBe('text/event-stream')
  expect(headersOf(0).get('x-access-token')).toBe('token')
  expect(headersOf(0).has('last-event-id')).toBe(false)
  expect(idsTold()).toEqual(['a'])
})

test('a notification that comes twice is told once', async () => {
  const server = serverStream()
  await open()
  await server.say(tell(8, 'a'))
  await server.say(tell(9, 'a') + tell(10, 'b'))

  expect(idsTold()).toEqual(['a', 'b'])
})

test.each(['balance', 'domains', 'loans'])(
  'that the %s changed is told each time',
  async (type) => {
    const server = serverStream()
    await open()
    const event = `event: ${type}\ndata: {"type":"${type}"}\n\n`
    await server.say(`id: 8\n${event}`)
    await server.say(`id: 9\n${event}`)

    expect(onEvent.mock.calls).toEqual([[{ type }], [{ type }]])
  },
)

test('an event nobody here has heard of is left alone', async () => {
  const server = serverStream()
  await open()
  await server.say('id: 8\nevent: weather\ndata: {"type":"weather"}\n\n')

  expect(onEvent).not.toHaveBeenCalled()
})

test('an event cut in two by the network is told whole', async () => {
  const server = serverStream()
  await open()
  const text = tell(8, 'a')
  await server.say(text.slice(0, 20))
  await server.say(text.slice(20))

  expect(idsTold()).toEqual(['a'])
})

test('it comes back with the last id it saw', async () => {
  const first = serverStream()
  await open()
  await first.say('id: 7\nevent: ready\ndata: {}\n\n')
  await first.say(tell(8, 'a'))
  const second = serverStream()
  await first.end()
  await vi.advanceTimersByTimeAsync(1000)
  await second.say(tell(9, 'b'))

  expect(headersOf(1).get('last-event-id')).toBe('8')
  expect(idsTold()).toEqual(['a', 'b'])
})

test('a reset, and the first ready, make everything be read anew', async () => {
  const server = serverStream()
  await open()
  await server.say('id: 7\nevent: ready\ndata: {}\n\n')
  expect(onMissed).toHaveBeenCalledTimes(1)

  await server.say('event: reset\ndata: {}\n\n')
  expect(onMissed).toHaveBeenCalledTimes(2)
})

test('a stream that begins where the reads ended reads nothing again', async () => {
  findStart.mockResolvedValueOnce('41')
  const server = serverStream()
  await open()
  await server.say('id: 41\nevent: ready\ndata: {}\n\n')
  await server.say(tell(42, 'a'))

  expect(headersOf(0).get('last-event-id')).toBe('41')
  expect(idsTold()).toEqual(['a'])
  expect(onMissed).not.toHaveBeenCalled()

  await server.say('event: reset\ndata: {}\n\n')
  expect(onMissed).toHaveBeenCalledTimes(1)
})

test('failures wait one second, then two, then four, up to thirty', async () => {
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
  await open()

  for (const [index, waitMs] of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000].entries()) {
    await vi.advanceTimersByTimeAsync(waitMs - 1)
    expect(fetchMock).toHaveBeenCalledTimes(index + 1)
    await vi.advanceTimersByTimeAsync(1)
    expect(fetchMock).toHaveBeenCalledTimes(index + 2)
  }
})

test('a good open starts the waiting over', async () => {
  refuse(503)
  refuse(503)
  const server = serverStream()
  await open()
  await vi.advanceTimersByTimeAsync(1000 + 2000)
  expect(fetchMock).toHaveBeenCalledTimes(3)

  refuse(503)
  await server.end()
  await vi.advanceTimersByTimeAsync(1000)
  expect(fetchMock).toHaveBeenCalledTimes(4)
})

test('after three failures it polls, until a stream opens again', async () => {
  refuse(503)
  refuse(503)
  refuse(503)
  refuse(503)
  refuse(503)
  refuse(503)
  const server = serverStream()
  await open()

  await vi.advanceTimersByTimeAsync(3000 + 30_000)
  expect(onMissed).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(28_000 + 31_000)
  const polled = onMissed.mock.calls.length
  for (let beat = 0; beat < 6; beat += 1) {
    await server.say(': beat\n\n')
    await vi.advanceTimersByTimeAsync(15_000)
  }
  expect(onMissed).toHaveBeenCalledTimes(polled)
})

test('45 seconds without a byte end the stream, and a heartbeat is a byte', async () => {
  const server = serverStream()
  await open()
  serverStream()

  await vi.advanceTimersByTimeAsync(44_000)
  await server.say(': beat\n\n')
  await vi.advanceTimersByTimeAsync(44_999)
  expect(fetchMock).toHaveBeenCalledTimes(1)

  await vi.advanceTimersByTimeAsync(1 + 1000)
  expect(fetchMock).toHaveBeenCalledTimes(2)
})

test('coming online reconnects at once', async () => {
  fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await open()
  serverStream()

  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)

  expect(fetchMock).toHaveBeenCalledTimes(2)
})

test('a refused token is renewed once, and a second refusal leaves', async () => {
  refuse(401)
  refuse(401)
  await open()

  expect(headersOf(1).get('x-access-token')).toBe('renewed')
  expect(tokens.leave).toHaveBeenCalledWith('renewed')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetchMock).toHaveBeenCalledTimes(2)
})

test('closed, it stays closed', async () => {
  const server = serverStream()
  await open()
  close()
  await server.say(tell(8, 'a')).catch(() => null)
  await vi.advanceTimersByTimeAsync(120_000)

  expect(fetchMock).toHaveBeenCalledTimes(1)
  expect(onEvent).not.toHaveBeenCalled()
})
