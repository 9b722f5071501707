/**
 * Settings that operators change without a release. Each has versions: the latest counts, without
 * one the default applies. Stored as sent: whole dollars, percent as basis points.
 */
import { z } from 'zod'
import { disputeReasons, type DisputeReason } from './loans/disputes.ts'
import { outcomes } from './lifecycles/loan-vocabulary.ts'
import { limits } from './limits.ts'
import { hiddenCharacters } from './text.ts'

const text = (lengthMax: number) =>
  z
    .string()
    .trim()
    .max(lengthMax)
    .refine((typed) => !hiddenCharacters.test(typed.replaceAll(/[\n\t]/g, '')), 'Plain text only')
/** Whole dollars: cents are not needed here, and the audit log holds only whole numbers. */
const dollars = (least: number, most: number) => z.int().min(least).max(most)
const reasonCodes = Object.keys(disputeReasons) as [DisputeReason, ...DisputeReason[]]

const countryRow = z.strictObject({
  country: text(100).min(2).describe('As people write it in their address'),
  also: z.array(text(100).min(2)).max(20).default([]).describe('Other ways to write it'),
  allowed: z.boolean().describe('Whether people there may borrow and lend here'),
  rate_cap_bps: z.int().min(0).max(limits.rateBpsMax).nullable(),
  seizure_allowed: z.boolean().describe('Whether a domain may go to the lender without a sale'),
})

/** Lower case, no accents and no signs: "Côte d’Ivoire" and "cote d ivoire" are the same. */
export const countryKey = (typed: string): string =>
  typed
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const namesOf = ({ country, also }: { country: string; also: string[] }) =>
  [country, ...also].map(countryKey)

export const settingSchemas = {
  countries: z
    .array(countryRow)
    .max(300)
    .refine((rows) => {
      const names = rows.flatMap(namesOf)
      return new Set(names).size === names.length && !names.includes('')
    }, 'A country stands there twice, or has no name'),
  limits: z
    .strictObject({
      loan_min: dollars(limits.loanCentsMin / 100, limits.loanCentsMax / 100),
      loan_max: dollars(limits.loanCentsMin / 100, limits.loanCentsMax / 100),
      pending_offers_max: z.int().min(1).max(200),
      withdrawal_approval: dollars(0, 10_000).describe('Above this a person approves it'),
      top_up_max: dollars(limits.topUpCentsMin / 100, limits.topUpCentsMax / 100),
      nameserver_changes_per_day: z.int().min(1).max(100),
    })
    .refine(({ loan_min: least, loan_max: most }) => least <= most, 'The least is above the most'),
  templates: z
    .array(
      z.strictObject({
        reason: z.enum(reasonCodes).nullable().describe('For disputes about this; null for any'),
        outcome: z.enum([...outcomes, 'REFINANCED']),
        text: text(4000).min(20),
      }),
    )
    .max(200)
    .refine(
      (rows) =>
        new Set(rows.map(({ reason, outcome }) => `${reason} ${outcome}`)).size === rows.length,
      'One text for each reason and outcome',
    ),
  announcement: z.strictObject({
    text: text(500).describe('Empty: nothing is shown'),
    until: z.iso.datetime().nullable(),
  }),
} as const

export type SettingName = keyof typeof settingSchemas
export type SettingValue<N extends SettingName> = z.output<(typeof settingSchemas)[N]>
export type CountryRule = SettingValue<'countries'>[number]

/** What applies until an operator sets it. */
export const defaultSettings: { [N in SettingName]: SettingValue<N> } = {
  countries: [],
  limits: {
    loan_min: limits.loanCentsMin / 100,
    loan_max: limits.loanCentsMax / 100,
    pending_offers_max: limits.pendingOffersMax,
    withdrawal_approval: limits.withdrawalApprovalCents / 100,
    top_up_max: limits.topUpCentsMax / 100,
    nameserver_changes_per_day: limits.nameserverChangesPerDay,
  },
  templates: [],
  announcement: { text: '', until: null },
}

/** Changes to what people may do need two approvals; texts need one. */
export const twoKeySettings: readonly SettingName[] = ['countries', 'limits']

export const isCountry = (rule: CountryRule, typed: string): boolean =>
  namesOf(rule).includes(countryKey(typed))
