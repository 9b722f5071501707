/**
 * Our client and our registry could share a misreading of the standard. Here each of them talks to
 * an independent implementation: Debian's libnet-epp-perl.
 */
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { makeSecret } from '../../../src/platform/crypto/secret-text.ts'
import { createEppRegistrar } from '../../../src/providers/registrar/epp/epp-registrar.ts'
import { type Registrar, RegistrarError } from '../../../src/providers/registrar/registrar-port.ts'
import { makeCertificate } from '../certificate.ts'
import { schemaPath } from '../schemas/schema-check.ts'
import {
  authCode,
  listEvents,
  name,
  ourId,
  startRegistrars,
  theirId,
  transfer,
} from '../test-registrars.ts'

/** What each side answered, in order, what it should have answered, and schema violations. */
export type Talk = { said: string[]; wanted: string[]; violations: string[] }

const script = (file: string) => join(import.meta.dirname, file)
const password = 'foo-BAR2'

/** A foreign client against our registry. */
export async function letPerlClientTalk(): Promise<Talk> {
  const folder = mkdtempSync(join(tmpdir(), 'peers-'))
  const house = await startRegistrars()
  try {
    house.control.addDomain({ name, sponsor: theirId, code: authCode.reveal() })
    house.control.addDomain({ name: 'own.com', sponsor: ourId })
    const caFile = join(folder, 'ca.pem')
    writeFileSync(caFile, house.registry.ca)
    const { stdout } = await promisify(execFile)('perl', [script('epp-client.pl')], {
      env: {
        PATH: process.env.PATH,
        PORT: String(house.registry.port),
        CLIENT: ourId,
        PASSWORD: password,
        CA_FILE: caFile,
        NAME: name,
        OWN: 'own.com',
        CODE: authCode.reveal(),
      },
    })
    const said = [...stdout.trim().split('\n'), house.registry.received.at(-1) ?? '']
    return { said, wanted: wantedOfClient, violations: house.registry.violations }
  } finally {
    await house.close()
    rmSync(folder, { recursive: true })
  }
}

const wantedOfClient = [
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
  'logout',
]

/** Our client against a foreign server. */
export async function talkToPerlServer(): Promise<Talk> {
  const folder = mkdtempSync(join(tmpdir(), 'peers-'))
  const peer = await startPerlServer(folder)
  const connect = (secret: string) =>
    createEppRegistrar({
      endpoint: { host: 'localhost', port: peer.port, ca: peer.ca },
      user: ourId,
      password: makeSecret(secret),
      serverId: 'perl-peer',
      profile: 'standard',
    })
  try {
    const said = [
      await hear('stranger', connect('wrong-one').readCapabilities()),
      ...(await talk(connect(password))),
    ]
    return { said, wanted: wantedOfServer, violations: peer.lines }
  } finally {
    peer.stop()
    rmSync(folder, { recursive: true })
  }
}

async function talk(us: Registrar): Promise<string[]> {
  const bad = { ...transfer, authCode: makeSecret('bad') }
  const tellEvents = async () =>
    (await listEvents(us)).map((event) =>
      event.kind === 'transfer' ? `${event.transfer.name} ${event.transfer.status}` : event.kind,
    )
  const said = [
    await hear('query', us.findTransfer(name)),
    await hear('bad code', us.requestTransfer(bad)),
    await hear('request', us.requestTransfer(transfer)),
    await hear('again', us.requestTransfer(transfer)),
    await hear('query', us.findTransfer(name)),
    `events ${(await tellEvents()).join()}`,
    `events ${(await tellEvents()).join()}`,
  ]
  await us.close()
  return said
}

/** A short summary of the answer, or of the failure. */
async function hear(what: string, answer: ReturnType<Registrar['findTransfer']> | Promise<object>) {
  try {
    const state = await answer
    if (!state || !('status' in state)) return `${what} ${state ? 'done' : 'none'}`
    const { status, isRequestedByUs, actAt } = state
    return `${what} ${status} ${isRequestedByUs ? 'ours' : 'theirs'} ${actAt?.toISOString()}`
  } catch (error) {
    if (error instanceof RegistrarError) return `${what} ${error.code}`
    throw error
  }
}

const wantedOfServer = [
  'stranger credentials',
  'query none',
  'bad code auth_code_invalid',
  'request pending ours 2026-11-19T00:00:00.000Z',
  'again already_pending',
  'query pending ours 2026-11-19T00:00:00.000Z',
  `events ${name} serverApproved`,
  'events ',
]

async function startPerlServer(folder: string) {
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
