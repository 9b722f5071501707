import { randomUUID } from 'node:crypto'
import { exampleCompany } from '@pier/protocol/company/company-example'
import { makeSealCertificate } from '@pier/stand-ins/timestamps/seal-certificate'
import { makeKeys } from '../src/cli/make-keys.ts'

/** Fresh keys in the form of the environment, for tests and for a developer's machine. */
export async function makeSecrets() {
  const { ofBoth, ofWorker } = makeKeys()
  const word = () => randomUUID().replaceAll('-', '')
  return {
    ...ofBoth,
    ...ofWorker,
    STRIPE_SECRET_KEY: `sk_test_${word()}`,
    STRIPE_WEBHOOK_SECRETS: `whsec_${word()}`,
    NOWPAYMENTS_API_KEY: word(),
    NOWPAYMENTS_IPN_SECRETS: word(),
    ...makeSealCertificate(),
    REGISTRAR_PASSWORD: word().slice(0, 16),
    ...nobodyThere,
  }
}

/** The environment of the API, which lacks the worker's keys as in production. */
export function withoutKeysOfWorker<E extends Record<string, string>>(env: E) {
  const { CUSTODY_PRIVATE_KEY: _code, CHAIN_PRIVATE_KEY: _chain, ...others } = env
  const { SEAL_P12: _seal, SEAL_PASSPHRASE: _phrase, ...open } = others
  const { REGISTRAR_PASSWORD: _registrar, ...rest } = open
  return rest
}

/** A registrar, a resolver and a server list that nobody answers at, until a stand-in starts. */
const nobodyThere = {
  REGISTRAR_HOST: '127.0.0.1',
  REGISTRAR_PORT: '9',
  REGISTRAR_USER: 'pier-one',
  REGISTRAR_CONTACT: 'PIER-CUSTODY',
  DNS_RESOLVER: '127.0.0.1:9',
  RDAP_BOOTSTRAP_URL: 'https://127.0.0.1:9/dns.json',
}

/** Who runs an installation, as its owner fills it in for production. Invented, and not the example. */
export const suppliedCompany = {
  COMPANY_LEGAL_NAME: 'Jetty Works Ltd',
  COMPANY_REGISTER_NUMBER: '77 0163',
  COMPANY_ADDRESS: '12 Slipway, Port Anselm',
  COMPANY_COUNTRY: 'Anselmia',
  COMPANY_REPRESENTED_BY: 'Odile Brandt, director',
  COMPANY_REGISTRAR_NAME: 'Slipway Names',
  COMPANY_ACCREDITATION_NUMBER: '5512',
  COMPANY_ACCREDITATION_URL: 'https://registrars.example/5512',
  COMPANY_LAW: 'Anselmia',
  COMPANY_FORUM: 'the courts of Port Anselm',
  COMPANY_CONTACT_EMAIL: 'hello@jetty.example',
  COMPANY_PRIVACY_EMAIL: 'privacy@jetty.example',
  COMPANY_LAW_ENFORCEMENT_EMAIL: 'legal@jetty.example',
  COMPANY_SECURITY_EMAIL: 'security@jetty.example',
  COMPANY_SOURCE_URL: 'https://jetty.example/source',
  COMPANY_PGP_KEY: Buffer.from(
    exampleCompany.pgpKey.replace('\n\n', '\nComment: invented\n\n'),
  ).toString('base64'),
  COMPANY_PGP_FINGERPRINT: exampleCompany.pgpFingerprint.replace('51B8', '61B8'),
}
