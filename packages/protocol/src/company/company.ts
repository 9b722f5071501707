import { z } from 'zod'

const fact = z.string().trim().min(1).max(200)

/** Who runs this installation: facts that only its owner knows, read from a file at start. */
export const companySchema = z.strictObject({
  /** As registered, with its legal form. */
  legalName: fact,
  registerNumber: fact,
  /** On one line, as on an envelope. */
  address: fact,
  country: fact,
  /** Who represents the company, for the imprint. */
  representedBy: fact,
  registrarName: fact,
  /** The IANA ID, or what the registry calls the accreditation. */
  accreditationNumber: fact,
  accreditationUrl: z.url({ protocol: /^https$/ }),
  /** Follows "the law of" in agreements and pages. */
  law: fact,
  /** The courts that decide, as an agreement names them. */
  forum: fact,
  contactEmail: z.email(),
  privacyEmail: z.email(),
  lawEnforcementEmail: z.email(),
  securityEmail: z.email(),
  /** Where the source of the running version is, by section 13 of the AGPL. */
  sourceUrl: z.url({ protocol: /^https$/ }),
  /** The public OpenPGP key in ASCII armour, and its fingerprint. */
  pgpKey: z.string().trim().startsWith('-----BEGIN PGP PUBLIC KEY BLOCK-----').max(20_000),
  pgpFingerprint: z.string().regex(/^[0-9A-F]{4}( {1,2}[0-9A-F]{4}){9}$/),
})

export type Company = z.output<typeof companySchema>
