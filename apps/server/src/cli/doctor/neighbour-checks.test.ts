import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { makeSecrets } from '../../../test/secrets.ts'
import { readConfig } from '../../platform/config.ts'
import { listNeighbourChecks } from './neighbour-checks.ts'

/** A provider of payments that dates its answers so many seconds after us. */
async function startProvider(aheadSeconds: number): Promise<string> {
  const server = createServer((_, reply) => {
    const date = new Date(Date.now() + aheadSeconds * 1000).toUTCString()
    reply.writeHead(200, { date }).end()
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** What the doctor says of both providers, which are this one. */
async function lookAt(provider: string) {
  const config = readConfig({
    PIER_MODE: 'test',
    DATABASE_URL: 'postgres://pier@127.0.0.1/pier',
    PUBLIC_ORIGIN: 'http://localhost:4300',
    SMTP_URL: 'smtp://127.0.0.1:9',
    ...(await makeSecrets()),
    STRIPE_API_BASE: provider,
    NOWPAYMENTS_API_BASE: provider,
  })
  const checks = listNeighbourChecks(config).filter(({ what }) => what.endsWith('payments'))
  return Promise.all(checks.map(({ look }) => look()))
}

test('providers that answer in our time are well', async () => {
  expect(await lookAt(await startProvider(0))).toEqual([undefined, undefined])
})

test.each([
  [90, 'behind'],
  [-90, 'ahead of'],
])(
  'a clock of this machine that is off by %i s is named, and in which direction',
  async (by, way) => {
    const [ofCards, ofCrypto] = await lookAt(await startProvider(by))

    expect(ofCards?.fault).toMatch(
      new RegExp(`^this machine's clock is (89|90) s ${way} the provider's$`),
    )
    expect(ofCards?.mend).toContain('systemd-timesyncd')
    expect(ofCrypto?.fault).toContain(way)
  },
)

test('a provider that does not answer is named', async () => {
  const [ofCards] = await lookAt('http://127.0.0.1:9')

  expect(ofCards?.fault).toContain('it does not answer')
})
