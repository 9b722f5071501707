/** What operators and the law allow at the moment, narrower than what the product can do. */
import { limits } from '@pier/protocol/limits'
import { formatMoney } from '@pier/protocol/money'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { readLimits } from '../../../platform/settings.ts'
import { requireLawful } from '../../users/users.service.ts'
import type { Listing } from './listings.repository.ts'
import type { LoanTerms } from './read-terms.ts'

type Asked = { terms: LoanTerms; userIds: string[]; fields: { amount: string; rate: string } }

export async function requireAllowed(tx: Tx, { terms, userIds, fields }: Asked): Promise<void> {
  const { loanCentsMin, loanCentsMax } = await readLimits(tx)
  if (terms.amountCents < loanCentsMin || terms.amountCents > loanCentsMax) {
    const [least, most] = [loanCentsMin, loanCentsMax].map((cents) =>
      formatMoney(cents, { whole: true }),
    )
    const message = `Loan amount must be between ${least} and ${most}`
    throw new AppError('loan_amount_invalid', { message, field: fields.amount })
  }
  await requireLawful(tx, { userIds, rateBps: terms.rateBps, field: fields.rate })
}

/** Above this amount an operator has to approve a name that looks like another. */
export function requireApprovedName(
  { looksLike, nameApprovedAt }: Listing,
  amountCents: number,
): void {
  const isLarge = amountCents > limits.lookAlikeCentsMax
  if (looksLike && isLarge && !nameApprovedAt) throw new AppError('name_unapproved')
}
