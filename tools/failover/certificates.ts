import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Node } from './nodes.ts'

const openssl = (line: string) => execFileSync('openssl', line.split(' '), { stdio: 'ignore' })
const fresh = 'req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'

/** An authority of our own, and a certificate for each node, in its folder with the authority's. */
export function makeCertificates(folder: string, nodes: Node[]): Buffer {
  const [authority, key] = [join(folder, 'ca.pem'), join(folder, 'ca.key')]
  openssl(`${fresh} -x509 -days 2 -subj /CN=pier-databases -keyout ${key} -out ${authority}`)
  const postgres = Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }))
  for (const { name, address } of nodes) {
    const own = join(folder, name)
    mkdirSync(own)
    const request = join(own, 'request.pem')
    openssl(`${fresh} -subj /CN=${name} -keyout ${join(own, 'node.key')} -out ${request}`)
    const names = join(own, 'names')
    // HAProxy passes TLS on, so each answers for the address at which the product asks.
    writeFileSync(
      names,
      `subjectAltName=DNS:${name},DNS:localhost,IP:${address},IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n`,
    )
    const signed = `-CA ${authority} -CAkey ${key} -CAcreateserial -days 2 -extfile ${names}`
    openssl(`x509 -req -in ${request} ${signed} -out ${join(own, 'node.pem')}`)
    copyFileSync(authority, join(own, 'ca.pem'))
    for (const file of ['', 'node.key', 'node.pem', 'ca.pem']) {
      chownSync(join(own, file), postgres, postgres)
    }
    chmodSync(join(own, 'node.key'), 0o600)
  }
  return readFileSync(authority)
}
