import { z } from 'zod'
import { limits } from '../limits.ts'
import { email, id, line, nothing, opaqueToken, password, time } from './schemas.ts'

const tags = ['users']
const addressLine = line(limits.addressLineLengthMax)
const mfaCode = line(limits.mfaCodeLength)
const tokens = z.object({ token: z.string(), refreshToken: z.string() })

export const loginCall = {
  tags,
  summary: 'Log in with email, password and, if it is on, an MFA or recovery code',
  body: z.strictObject({ email, password, mfa: mfaCode.nullish() }),
  response: { 200: tokens },
}

export const registerCall = {
  tags,
  summary: 'Make an account and log in',
  body: z.strictObject({
    name: line(limits.nameLengthMax, 'Invalid name').refine((name) => name.trim(), 'Invalid name'),
    email,
    password,
    terms_version: z.int().optional().describe('The version of the terms that was shown'),
  }),
  response: { 200: tokens },
}

export const refreshCall = {
  tags,
  summary: 'Get a new access token for a valid session',
  body: z.strictObject({ refreshToken: opaqueToken.nullish() }),
  response: { 200: z.object({ accessToken: z.string() }) },
}

export const logoutCall = { tags, summary: 'End this session', response: { 204: nothing } }

export const requestResetCall = {
  tags,
  summary: 'Mail a link that sets a new password. The answer is the same for every address',
  body: z.strictObject({ email }),
  response: { 204: nothing },
}

export const resetPasswordCall = {
  tags,
  summary: 'Set a new password with the token of a reset link. Ends every session',
  body: z.strictObject({ token: opaqueToken, newPassword: password }),
  response: { 204: nothing },
}

const accepted = z.object({
  version: z.int().describe('The version in force'),
  accepted_version: z.int().nullable().describe('The newest version that was accepted'),
  accepted_at: time.nullable(),
})

export const getSelfCall = {
  tags,
  summary: 'The person who is logged in',
  response: {
    200: z.object({
      id,
      name: z.string(),
      email: z.string(),
      pfp: z.string().nullable().describe('The picture as a data URL, or null for the default'),
      balance: z.number().describe('Site balance in USD'),
      default_contract: z.union([z.literal(0), z.literal(1)]),
      address1: z.string(),
      address2: z.string(),
      city: z.string(),
      zip: z.string(),
      country: z.string(),
      email_verified: z.boolean(),
      mfa_enabled: z.boolean(),
      recovery_codes_left: z.int(),
      restricted_until: time.nullable().describe('Dangerous actions are paused until then'),
      is_frozen: z
        .boolean()
        .describe('Frozen by us until we unfreeze it. The date above is then irrelevant'),
      deletion_at: time.nullable().describe('When this account will be deleted, if asked for'),
      legal: z.object({ terms: accepted, privacy: accepted }),
    }),
  },
}

export const acceptTermsCall = {
  tags,
  summary: 'Accept the terms and the privacy notice in force, by the versions that were shown',
  body: z.strictObject({ terms: z.int(), privacy: z.int() }),
  response: { 204: nothing },
}

const step = z.object({ done: z.boolean(), done_at: time.nullable().describe('Where known') })

export const listFirstStepsCall = {
  tags,
  summary: 'What a new person has done to be ready for a first loan',
  response: {
    200: z.object({
      email: step,
      two_step: step,
      address: step,
      payment: step,
      domain: step.describe('A verified domain'),
      alert: step,
      market: step.describe('A listing or an offer'),
      has_loan: z.boolean().describe('Ever, on either side'),
    }),
  },
}

export const saveProfileCall = {
  tags,
  summary: 'Save the profile. What is absent stays as it is; an empty password is no change',
  body: z.strictObject({
    curPassword: z.string().max(1024).nullish(),
    newPassword: z.string().max(1024).nullish(),
    address1: addressLine.nullish(),
    address2: addressLine.nullish(),
    city: addressLine.nullish(),
    zip: addressLine.nullish(),
    country: addressLine.nullish(),
    contract: z.union([z.literal(0), z.literal(1)], 'Invalid contract').nullish(),
    pfp: z.string().max(limits.pictureDataUrlLengthMax, 'This is too large').nullish(),
  }),
  response: { 204: nothing },
}

export const verifyEmailCall = {
  tags,
  summary: 'Confirm an email address with the token of its link',
  body: z.strictObject({ token: opaqueToken }),
  response: { 204: nothing },
}

export const resendVerificationCall = {
  tags,
  summary: 'Mail the verification link once more',
  response: { 204: nothing },
}

export const freezeCall = {
  tags,
  summary:
    'Freeze an account with the link of a security mail: ends sessions, pauses dangerous acts',
  body: z.strictObject({ token: opaqueToken }),
  response: { 204: nothing },
}

export const unlockMfaCall = {
  tags,
  summary: 'Unlock MFA after too many wrong codes, with the emailed link and the password',
  body: z.strictObject({ token: opaqueToken, password }),
  response: { 204: nothing },
}

export const stepUpCall = {
  tags,
  summary: 'Confirm one dangerous action on one object. The grant works once, for five minutes',
  body: z.strictObject({
    action: line(60),
    object: line(200),
    mfa: mfaCode.nullish(),
    password: password.nullish(),
  }),
  response: { 204: nothing },
}

export const startMfaCall = {
  tags,
  summary: 'Begin two-step login: a secret for the authenticator app',
  response: { 200: z.object({ secret: z.string(), uri: z.string() }) },
}

export const confirmMfaCall = {
  tags,
  summary: 'Turn two-step login on with a first code. Answers the recovery codes, once',
  body: z.strictObject({ mfa: mfaCode }),
  response: { 200: z.object({ recoveryCodes: z.array(z.string()) }) },
}

export const renewRecoveryCodesCall = {
  tags,
  summary: 'Ten new recovery codes; the old ones stop working',
  response: { 200: z.object({ recoveryCodes: z.array(z.string()) }) },
}

export const stopMfaCall = {
  tags,
  summary: 'Turn two-step login off',
  response: { 204: nothing },
}

export const listSessionsCall = {
  tags,
  summary: 'Where this person is logged in',
  response: {
    200: z.object({
      sessions: z.array(
        z.object({
          id,
          label: z.string().describe('Browser and system, from the user agent'),
          network: z.string().describe('The address without its last part'),
          bound: z.boolean().describe('Tied to its browser by a cookie'),
          current: z.boolean(),
          created_at: time,
          last_seen_at: time,
        }),
      ),
    }),
  },
}

export const endSessionCall = {
  tags,
  summary: 'End one session',
  params: z.strictObject({ id }),
  response: { 204: nothing },
}

export const endOtherSessionsCall = {
  tags,
  summary: 'End every session but this one',
  response: { 204: nothing },
}

export const requestExportCall = {
  tags,
  summary: 'Request an export of your data. An email says when it is ready',
  response: { 202: z.object({ id }) },
}

export const downloadExportCall = {
  tags,
  summary: 'Download the export, once',
  params: z.strictObject({ id }),
  response: { 200: z.record(z.string(), z.unknown()) },
}

export const requestDeletionCall = {
  tags,
  summary: 'Schedule the deletion of this account in fourteen days',
  response: { 200: z.object({ deletion_at: time }) },
}

export const cancelDeletionCall = {
  tags,
  summary: 'Cancel the deletion of this account',
  response: { 204: nothing },
}

const payee = z.object({
  rail: z.int().describe('0 bank transfer, 1 cryptocurrency, as in default_contract'),
  hint: z.string().describe('Its last characters'),
  lines: z.array(z.object({ label: z.string(), value: z.string() })),
  active_from: time,
  is_active: z.boolean(),
  created_at: time,
})
export const listPayeesCall = {
  tags,
  summary: 'Your payment details: current and pending',
  response: { 200: z.object({ details: z.array(payee) }) },
}
export const savePayeeCall = {
  tags,
  summary: 'Set your payment details. A change applies after 24 hours and is emailed to you',
  body: z.discriminatedUnion('rail', [
    z.strictObject({
      rail: z.literal(0),
      account: line(60).describe('IBAN or account number'),
      bank: line(100),
      bic: line(20).optional(),
      routing: line(20).optional(),
    }),
    z.strictObject({
      rail: z.literal(1),
      asset: line(20),
      network: line(limits.cryptoNetworkLengthMax),
      address: line(limits.cryptoAddressLengthMax),
    }),
  ]),
  response: { 200: z.object({ details: z.array(payee) }) },
}
export const stopPayeeChangeCall = {
  tags,
  summary: 'Cancel a pending change of payment details',
  params: z.strictObject({ rail: z.enum(['0', '1']) }),
  response: { 200: z.object({ details: z.array(payee) }) },
}
