import type { Self } from '../api/users.ts'

export const self: Self = {
  id: '00000000-0000-4000-8000-000000000000',
  name: 'Mara Lindqvist',
  email: 'mara@lindqvist.example',
  pfp: null,
  balance: 12.5,
  default_contract: 0,
  address1: 'Skeppsbron 14',
  address2: 'Third floor',
  city: 'Göteborg',
  zip: '411 21',
  country: 'Sweden',
  email_verified: true,
  mfa_enabled: false,
  recovery_codes_left: 0,
  restricted_until: null,
  is_frozen: false,
  deletion_at: null,
}
