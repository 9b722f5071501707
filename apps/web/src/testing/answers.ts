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
  legal: {
    terms: { version: 1, accepted_version: 1, accepted_at: '2026-10-01T09:12:00.000Z' },
    privacy: { version: 1, accepted_version: 1, accepted_at: '2026-10-01T09:12:00.000Z' },
  },
}

/** What the page of a loan loads besides the loan, for tests about something else. */
export const besideLoan = {
  'GET /users/self': self,
  'GET /escrow/:id/events': { events: [], pages: 1, total: 0 },
  'GET /escrow/:id/messages': { messages: [], unread: 0, other_read_until: null },
  'GET /escrow/:id/files': { files: [] },
  'GET /escrow/:id/nameservers': {
    nameservers: ['ns1.example', 'ns2.example'],
    can_edit: true,
    frozen: null,
    last_changed_at: null,
    can_undo: false,
    changes_left: 10,
  },
  'POST /escrow/:id/read': null,
}
