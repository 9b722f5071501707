/** The public key in the forms in which people get it: a PEM file, a fingerprint, a record in the DNS. */
import { createHash } from 'node:crypto'
import { readVerifyKey } from '../../../platform/crypto/ed25519.ts'

export type CertificateKey = {
  id: string
  pem: string
  fingerprint: string
  dnsHost: string
  dnsText: string
}

export function certificateKeyOf(
  { id, key: raw }: { id: string; key: Buffer },
  publicOrigin: string,
): CertificateKey {
  const key = readVerifyKey(raw)
  const der = key.export({ type: 'spki', format: 'der' })
  return {
    id,
    pem: key.export({ type: 'spki', format: 'pem' }).toString(),
    fingerprint: createHash('sha256').update(der).digest('hex'),
    dnsHost: `custody-key.${new URL(publicOrigin).hostname}`,
    // The line of the PEM file between its first and its last.
    dnsText: der.toString('base64'),
  }
}
