import type { LiveEvent } from '@pier/protocol/calls/live'
import type { EventSourceMessage } from 'eventsource-parser'
import { askForStream, readStream, type StreamTokens } from './live-stream.ts'

const firstWaitMs = 1000
const longestWaitMs = 30_000
const silenceMaxMs = 45_000
const pollMs = 30_000
const failuresBeforePolling = 3

/** Types that this build does not know are ignored. */
const liveEvents: ReadonlySet<string> = new Set<LiveEvent['type']>([
  'notification',
  'balance',
  'domains',
  'loans',
])

type LiveOptions = {
  tokens: StreamTokens
  /** Where the first stream begins: everything before it has been read. */
  findStart: (signal: AbortSignal) => Promise<string | undefined>
  onEvent: (event: LiveEvent) => void
  /** Events may have been missed: reload everything. */
  onMissed: () => void
}

/**
 * One event stream until it is closed. It reconnects with the last id it saw, so nothing is lost,
 * and a repeated notification is passed on once. While it cannot connect, it polls. What closes it
 * says whether it had begun.
 */
export function openLive({ tokens, findStart, onEvent, onMissed }: LiveOptions) {
  const closed = new AbortController()
  const pause = makePause()
  const receiver = makeReceiver({ onEvent, onMissed })
  let connection = new AbortController()
  let heardAt = Date.now()
  let lastId: string | undefined
  let failures = 0
  let polling: ReturnType<typeof setInterval> | undefined

  const follow = async () => {
    connection = new AbortController()
    const watchdog = startWatchdog(() => connection.abort())
    const hear = () => {
      heardAt = Date.now()
      watchdog.heard()
    }
    try {
      const body = await askForStream({ tokens, lastId, signal: connection.signal })
      failures = 0
      clearInterval(polling)
      polling = undefined
      hear()
      await readStream(body, { signal: connection.signal, onBytes: hear }, (message) => {
        lastId = message.id ?? lastId
        receiver.take(message)
      })
    } catch {
      failures += 1
      if (failures >= failuresBeforePolling) polling ??= setInterval(onMissed, pollMs)
    } finally {
      watchdog.stop()
    }
  }
  const followOn = async () => {
    lastId = await findStart(closed.signal)
    if (lastId !== undefined) receiver.startKnown()
    while (!closed.signal.aborted) {
      await follow()
      if (!closed.signal.aborted) await pause.wait(waitBefore(failures))
    }
  }
  const reconnect = () => {
    connection.abort()
    pause.end()
  }
  const wake = () => (Date.now() - heardAt > silenceMaxMs ? reconnect() : pause.endIfWaiting())

  window.addEventListener('online', reconnect, { signal: closed.signal })
  whenShown(wake, closed.signal)
  void followOn()
  return () => {
    closed.abort()
    clearInterval(polling)
    reconnect()
    return { hadBegun: lastId !== undefined }
  }
}

function whenShown(act: () => void, signal: AbortSignal) {
  const onChange = () => document.visibilityState === 'visible' && act()
  document.addEventListener('visibilitychange', onChange, { signal })
}

/** One second, doubled with each failure up to half a minute, with jitter so that tabs differ. */
function waitBefore(failures: number): number {
  const wholeMs = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.max(0, failures - 1))
  return wholeMs * (0.5 + Math.random() / 2)
}

/** A wait that can be cut short, even before it has begun. */
function makePause() {
  let isHurried = false
  let stop: (() => void) | undefined
  const endIfWaiting = () => stop?.()
  return {
    endIfWaiting,
    end: () => {
      isHurried = !stop
      endIfWaiting()
    },
    wait: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(() => stop?.(), ms)
        stop = () => {
          clearTimeout(timer)
          stop = undefined
          resolve()
        }
        if (isHurried) stop()
        isHurried = false
      }),
  }
}

/**
 * Calls back when nothing has arrived for too long; the server sends a heartbeat every 15 seconds.
 */
function startWatchdog(bark: () => void) {
  let timer = setTimeout(bark, silenceMaxMs)
  const stop = () => clearTimeout(timer)
  const heard = () => {
    stop()
    timer = setTimeout(bark, silenceMaxMs)
  }
  return { heard, stop }
}

function makeReceiver({ onEvent, onMissed }: Pick<LiveOptions, 'onEvent' | 'onMissed'>) {
  const told = new Set<string>()
  let isReady = false
  const take = ({ event, data }: EventSourceMessage) => {
    // A stream that does not begin where the reads ended has missed what came between, so reload.
    if (event === 'reset' || (event === 'ready' && !isReady)) onMissed()
    if (event === 'ready') isReady = true
    if (!event || !liveEvents.has(event)) return
    const live = JSON.parse(data) as LiveEvent // The shape is defined in the protocol.
    if (live.type === 'notification') {
      if (told.has(live.notification.id)) return
      told.add(live.notification.id)
    }
    onEvent(live)
  }
  const startKnown = () => {
    isReady = true
  }
  return { take, startKnown }
}
