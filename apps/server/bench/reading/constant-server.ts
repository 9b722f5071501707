import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'

/** What cannot be passed: node:http alone, which sends the same head and the same bytes every time. */
export type Constant = { headers: Record<string, string>; body: string }

export async function startConstantServer(constant: Constant) {
  const child = fork(import.meta.filename, [], { stdio: 'inherit' })
  child.send(constant)
  const [port] = (await once(child, 'message')) as [number]
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

if (process.argv[1] === import.meta.filename) {
  process.once('message', ({ headers, body }: Constant) => {
    const bytes = Buffer.from(body)
    const server = createServer((_request, response) => response.writeHead(200, headers).end(bytes))
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      process.send?.(typeof address === 'object' ? address?.port : 0)
    })
  })
}
