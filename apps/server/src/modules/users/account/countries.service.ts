/**
 * Country rules, from the setting that operators maintain. A country without an entry has no rule,
 * and neither has a user without a country; signing requires one.
 */
import { formatRate } from '@pier/protocol/money'
import { isCountry, type CountryRule } from '@pier/protocol/settings'
import { AppError } from '../../../platform/app-error.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { readSetting } from '../../../platform/settings.ts'
import { listCountries } from './users.repository.ts'

/** The rules of these users, for those whose country has one. */
async function listRules(db: Db | Tx, userIds: string[]): Promise<Map<string, CountryRule>> {
  const rules = await readSetting(db, 'countries')
  if (rules.length === 0) return new Map()
  const countries = await listCountries(db, userIds)
  return new Map(
    countries.flatMap(({ userId, country }) => {
      const rule = rules.find((each) => isCountry(each, country))
      return rule ? [[userId, rule] as const] : []
    }),
  )
}

type Agreed = { userIds: string[]; rateBps: number; field?: string }

/** Refuses terms that the law forbids these users. With two, neither learns whose country it is. */
export async function requireLawful(tx: Tx, agreed: Agreed): Promise<void> {
  refuseUnlawful([...(await listRules(tx, agreed.userIds)).values()], agreed)
}

/** Before both parties agree: the terms are lawful, and the loan can end in a handover. */
export async function requireLawfulLoan(
  tx: Tx,
  {
    borrowerId,
    lenderId,
    rateBps,
    userId,
  }: { borrowerId: string; lenderId: string; rateBps: number; userId: string },
): Promise<void> {
  const rules = await listRules(tx, [lenderId, borrowerId])
  refuseUnlawful([...rules.values()], { userIds: [lenderId, borrowerId], rateBps })
  refuseWithoutHandover(rules.get(borrowerId), userId === borrowerId)
}

function refuseUnlawful(rules: CountryRule[], { userIds, rateBps, field }: Agreed): void {
  const where = userIds.length === 1 ? 'where you live' : 'where one of you lives'
  if (rules.some(({ allowed }) => !allowed)) {
    throw new AppError('country_not_allowed', { message: `Loans are not available ${where}` })
  }
  const cap = Math.min(...rules.flatMap((rule) => rule.rate_cap_bps ?? []))
  if (rateBps <= cap) return
  throw new AppError('country_rate_cap', {
    message: `The law ${where} allows no more than ${formatRate(cap)} a year`,
    ...(field && { field }),
  })
}

const untilSale =
  'the law there does not let a lender take a domain in place of the debt. It opens when loans can end by a sale'

/**
 * Where the law lets no domain go to the lender, a defaulted loan could not end, so none starts.
 * The lender is not told whose country it is.
 */
export async function requireHandover(tx: Tx, borrowerId: string): Promise<void> {
  refuseWithoutHandover((await listRules(tx, [borrowerId])).get(borrowerId), true)
}

function refuseWithoutHandover(rule: CountryRule | undefined, isBorrower: boolean): void {
  if (!rule || rule.seizure_allowed) return
  const closed = isBorrower
    ? 'Borrowing is not available where you live'
    : 'This loan is not available where one of you lives'
  throw new AppError('country_no_handover', { message: `${closed}: ${untilSale}` })
}

/** Forfeiture is void in some countries: a domain there cannot simply go to the lender. */
export async function isSeizureAllowed(db: Db | Tx, borrowerId: string): Promise<boolean> {
  const rule = (await listRules(db, [borrowerId])).get(borrowerId)
  return rule?.seizure_allowed ?? true
}
