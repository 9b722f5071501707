import type { LiveEvent } from '@pier/protocol/calls/live'

/** The event stream of a server: it sends only what a test publishes. */
export function createNews() {
  const listeners = new Set<ReadableStreamDefaultController<Uint8Array>>()
  const letters = new TextEncoder()
  return {
    listen: (): Response => {
      let listener: ReadableStreamDefaultController<Uint8Array>
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          listener = controller
          listeners.add(listener)
        },
        cancel() {
          listeners.delete(listener)
        },
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    },
    tell: (event: LiveEvent) => {
      const message = `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
      for (const listener of listeners) listener.enqueue(letters.encode(message))
    },
  }
}
