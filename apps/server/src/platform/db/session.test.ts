import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { openDatabase } from './database.ts'
import { keepSession } from './session.ts'

test('a database that is away is tried for twice a second, and not more with every try', async () => {
  let tries = 0
  const server = createServer((socket) => {
    tries += 1
    socket.on('error', () => {})
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // Always so for a listening TCP server.
  const log = createLog({ level: 'silent', name: 'test' })
  const url = `postgres://nobody@127.0.0.1:${port}/none`

  // Its watch would count as tries, too.
  const elsewhere = 'postgres://nobody@127.0.0.1:9/none'
  const { outages } = openDatabase({ url: elsewhere, role: undefined, poolMax: 2, log })

  const session = keepSession({ url, role: undefined, outages }, async () => {})
  await sleep(3500)
  await session.stop()
  server.close()

  expect(tries).toBeGreaterThan(2)
  expect(tries).toBeLessThan(10)
})
