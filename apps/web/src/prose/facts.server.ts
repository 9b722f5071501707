import { brand } from '@pier/protocol/brand'
import { type Company, companySchema } from '@pier/protocol/company/company'
import { limits } from '@pier/protocol/limits'
import { formatMoney, formatRate } from '@pier/protocol/money'

/** What a text names in braces, so that no figure is written twice: `{limit.graceDays}`. */
export type Facts = ReadonlyMap<string, string>

/** Figures that are no limit of their own. */
const others = {
  'limit.rateUnusualWhole': `${limits.rateBpsUnusual / 100}%`,
  'limit.retentionYears': String(brand.retentionYears),
  'limit.noticeMailDays': '0, 10 and 18',
  'limit.interestDaysMin': '7',
}

/** Every key of `limits` is a fact, written as people read it, and every one of the company. */
export function readFacts(company: Company | null): Facts {
  const ofCompany = Object.keys(companySchema.shape) as (keyof Company)[] // Object.keys returns string[].
  return new Map([
    ['product', brand.name],
    ['parent', brand.parent],
    ...ofCompany.map((name) => [`company.${name}`, company?.[name] ?? unpublished] as const),
    ...Object.entries(limits).map(([name, value]) => [`limit.${name}`, say(name, value)] as const),
    ...Object.entries(others),
  ])
}

const unpublished = 'Not published yet'

function say(name: string, value: number): string {
  if (name.includes('Cents')) return formatMoney(value)
  if (name.includes('Bps')) return formatRate(value)
  if (name.includes('Bytes') && value >= 1024 * 1024) return `${value / 1024 / 1024} MB`
  return value.toLocaleString('en-US')
}
