import type { LiveEvent } from '@pier/protocol/calls/live'

/**
 * The event stream of a server: it sends only what a test publishes, and to whoever says where to
 * begin also what was published since.
 */
export function createNews() {
  const listeners = new Set<ReadableStreamDefaultController<Uint8Array>>()
  const letters = new TextEncoder()
  const told: Uint8Array<ArrayBuffer>[] = []
  return {
    position: (): string => String(told.length),
    listen: (from: string | null): Response => {
      let listener: ReadableStreamDefaultController<Uint8Array>
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          listener = controller
          listeners.add(listener)
          for (const message of told.slice(Number(from ?? told.length))) listener.enqueue(message)
        },
        cancel() {
          listeners.delete(listener)
        },
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    },
    tell: (event: LiveEvent) => {
      const id = told.length + 1
      const message = `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
      told.push(letters.encode(message))
      for (const listener of listeners) listener.enqueue(letters.encode(message))
    },
  }
}
