import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { letIn } from './stop.ts'

test('who came to the door while the process was busy is served before it closes', async () => {
  const server = createServer((_request, reply) => {
    reply.writeHead(200, { connection: 'close' }).end('served')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const caller = fork(join(import.meta.dirname, '../../test/call-when-told.ts'), [String(port)])
  await once(caller, 'message')
  const said = once(caller, 'message') as Promise<[string]>

  caller.send('call')
  const until = performance.now() + 700
  while (performance.now() < until); // As in a hash of a password.
  await letIn()
  server.close()

  expect(await said).toEqual(['served', undefined])
})
