/** An RDAP server over TLS on this machine, for any names, with a certificate made per run. */
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../dns/dns-process.ts'

export type RdapHandler = (request: IncomingMessage, reply: ServerResponse) => void

export async function startRdapServer(hosts: string[], handle: RdapHandler) {
  const { key, cert } = await makeCertificate(hosts)
  const server = createServer({ key, cert }, handle)
  server.on('tlsClientError', () => {}) // A client that does not trust us is part of the tests.
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // A listening TCP server always has one.
  return {
    port,
    ca: cert,
    close: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function makeCertificate(hosts: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'pier-rdap-'))
  const files = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem') }
  const names = hosts.map((host) => `${isIP(host) ? 'IP' : 'DNS'}:${host}`).join(',')
  try {
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    const out = ['-keyout', files.key, '-out', files.cert, '-days', '2', '-subj', '/CN=rdap']
    await runCommand('openssl', [
      'req',
      '-x509',
      ...curve,
      ...out,
      '-addext',
      `subjectAltName=${names}`,
    ])
    return { key: readFileSync(files.key, 'utf8'), cert: readFileSync(files.cert, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
