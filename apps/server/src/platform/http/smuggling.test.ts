import type { AddressInfo } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import {
  corpus,
  countHidden,
  hidden,
  lines,
  sendRaw,
} from '../../../../../tools/smuggling/corpus.ts'
import { useTestApp } from '../../../test/test-app.ts'

const app = useTestApp()
const arrived: { method: string; url: string }[] = []
let port = 0

beforeAll(async () => {
  app.app.server.on('request', ({ method = '', url = '' }) => arrived.push({ method, url }))
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.app.server.address() as AddressInfo).port
})

test.each(Object.entries(corpus))(
  'the API makes one request of one, of %s too',
  async (_, { bytes, follow }) => {
    arrived.length = 0
    await sendRaw(port, bytes)
    await expect.poll(() => countHidden(arrived)).toBe(follow.node)
  },
)

test.each(['GET', 'HEAD'])(
  'a %s with a body is refused and its connection closed',
  async (method) => {
    const head = lines(
      `${method} /api/listings HTTP/1.1`,
      'Host: x',
      `Content-Length: ${hidden.length}`,
    )
    const said = await sendRaw(port, head + hidden)
    expect(said).toMatch(/^HTTP\/1\.1 400 /)
    expect(said.toLowerCase()).toContain('connection: close')
    expect(said.match(/HTTP\/1\.1/g)).toHaveLength(1)
  },
)
