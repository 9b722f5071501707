/** Who runs this installation, as its owner writes it down. Pages and agreements name these facts. */
import { type Company, companySchema } from '@pier/protocol/company/company'
import { exampleCompany } from '@pier/protocol/company/company-example'
import { z } from 'zod'

const { shape } = companySchema
/** PEM-like text has several lines, which a variable rarely takes: base64 of it will do. */
const pgpKey = z
  .string()
  .transform((text) => (text.startsWith('-----') ? text : Buffer.from(text, 'base64').toString()))
  .pipe(shape.pgpKey)

const facts = {
  legalName: 'COMPANY_LEGAL_NAME',
  registerNumber: 'COMPANY_REGISTER_NUMBER',
  address: 'COMPANY_ADDRESS',
  country: 'COMPANY_COUNTRY',
  representedBy: 'COMPANY_REPRESENTED_BY',
  registrarName: 'COMPANY_REGISTRAR_NAME',
  accreditationNumber: 'COMPANY_ACCREDITATION_NUMBER',
  accreditationUrl: 'COMPANY_ACCREDITATION_URL',
  law: 'COMPANY_LAW',
  forum: 'COMPANY_FORUM',
  contactEmail: 'COMPANY_CONTACT_EMAIL',
  privacyEmail: 'COMPANY_PRIVACY_EMAIL',
  lawEnforcementEmail: 'COMPANY_LAW_ENFORCEMENT_EMAIL',
  securityEmail: 'COMPANY_SECURITY_EMAIL',
  sourceUrl: 'COMPANY_SOURCE_URL',
  pgpKey: 'COMPANY_PGP_KEY',
  pgpFingerprint: 'COMPANY_PGP_FINGERPRINT',
} as const satisfies Record<keyof Company, string>

export const company = {
  COMPANY_LEGAL_NAME: shape.legalName.optional().describe('As registered, with its legal form.'),
  COMPANY_REGISTER_NUMBER: shape.registerNumber
    .optional()
    .describe('With the register, if needed.'),
  COMPANY_ADDRESS: shape.address.optional().describe('On one line, as on an envelope.'),
  COMPANY_COUNTRY: shape.country.optional(),
  COMPANY_REPRESENTED_BY: shape.representedBy
    .optional()
    .describe('Name and office, for the imprint.'),
  COMPANY_REGISTRAR_NAME: shape.registrarName.optional().describe('Where names in custody are.'),
  COMPANY_ACCREDITATION_NUMBER: shape.accreditationNumber
    .optional()
    .describe('The IANA ID of that registrar, or what the registry calls its accreditation.'),
  COMPANY_ACCREDITATION_URL: shape.accreditationUrl
    .optional()
    .describe('Where anybody can look that number up.'),
  COMPANY_LAW: shape.law.optional().describe('Follows “the law of” on pages and in agreements.'),
  COMPANY_FORUM: shape.forum.optional().describe('As in “the courts of Harbourtown”.'),
  COMPANY_CONTACT_EMAIL: shape.contactEmail.optional(),
  COMPANY_PRIVACY_EMAIL: shape.privacyEmail.optional(),
  COMPANY_LAW_ENFORCEMENT_EMAIL: shape.lawEnforcementEmail.optional(),
  COMPANY_SECURITY_EMAIL: shape.securityEmail.optional().describe('In security.txt.'),
  COMPANY_SOURCE_URL: shape.sourceUrl
    .optional()
    .describe('The source of the running version, by section 13 of the AGPL.'),
  COMPANY_PGP_KEY: pgpKey.optional().describe('The public key, as base64 -w0 key.asc.'),
  COMPANY_PGP_FINGERPRINT: shape.pgpFingerprint
    .optional()
    .describe('In ten groups of four, as gpg prints it.'),
}

type Said = { [Name in keyof typeof company]?: string | undefined }

const keys = Object.keys(facts) as (keyof Company)[]

/** Facts that are not said are the example's, so that a developer need not invent any. */
export const companyOf = (env: Said): Company =>
  companySchema.parse(
    Object.fromEntries(keys.map((key) => [key, env[facts[key]] ?? exampleCompany[key]])),
  )

/** A page that names nobody, or somebody invented, would mislead whoever trusts us with a name. */
export const listUnnamed = (env: Said): string[] =>
  keys.flatMap((key) => {
    const said = env[facts[key]]
    if (said === undefined) return [`${facts[key]} is missing: production names who runs it`]
    return said === exampleCompany[key] ? [`${facts[key]} is still that of the example`] : []
  })
