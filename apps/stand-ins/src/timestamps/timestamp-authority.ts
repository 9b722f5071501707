import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openIssuer, openssl } from './seal-certificate.ts'

/** A timestamp authority (RFC 3161) on this machine, which passes requests to openssl. */
export async function startTimestampAuthority() {
  const folder = mkdtempSync(join(tmpdir(), 'pier-tsa-'))
  const { ca, ...issuer } = openIssuer(folder)
  const tsa = issuer.issue('Pier development timestamps', [
    'keyUsage=critical,digitalSignature',
    'extendedKeyUsage=critical,timeStamping',
  ])
  const config = join(folder, 'tsa.cnf')
  writeFileSync(config, configText({ folder, ca: ca.certFile, ...tsa }))
  writeFileSync(join(folder, 'serial'), '01')
  const state = { isDown: false, answered: 0 }

  const server = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (state.isDown) {
        reply.writeHead(503).end()
        return
      }
      const answer = answerTo(Buffer.concat(parts), { folder, config })
      state.answered += 1
      reply.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(answer)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    env: { TSA_URL: `http://127.0.0.1:${port}/` },
    state,
    close: () =>
      new Promise<void>((resolve) => {
        rmSync(folder, { recursive: true, force: true })
        server.close(() => resolve())
      }),
  }
}

function answerTo(query: Buffer, { folder, config }: { folder: string; config: string }): Buffer {
  const file = join(folder, randomUUID())
  writeFileSync(`${file}.tsq`, query)
  const files = ['-queryfile', `${file}.tsq`, '-out', `${file}.tsr`]
  openssl(['ts', '-reply', '-config', config, '-section', 'tsa', ...files])
  return readFileSync(`${file}.tsr`)
}

type Files = { folder: string; ca: string; keyFile: string; certFile: string }

const configText = ({ folder, ca, keyFile, certFile }: Files) => `
[tsa]
serial = ${folder}/serial
signer_cert = ${certFile}
signer_key = ${keyFile}
certs = ${ca}
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha384, sha512
accuracy = secs:1
ordering = yes
tsa_name = yes
ess_cert_id_chain = no
`
