import type { FastifyReply } from 'fastify'

export type EventStream = ReturnType<typeof openEventStream>

/** A reply that stays open: server-sent events. Proxies are told not to hold it back. */
export function openEventStream(reply: FastifyReply) {
  const ended = new Set<() => void>()
  const { raw } = reply.hijack()
  raw.socket?.setTimeout(0) // The server's patience is for requests, not for this.
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  })
  raw.on('close', () => {
    for (const tell of ended) tell()
  })

  return {
    send({ id, event, data }: { id?: string; event: string; data: unknown }): void {
      if (raw.writableEnded) return
      raw.write(`${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    },
    /** Shows both sides that the other is still there. */
    beat: (): void => void raw.write(': still here\n\n'),
    end: (): void => void raw.end(),
    onEnd(tell: () => void): void {
      if (raw.closed) tell()
      else ended.add(tell)
    },
  }
}
