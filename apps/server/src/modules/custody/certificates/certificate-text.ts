/** What a certificate says. The signature is over these very bytes. */
import { brand } from '@pier/protocol/brand'
import type { certificateSchema } from '@pier/protocol/calls/certificates'
import type { z } from 'zod'
import { isTransferLocked, type SeenFacts } from '../../domains/domains.service.ts'
import type { CertificateKey } from './certificate-key.ts'
import type { CertifiedName } from './certificates.repository.ts'

export type SignedFacts = z.infer<typeof certificateSchema>

type Written = {
  name: CertifiedName
  key: CertificateKey
  publicOrigin: string
  rdapBase: URL | null
  now: Date
}

export const writeCertificate = (written: Written): string =>
  `${JSON.stringify(certify(written), null, 2)}\n`

function certify({ name, key, publicOrigin, rdapBase, now }: Written): SignedFacts {
  return {
    type: 'custody-certificate',
    version: 1,
    issuer: brand.name,
    address: `${publicOrigin}/custody/${name.code}`,
    code: name.code,
    domain: name.name,
    unicode: name.unicodeName,
    owner_handle: name.withHandle ? name.handle : null,
    held_since: name.heldSince.toISOString(),
    public_since: name.publicAt.toISOString(),
    on_hold: name.isOnHold,
    registry: name.seen && name.seenAt && presentSeen(name.seen, name.seenAt),
    rdap: rdapBase && new URL(`domain/${name.name}`, rdapBase).href,
    signed_at: now.toISOString(),
    key: { id: key.id, algorithm: 'Ed25519', fingerprint: key.fingerprint },
  }
}

const presentSeen = (seen: SeenFacts, at: Date): NonNullable<SignedFacts['registry']> => ({
  read_at: at.toISOString(),
  with_us: seen.isOurs,
  registrar: seen.registrar,
  statuses: seen.statuses,
  transfer_locked: isTransferLocked(seen),
  delete_locked: seen.statuses.some((status) => deleteLock.test(status)),
  registered_at: seen.registeredAt,
  expires_at: seen.expiresAt,
  transferred_at: seen.transferredAt,
  changed_at: seen.changedAt ?? null,
  nameservers: seen.nameservers,
  ds_records:
    seen.dsRecords?.map(({ keyTag, algorithm }) => ({ key_tag: keyTag, algorithm })) ?? null,
})

const deleteLock = /^(client|server) delete prohibited$/
