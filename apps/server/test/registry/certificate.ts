import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A certificate for this machine, valid for a month. Its key stays in memory. */
export function makeCertificate({ commonName = 'localhost' } = {}): { cert: string; key: string } {
  const folder = mkdtempSync(join(tmpdir(), 'registry-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const names = commonName === 'localhost' ? 'DNS:localhost,IP:127.0.0.1' : `DNS:${commonName}`
  try {
    const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
    const out = [
      '-nodes',
      '-keyout',
      key,
      '-out',
      cert,
      '-days',
      '30',
      '-subj',
      `/CN=${commonName}`,
    ]
    execFileSync('openssl', [...args, ...out, '-addext', `subjectAltName=${names}`], {
      stdio: 'pipe',
    })
    return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
