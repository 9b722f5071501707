import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Ten years, because a developer's machine makes it once. */
const days = '3650'
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

type Issued = { keyFile: string; certFile: string }

/** A certificate authority of our own in a folder, and what it issues. */
export function openIssuer(folder: string) {
  const ca = { keyFile: join(folder, 'ca.key'), certFile: join(folder, 'ca.pem') }
  const request = (args: string[], { keyFile, certFile }: Issued) =>
    openssl([
      'req',
      '-x509',
      ...newKey,
      '-days',
      days,
      '-keyout',
      keyFile,
      '-out',
      certFile,
      ...args,
    ])
  request(['-subj', '/CN=Pier development CA'], ca)

  return {
    ca,
    issue(name: string, extensions: string[]): Issued {
      const issued = { keyFile: join(folder, 'leaf.key'), certFile: join(folder, 'leaf.pem') }
      const added = ['basicConstraints=critical,CA:false', ...extensions]
      const by = ['-CA', ca.certFile, '-CAkey', ca.keyFile, '-subj', `/CN=${name}`]
      request([...by, ...added.flatMap((extension) => ['-addext', extension])], issued)
      return issued
    },
  }
}

type SealEnv = { SEAL_P12: string; SEAL_PASSPHRASE: string }
let made: SealEnv | undefined

/** The e-seal for development and tests, as environment variables. Made once per process. */
export const makeSealCertificate = (): SealEnv => (made ??= issueSeal())

function issueSeal(): SealEnv {
  const folder = mkdtempSync(join(tmpdir(), 'pier-seal-'))
  try {
    const issuer = openIssuer(folder)
    const { keyFile, certFile } = issuer.issue('Pier development seal', [
      'keyUsage=critical,digitalSignature,nonRepudiation',
      'extendedKeyUsage=1.3.6.1.5.5.7.3.36,emailProtection',
    ])
    const passphrase = randomBytes(16).toString('hex')
    const [passFile, p12File] = [join(folder, 'pass'), join(folder, 'seal.p12')]
    writeFileSync(passFile, passphrase)
    const from = ['-inkey', keyFile, '-in', certFile, '-certfile', issuer.ca.certFile]
    openssl(['pkcs12', '-export', ...from, '-passout', `file:${passFile}`, '-out', p12File])
    const p12 = readFileSync(p12File).toString('base64')
    return { SEAL_P12: p12, SEAL_PASSPHRASE: passphrase }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const openssl = (args: string[]): Buffer => execFileSync('openssl', args, { stdio: 'pipe' })
