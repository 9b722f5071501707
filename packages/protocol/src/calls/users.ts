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
  }),
  response: { 200: tokens },
}

export const refreshCall = {
  tags,
  summary: 'A fresh access token for a session that is still good',
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
        .describe('By us, until we let it go; the date above means nothing then'),
      deletion_at: time.nullable().describe('When this account will be deleted, if asked for'),
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
    pfp: z.string().max(limits.pictureDataUrlLengthMax, 'That is too large').nullish(),
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
  summary: 'Open MFA again after too many wrong codes: the link of the mail, and the password',
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
  summary: 'Ask for a copy of everything we keep about you. A mail says when it is there',
  response: { 202: z.object({ id }) },
}

export const downloadExportCall = {
  tags,
  summary: 'The copy, once',
  params: z.strictObject({ id }),
  response: { 200: z.record(z.string(), z.unknown()) },
}

export const requestDeletionCall = {
  tags,
  summary: 'Delete this account in fourteen days',
  response: { 200: z.object({ deletion_at: time }) },
}

export const cancelDeletionCall = {
  tags,
  summary: 'Keep this account after all',
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
  summary: 'Where you are paid: what counts now, and what will',
  response: { 200: z.object({ details: z.array(payee) }) },
}
export const savePayeeCall = {
  tags,
  summary: 'Say where you are paid. A change counts after 24 hours, and you are told of it',
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
  summary: 'Keep the details that count now, and drop those that wait',
  params: z.strictObject({ rail: z.enum(['0', '1']) }),
  response: { 200: z.object({ details: z.array(payee) }) },
}
