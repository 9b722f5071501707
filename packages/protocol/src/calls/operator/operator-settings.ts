import { z } from 'zod'
import { settingSchemas, type SettingName } from '../../settings.ts'
import { code, decision, dollars, keysOf, reasons, tags } from './operator-schemas.ts'
import { line, time } from '../schemas.ts'

const name = z.enum(keysOf<SettingName>(settingSchemas))
const by = z.object({
  set_by: z.string().nullable(),
  confirmed_by: z.string().nullable(),
  reason: z.string().nullable(),
})
const version = by.extend({ version: z.int(), value: z.unknown(), set_at: time })

export const settingsCall = {
  tags,
  summary: 'All settings with their current values',
  response: {
    200: z.object({
      settings: z.array(
        z.object({
          name,
          value: z.unknown(),
          needs_two_keys: z.boolean(),
          version: z.int().describe('0 while nobody has set it'),
          set_at: time.nullable(),
          set_by: z.string().nullable(),
        }),
      ),
    }),
  },
}
export const settingCall = {
  tags,
  summary: 'Every version of one setting, newest first, with who, when and why',
  params: z.object({ name }),
  response: {
    200: z.object({
      name,
      initial: z.unknown().describe('What holds while nobody has set it'),
      versions: z.array(version),
    }),
  },
}
export const setCall = {
  tags,
  summary: 'Change a setting: immediately, or as a proposal where two approvals are needed',
  params: z.object({ name }),
  body: z.strictObject({
    value: z.unknown().describe('The whole of it, as GET shows it'),
    version: z.int().min(0).describe('The version you saw'),
    reason: reasons,
    code: code.optional().describe('Where it takes two approvals'),
  }),
  response: {
    201: z.object({ version: z.int(), decision: decision.nullable().describe('That waits') }),
  },
}

// Endings

const policy = {
  is_supported: z.boolean(),
  lock_days: z.int().min(0).max(365),
  age_days_min: z.int().min(0).max(365),
  transfer_days_min: z.int().min(0).max(90),
  transfer_days_max: z.int().min(0).max(90),
  wait_days_max: z.int().min(1).max(180),
  code_days: z.int().min(1).max(90),
  transfer_price: dollars.min(0).max(100_000).multipleOf(0.01, 'Whole cents'),
  renewal_price: dollars.min(0).max(100_000).multipleOf(0.01, 'Whole cents'),
}
export const tldsCall = {
  tags,
  summary: 'Every TLD: current, past and announced rules',
  response: {
    200: z.object({
      tlds: z.array(
        by.extend({
          suffix: z.string(),
          ...policy,
          effective_from: time,
          is_in_force: z.boolean(),
        }),
      ),
    }),
  },
}
export const setTldCall = {
  tags,
  summary: 'First approval: propose rules for a TLD from a given time',
  params: z.object({ suffix: line(63).regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, 'In the form of DNS') }),
  body: z
    .strictObject({
      ...policy,
      effective_from: time.optional().describe('As soon as it is confirmed unless said'),
      reason: reasons,
      code,
    })
    .refine((given) => given.transfer_days_min <= given.transfer_days_max, 'Least above most'),
  response: { 201: decision },
}
