/** EPP prefixes are arbitrary: only the namespace says what an element is. */
export const namespaces = {
  epp: 'urn:ietf:params:xml:ns:epp-1.0',
  domain: 'urn:ietf:params:xml:ns:domain-1.0',
  host: 'urn:ietf:params:xml:ns:host-1.0',
  contact: 'urn:ietf:params:xml:ns:contact-1.0',
  rgp: 'urn:ietf:params:xml:ns:rgp-1.0',
  secDNS: 'urn:ietf:params:xml:ns:secDNS-1.1',
  fee10: 'urn:ietf:params:xml:ns:epp:fee-1.0',
  fee07: 'urn:ietf:params:xml:ns:fee-0.7',
  changePoll: 'urn:ietf:params:xml:ns:changePoll-1.0',
  loginSec: 'urn:ietf:params:xml:ns:epp:loginSec-1.0',
  secureAuthInfo: 'urn:ietf:params:xml:ns:epp:secure-authinfo-transfer-1.0',
  keysys: 'http://www.key-systems.net/epp/keysys-1.0',
} as const
