import { get } from 'node:http'

export type ReadEvent = { id?: string; event: string; data: unknown }

/** Reads a stream of server-sent events from a real socket, as a browser would. */
export async function readEvents(url: string, headers: Record<string, string>) {
  const events: ReadEvent[] = []
  const request = get(url, { headers: { accept: 'text/event-stream', ...headers } })
  request.on('error', () => {}) // We stopped it, or the server went away.
  const ended = new Promise<void>((resolve) => {
    request.once('close', resolve)
  })
  await new Promise<void>((resolve, reject) => {
    request.once('error', reject)
    request.once('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        const blocks = (text + chunk).split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) if (!block.startsWith(':')) events.push(parse(block))
      })
      response.on('error', () => {})
      resolve()
    })
  })
  return { events, ended, stop: () => request.destroy() }
}

function parse(block: string): ReadEvent {
  const lines = block.split('\n').map((line) => line.split(/: (.*)/s) as [string, string])
  const fields = Object.fromEntries(lines)
  const { id, event = 'message', data = 'null' } = fields
  return { ...(id && { id }), event, data: JSON.parse(data) }
}
