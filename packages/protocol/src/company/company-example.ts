import type { Company } from './company.ts'

/** Invented, for development and tests. Production does not start with any of these facts. */
export const exampleCompany: Company = {
  legalName: 'Breakwater Pier Ltd',
  registerNumber: '0412 7788',
  address: '4 Ropewalk, Harbourtown',
  country: 'Harbourland',
  representedBy: 'Ines Calder, managing director',
  registrarName: 'Pier Registrar',
  accreditationNumber: '4127',
  accreditationUrl: 'https://registrars.example/4127',
  law: 'Harbourland',
  forum: 'the courts of Harbourtown',
  contactEmail: 'hello@pier.example',
  privacyEmail: 'privacy@pier.example',
  lawEnforcementEmail: 'legal@pier.example',
  securityEmail: 'security@pier.example',
  sourceUrl: 'https://pier.example/source',
  pgpKey: `-----BEGIN PGP PUBLIC KEY BLOCK-----

mDMEav47exYJKwYBBAHaRw8BAQdAZ/ZB4tP0D5BFBe0pEs9r/BDhBdtOPBDxtPow
mg19wBG0MlBpZXIgKGV4YW1wbGUsIG5vdCBpbiB1c2UpIDxzZWN1cml0eUBwaWVy
LmV4YW1wbGU+iJAEExYIADgWIQRRuFs063WzP8eOJL9R+OPVukm1tQUCav47ewIb
AwULCQgHAgYVCgkICwIEFgIDAQIeAQIXgAAKCRBR+OPVukm1tf4DAQCUAChUYefy
3LTrgja7pDmznQRpRN+UYEFgJohSn3wg1QEA3eNviUqZw8QkyVMQArR1osPBwaM6
PJ6BFH+CQWaqogg=
=1F/j
-----END PGP PUBLIC KEY BLOCK-----`,
  pgpFingerprint: '51B8 5B34 EB75 B33F C78E  24BF 51F8 E3D5 BA49 B5B5',
}
