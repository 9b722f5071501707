import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeCertificate } from '../../../test/registry/certificate.ts'
import { listFrontChecks } from './front-checks.ts'

const certificate = makeCertificate()
const known = getCACertificates('default')
beforeAll(() => setDefaultCACertificates([...known, certificate.cert]))
afterAll(() => setDefaultCACertificates(known))

/** What the doctor says of a front that answers so. */
async function lookAt(answer: RequestListener) {
  const server = createServer(certificate, answer)
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const checks = listFrontChecks(`https://localhost:${port}`)
  const found = checks.map(async ({ what, look }) => [what, await look()] as const)
  return Object.fromEntries(await Promise.all(found))
}

const way = 'the proxies'

test('a front that leads to our API is well', async () => {
  const said = await lookAt((_, reply) => void reply.end('{"address":"198.51.100.7"}'))

  expect(said).toEqual({ certificate: undefined, [way]: undefined })
})

test('visitors who get 502 are a fault, with what to start', async () => {
  const { [way]: said } = await lookAt((_, reply) => void reply.writeHead(502).end('Bad Gateway'))

  expect(said?.fault).toContain('is answered with 502, then 502')
  expect(said?.mend).toContain('Start web and API')
})

test('so is the page of somebody else behind our name', async () => {
  const { [way]: said } = await lookAt((_, reply) => void reply.end('<h1>Welcome to nginx!</h1>'))

  expect(said?.fault).toContain('is answered with 200, then 200')
})

test('a visitor who is believed whatever they say about themselves is named', async () => {
  const { [way]: said } = await lookAt(({ headers }, reply) => {
    const address = headers['x-forwarded-for'] ?? '198.51.100.7'
    reply.end(JSON.stringify({ address }))
  })

  expect(said?.fault).toContain('x-forwarded-for from visitors is trusted')
})
