import { createParser, type EventSourceMessage } from 'eventsource-parser'

export type StreamTokens = {
  /** A token the server should take. */
  fresh: () => Promise<string>
  /** Another token, after this one was refused. */
  renew: (refused: string) => Promise<string>
  /** Ends the session and goes to the login. */
  leave: (refused: string) => Promise<never>
}

type StreamRequest = { tokens: StreamTokens; lastId: string | undefined; signal: AbortSignal }

/** Opens the stream. A token that is refused is renewed once; a second refusal ends the session. */
export async function askForStream({ tokens, lastId, signal }: StreamRequest) {
  const ask = (token: string) => {
    const headers = new Headers({ accept: 'text/event-stream', 'x-access-token': token })
    if (lastId) headers.set('last-event-id', lastId)
    // oxlint-disable-next-line no-restricted-globals -- The other client reads whole answers.
    return fetch('/api/events', { headers, signal, cache: 'no-store' })
  }
  const token = await tokens.fresh()
  let response = await ask(token)
  if (response.status === 401) {
    const renewed = await tokens.renew(token)
    response = await ask(renewed)
    if (response.status === 401) return tokens.leave(renewed)
  }
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (!response.ok || !isStream || !response.body) throw new Error('No stream')
  return response.body
}

/** Reads to the end or until aborted: a reader does not always notice an abort. */
export async function readStream(
  body: ReadableStream<Uint8Array>,
  { signal, onBytes }: { signal: AbortSignal; onBytes: () => void },
  onMessage: (message: EventSourceMessage) => void,
) {
  const parser = createParser({ onEvent: onMessage })
  const decoder = new TextDecoder()
  const reader = body.getReader()
  const stop = () => void reader.cancel().catch(() => null)
  signal.addEventListener('abort', stop, { once: true })
  try {
    for (;;) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) return
      onBytes()
      parser.feed(decoder.decode(value, { stream: true }))
    }
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}
