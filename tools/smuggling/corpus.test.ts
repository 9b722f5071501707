import { createServer } from 'node:http'
import { connect, createServer as createProxy, type AddressInfo, type Server } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { corpus, countHidden, noteUnreadable, sendRaw } from './corpus.ts'

const listen = (server: Server) =>
  new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
    onTestFinished(() => void server.close())
  })

/** Drops the headers that Connection names, as a proxy should, and with them the body's length. */
const withoutNamed = (bytes: string) => {
  const headEnd = bytes.indexOf('\r\n\r\n') + 2
  const head = bytes.slice(0, headEnd)
  const [, named = 'none'] = /^connection: (.*)\r$/im.exec(head) ?? []
  return (
    head.replace(new RegExp(`^(?:connection|${named}):.*\r\n`, 'gim'), '') + bytes.slice(headEnd)
  )
}

test.each(['a length named in Connection', 'an encoding named in Connection'])(
  'a proxy that passes on the request hidden by %s is noticed',
  async (name) => {
    const arrived: { url: string }[] = []
    const api = createServer(({ url = '' }, reply) => {
      arrived.push({ url })
      reply.end()
    })
    noteUnreadable(api, (url) => arrived.push({ url }))
    const apiPort = await listen(api)
    const proxy = createProxy((visitor) => {
      const way = connect(apiPort, '127.0.0.1')
      visitor.once('data', (part) => way.write(withoutNamed(part.toString('latin1')), 'latin1'))
      visitor.on('close', () => way.destroy())
      way.pipe(visitor)
    })
    const raw = corpus[name]
    if (!raw) throw new Error(`no entry named ${name}`)
    await sendRaw(await listen(proxy), raw.bytes)

    expect(arrived[0]?.url).toBe('/api/a')
    expect([countHidden(arrived), raw.follow.node]).toEqual([1, 0])
  },
)

test('every entry carries a second request', () => {
  const bare = Object.entries(corpus).filter(
    ([, { bytes }]) => !decodeURIComponent(bytes).includes('/api/hidden'),
  )
  expect(bare).toEqual([])
})
