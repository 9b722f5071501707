import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { defaultSettings } from '@pier/protocol/settings'
import { reason } from '../given/given-operators.ts'
import type { Scenes } from './world.ts'

const policy = {
  is_supported: true,
  lock_days: 30,
  age_days_min: 30,
  transfer_days_min: 1,
  transfer_days_max: 5,
  wait_days_max: 14,
  code_days: 14,
  transfer_price: 12.4,
  renewal_price: 12.4,
}

/** Operators, settings, and who works on what. */
export const staffActs = {
  'POST /operator/logout': async ({ staff }) => ({
    by: staff.admin,
    path: '/logout',
    subject: null,
    reason: 'Logged out',
  }),
  'POST /operator/operators': async ({ staff }) => {
    const email = `${randomUUID().slice(0, 8)}@pier.example`
    const body = { name: 'Runa Berg', email, roles: ['support'] }
    const refused = { body: { ...body, roles: [] } }
    const subject = expect.stringMatching(/^operator:/) as string
    return { by: staff.admin, path: '/operators', body, isKey: true, subject, refused }
  },
  'PUT /operator/operators/:id/roles': async ({ staff, given }) => {
    const { id } = await given.operator('support')
    const path = (of: string) => `/operators/${of}/roles`
    const refused = { path: path(staff.admin.id) }
    const body = { roles: ['finance'] }
    const subject = expect.stringMatching(/^operator:/) as string
    return { by: staff.admin, path: path(id), body, isKey: true, subject, refused }
  },
  'POST /operator/operators/:id/end': async ({ staff, given }) => {
    const { id } = await given.operator('support')
    const refused = { path: `/operators/${staff.admin.id}/end` }
    return { by: staff.admin, path: `/operators/${id}/end`, subject: id, refused }
  },
  'GET /operator/audit.csv': async ({ staff }) => ({
    by: staff.compliance,
    path: `/audit.csv?reason=${encodeURIComponent(reason)}`,
    subject: null,
    refused: { path: '/audit.csv' },
  }),
  'PUT /operator/queues/:queue/:id': async ({ staff, given }) => {
    const { id } = await given.running()
    const body = { operator_id: staff.support.id }
    const refused = { path: `/queues/risk/${randomUUID()}` }
    return { by: staff.support, path: `/queues/risk/${id}`, body, subject: id, refused }
  },
  'POST /operator/queues/:queue/:id/dismiss': async ({ staff, given }) => {
    const { id } = await given.running()
    return { by: staff.compliance, path: `/queues/risk/${id}/dismiss`, subject: id }
  },
  'POST /operator/settings/:name': async ({ staff }) => {
    const body = { value: defaultSettings.limits, version: 0 }
    const by = staff.admin
    return { by, path: '/settings/limits', body, isKey: true, subject: 'settings:limits' }
  },
  'POST /operator/tlds/:suffix': async ({ staff }) => {
    const refused = { body: { ...policy, effective_from: '2020-01-01T00:00:00.000Z' } }
    const what = { path: '/tlds/com', body: policy, subject: 'tld:com', refused }
    return { by: staff.admin, isKey: true, ...what }
  },
} satisfies Scenes
