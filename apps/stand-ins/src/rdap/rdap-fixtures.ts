/** In the form of IANA's file: endings of several labels, several URLs, some without TLS. */
export const bootstrapAt = (port: number) => ({
  description: 'RDAP bootstrap file for Domain Name System registrations',
  publication: '2026-11-01T20:00:01Z',
  version: '1.0',
  services: [
    [['com', 'net'], [`https://rdap.registry.example:${port}/com/v1/`]],
    [['uk'], [`https://rdap.registry.example:${port}/uk/`]],
    [['co.uk'], [`https://rdap.registry.example:${port}/co-uk`]],
    [['org'], [`http://plain.example:${port}/`, `https://other.example:${port}/rdap/`]],
    [['plain'], [`http://plain.example:${port}/`]],
    [['de'], [`https://private.example:${port}/`]],
    [['fr'], [`https://mixed.example:${port}/`]],
    [['it'], [`https://127.0.0.2:${port}/`]],
    [['es'], [`https://nowhere.example:${port}/`]],
    [['pl'], [`https://stranger.example:${port}/`]],
  ],
})

/** After the example in RFC 9083, section 5.3, with a registrar entity beside the registrant. */
export const domainAnswer = (ldhName: string) => ({
  rdapConformance: ['rdap_level_0'],
  objectClassName: 'domain',
  handle: 'XXXX',
  ldhName,
  status: ['locked', 'client transfer prohibited', 'Client Transfer Prohibited'],
  publicIds: [{ type: 'ENS_Auth ID', identifier: '1234567890' }],
  nameservers: [
    { objectClassName: 'nameserver', ldhName: 'NS1.EXAMPLE.COM.', status: ['active'] },
    { objectClassName: 'nameserver', ldhName: 'ns2.example.com', status: ['active'] },
  ],
  secureDNS: { zoneSigned: true, delegationSigned: true, maxSigLife: 604_800, keyData: [] },
  events: [
    { eventAction: 'registration', eventDate: '1990-12-31T23:59:59Z' },
    { eventAction: 'last changed', eventDate: '1991-12-31T23:59:59Z', eventActor: 'joe' },
    { eventAction: 'transfer', eventDate: '1991-12-31T23:59:59Z' },
    { eventAction: 'transfer', eventDate: '2001-12-31T23:59:59+01:00' },
    { eventAction: 'expiration', eventDate: '2026-12-31T23:59:59Z' },
    { eventAction: 'registrar expiration', eventDate: '2025-12-31T23:59:59Z' },
  ],
  entities: [
    {
      objectClassName: 'entity',
      vcardArray: [
        'vcard',
        [
          ['version', {}, 'text', '4.0'],
          ['fn', {}, 'text', 'Joe User'],
        ],
      ],
      roles: ['registrant'],
    },
    {
      objectClassName: 'entity',
      vcardArray: [
        'vcard',
        [
          ['version', {}, 'text', '4.0'],
          ['fn', {}, 'text', 'Registrar Ltd'],
        ],
      ],
      publicIds: [{ type: 'IANA Registrar ID', identifier: '292' }],
      roles: ['registrar'],
    },
  ],
})
