import { Secret, TOTP } from 'otpauth'

/** What a code app shows now for this secret. */
export const codeOf = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate()
