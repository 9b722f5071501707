import type { CallOutput } from '@pier/protocol/calls/calls'

type Page = CallOutput<'GET /custody/:code'>
type Signed = NonNullable<Page['signed']>

const certificate: Signed['certificate'] = {
  type: 'custody-certificate',
  version: 1,
  issuer: 'Pier',
  address: 'https://pier.example/custody/7F3K-92QD-LM4T',
  code: '7F3K-92QD-LM4T',
  domain: 'lanternfish.com',
  unicode: 'lanternfish.com',
  owner_handle: null,
  held_since: '2026-06-30T09:00:00.000Z',
  public_since: '2026-10-04T08:00:00.000Z',
  on_hold: false,
  registry: {
    read_at: '2026-10-14T14:06:31.000Z',
    with_us: true,
    registrar: 'Pier Registrar',
    statuses: ['client transfer prohibited', 'client delete prohibited'],
    transfer_locked: true,
    delete_locked: true,
    registered_at: '2011-04-12T00:00:00.000Z',
    expires_at: '2029-04-12T00:00:00.000Z',
    transferred_at: '2026-06-30T09:00:00.000Z',
    changed_at: '2026-08-03T10:00:00.000Z',
    nameservers: ['ns1.fairwater-dns.example', 'ns2.fairwater-dns.example'],
    ds_records: [{ key_tag: 31912, algorithm: 13 }],
  },
  rdap: 'https://rdap.registry.example/domain/lanternfish.com',
  signed_at: '2026-10-14T14:06:32.000Z',
  key: { id: 'c1', algorithm: 'Ed25519', fingerprint: '5c1f90ae7702d4b8'.padEnd(64, '0') },
}

export const signed: Signed = {
  certificate,
  text: JSON.stringify(certificate),
  signature: 'mW9cQ4'.padEnd(78, 'A') + 'Zt0rVw==',
  sha256: 'c07b9f41d2e85a36'.padEnd(64, '0'),
  is_key_in_dns: false,
}

export const certificatePage: Page = {
  code: certificate.code,
  is_asked: false,
  signed,
  key: {
    id: 'c1',
    pem: '-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----\n',
    fingerprint: certificate.key.fingerprint,
    dns_host: 'custody-key.pier.example',
    dns_text: 'MCowBQYDK2VwAyEA',
  },
}
