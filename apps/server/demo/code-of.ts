import { Secret, TOTP } from 'otpauth'

/** The current code of an authenticator app with this secret. */
export const codeOf = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate()
