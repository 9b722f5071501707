import { expect, onTestFinished, test } from 'vitest'
import { startApiNode, type ApiNode } from '../../../test/node.ts'
import { readEvents } from '../../../test/event-reader.ts'
import { makeSecrets } from '../../../test/secrets.ts'
import { bodiesOf, notifyUser } from '../../../test/given/given-notices.ts'
import { useTestApp } from '../../../test/test-app.ts'

const product = useTestApp() // Its worker publishes events; the node below is a separate process.
const address = '203.0.113.7'

test('a notification is not lost over the death of a node, and comes once', async () => {
  const env = await nodeEnv()
  const node = await startApiNode(env)
  const someone = await registerAt(node)
  const first = await listen(node, someone)
  await tell(someone.id, 'Before')
  await expect.poll(() => bodiesOf(first.events)).toEqual(['Before'])

  await node.kill()
  await tell(someone.id, 'Meanwhile')
  const again = await startApiNode(env, { port: node.port })
  onTestFinished(again.stop)
  const second = await listen(again, someone, first.events.at(-1)?.id)
  onTestFinished(() => void second.stop())
  await expect.poll(() => bodiesOf(second.events)).toEqual(['Meanwhile'])

  await tell(someone.id, 'After')
  await expect.poll(() => bodiesOf(second.events)).toEqual(['Meanwhile', 'After'])
})

const nodeEnv = async () => ({
  PIER_MODE: 'test',
  DATABASE_URL: product.database.url,
  PUBLIC_ORIGIN: 'http://localhost:4300',
  SMTP_URL: 'smtp://127.0.0.1:1',
  PASSWORD_COST: 'light',
  TRUSTED_PROXY_HOPS: '1',
  LOG_LEVEL: 'silent',
  ...(await makeSecrets()),
})

type Someone = { id: string; token: string; cookie: string; address: string }

async function registerAt(node: ApiNode): Promise<Someone> {
  const person = { name: 'Mara', email: 'mara@mail.example', password: 'seven quiet herons' }
  const registered = await node.call('POST', '/users/register', { address }, person)
  const { token } = JSON.parse(registered.text) as { token: string }
  const cookie = registered.cookie?.split(';')[0] ?? ''
  const self = await node.call('GET', '/users/self', { address, token, cookie })
  const { id } = JSON.parse(self.text) as { id: string }
  return { id, token, cookie, address }
}

async function listen(node: ApiNode, { token, cookie }: Someone, lastEventId?: string) {
  const stream = await readEvents(`${node.base}/api/events`, {
    'x-access-token': token,
    cookie,
    'x-forwarded-for': address,
    ...(lastEventId && { 'last-event-id': lastEventId }),
  })
  await expect.poll(() => stream.events[0]?.event).toBe('ready')
  return stream
}

const tell = (userId: string, body: string) => notifyUser(product.db, userId, body)
