import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { letIn } from './stop.ts'

/** Another process, which calls when it is told to, and tells what it was told. */
const caller = `process.once('message', (url) => {
  fetch(url, { method: 'POST' })
    .then((reply) => reply.text())
    .catch((error) => error.message + ': ' + error.cause)
    .then((told) => process.send(told))
    .finally(() => process.disconnect())
})
process.send('ready')`

test('who came to the door while the process was busy is served before it closes', async () => {
  const server = createServer((_request, reply) => {
    reply.writeHead(200, { connection: 'close' }).end('served')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const
  const other = spawn(process.execPath, ['-e', caller], { stdio: [...stdio] })
  await once(other, 'message')
  const said = once(other, 'message') as Promise<[string]>

  other.send(`http://127.0.0.1:${port}/`)
  const until = performance.now() + 700
  while (performance.now() < until); // As in a hash of a password.
  await letIn()
  server.close()

  expect(await said).toEqual(['served', undefined])
})
