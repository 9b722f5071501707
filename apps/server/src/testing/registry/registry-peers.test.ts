/**
 * Our client and our registry could share one misreading of the standard. Here each of them talks
 * to an implementation of somebody else's: Debian's libnet-epp-perl.
 */
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { createEppRegistrar } from '../../providers/registrar/epp/epp-registrar.ts'
import { makeSecret } from '../../platform/crypto/secret-text.ts'
import { makeCertificate } from './certificate.ts'
import { schemaPath } from './schema-check.ts'
import {
  authCode,
  listEvents,
  name,
  ourId,
  startRegistrars,
  theirId,
  transfer,
} from './test-registrars.ts'

const folder = mkdtempSync(join(tmpdir(), 'peers-'))
const script = (file: string) => join(import.meta.dirname, 'peers', file)
afterAll(() => rmSync(folder, { recursive: true }))

test('a client of others is understood by our registry, and understands it', async () => {
  const house = await startRegistrars()
  house.control.addDomain({ name, sponsor: theirId, code: authCode.reveal() })
  house.control.addDomain({ name: 'own.com', sponsor: ourId })
  const caFile = join(folder, 'ca.pem')
  writeFileSync(caFile, house.registry.ca)

  const { stdout } = await promisify(execFile)('perl', [script('epp-client.pl')], {
    env: {
      PATH: process.env.PATH,
      PORT: String(house.registry.port),
      CLIENT: ourId,
      PASSWORD: 'foo-BAR2',
      CA_FILE: caFile,
      NAME: name,
      OWN: 'own.com',
      CODE: authCode.reveal(),
    },
  })

  expect(stdout.trim().split('\n')).toEqual([
    'check 0 1000',
    'check-free 1 1000',
    `info ${theirId} ${name} ok 1000`,
    'bad-code 2202',
    `request pending ${ourId} ${theirId} 1001`,
    'again 2300',
    'query pending 1000',
    'cancel 1000',
    'query-cancelled clientCancelled 1000',
    'host made 1000',
    'host-again refused 2302',
    'renew done 1000',
  ])
  expect(house.registry.received.at(-1)).toBe('logout')
  expect(house.registry.violations).toEqual([])
  await house.close()
})

test('our client understands a server of others, and is understood by it', async () => {
  const peer = await startPeer()
  const connect = (password: string) =>
    createEppRegistrar({
      endpoint: { host: 'localhost', port: peer.port, ca: peer.ca },
      user: ourId,
      password: makeSecret(password),
      serverId: 'perl-peer',
      profile: 'standard',
    })
  const stranger = connect('wrong-one')
  const us = connect('foo-BAR2')
  try {
    await expect(stranger.readCapabilities()).rejects.toMatchObject({ code: 'credentials' })
    expect(await us.findTransfer(name)).toBeNull()
    await expect(
      us.requestTransfer({ ...transfer, authCode: makeSecret('bad') }),
    ).rejects.toMatchObject({ code: 'auth_code_invalid' })
    expect(await us.requestTransfer(transfer)).toMatchObject({
      status: 'pending',
      isRequestedByUs: true,
      actAt: new Date('2026-11-19T00:00:00.000Z'),
    })
    await expect(us.requestTransfer(transfer)).rejects.toMatchObject({ code: 'already_pending' })
    expect(await us.findTransfer(name)).toMatchObject({ status: 'pending' })
    expect(await listEvents(us)).toMatchObject([
      { kind: 'transfer', transfer: { name, status: 'serverApproved' } },
    ])
    expect(await listEvents(us)).toEqual([])
    await us.close()
  } finally {
    peer.stop()
  }
  expect(peer.lines).toEqual([])
})

async function startPeer() {
  const { cert, key } = makeCertificate()
  const [certFile, keyFile] = [join(folder, 'peer-cert.pem'), join(folder, 'peer-key.pem')]
  writeFileSync(certFile, cert)
  writeFileSync(keyFile, key)
  const child = spawn('perl', [script('epp-server.pl')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      XSD: schemaPath,
      CERT_FILE: certFile,
      KEY_FILE: keyFile,
      CODE: authCode.reveal(),
    },
  })
  const lines: string[] = []
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The peer ended with ${code}`)))
    createInterface(child.stdout).on('line', (line) => {
      const [, listening] = /^listening (\d+)$/.exec(line) ?? []
      if (listening) resolve(Number(listening))
      else lines.push(line)
    })
  })
  return { port, ca: cert, lines, stop: () => child.kill() }
}
