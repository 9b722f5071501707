import { expect, test } from 'vitest'
import type { Self } from '../api/users.ts'
import { bodyOf, checkProfile, profileOf } from './profile.ts'

const self: Self = {
  id: '00000000-0000-4000-8000-000000000000',
  name: 'Mara Lindqvist',
  email: 'mara@lindqvist.example',
  pfp: null,
  balance: 0,
  default_contract: 1,
  address1: 'Skeppsbron 14',
  address2: '',
  city: 'Göteborg',
  zip: '411 21',
  country: 'Sweden',
  email_verified: true,
  mfa_enabled: false,
  recovery_codes_left: 0,
  restricted_until: null,
  is_frozen: false,
  deletion_at: null,
  legal: {
    terms: { version: 1, accepted_version: 1, accepted_at: '2026-10-01T09:12:00.000Z' },
    privacy: { version: 1, accepted_version: 1, accepted_at: '2026-10-01T09:12:00.000Z' },
  },
}

test('a save sends the whole profile, and the default picture as null', () => {
  expect(bodyOf(profileOf(self))).toEqual({
    curPassword: '',
    newPassword: '',
    address1: 'Skeppsbron 14',
    address2: '',
    city: 'Göteborg',
    zip: '411 21',
    country: 'Sweden',
    contract: 1,
    pfp: null,
  })
})

test('the current password is sent only when a new one is typed', () => {
  const filled = { ...profileOf(self), curPassword: 'seven quiet herons' }
  expect(bodyOf(filled)).toMatchObject({ curPassword: '', newPassword: '' })

  const typed = { ...filled, newPassword: 'nine patient lanterns' }
  expect(bodyOf(typed)).toMatchObject({
    curPassword: 'seven quiet herons',
    newPassword: 'nine patient lanterns',
  })
})

test('a new password needs the current one, whichever button is pressed', () => {
  const typed = { ...profileOf(self), newPassword: 'nine patient lanterns' }

  expect(checkProfile(typed, { isPassword: false })).toEqual({ curPassword: 'Invalid password' })
})

test('the current password alone is wrong only for the button of the passwords', () => {
  const filled = { ...profileOf(self), curPassword: 'seven quiet herons' }

  expect(checkProfile(filled, { isPassword: true })).toEqual({ newPassword: 'Invalid password' })
  expect(checkProfile(filled, { isPassword: false })).toEqual({})
})
