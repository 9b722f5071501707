import { labelOfDays } from '@pier/protocol/labels'
import type { Kysely } from 'kysely'
import { invariant } from '../../../platform/app-error.ts'
import type { DB } from '../../../platform/db/db-types.ts'
import { findDomain, findSupportedPolicy, type TldPolicy } from '../../domains/domains.service.ts'
import type { Quote } from '../quotes/quotes.repository.ts'
import type { Transfer } from './transfers.repository.ts'

export function presentQuote(
  { quote, policy }: { quote: Quote; policy: TldPolicy },
  { availableCents }: { availableCents: number },
) {
  const dollars = (cents: number | null) => (cents === null ? null : cents / 100)
  return {
    state: quote.state as 'asking' | 'ready' | 'refused', // The column has a check.
    quote_id: quote.state === 'ready' ? quote.id : null,
    amount: dollars(quote.amountCents),
    renewal: quote.operation === 'renew' ? dollars(quote.amountCents) : dollars(quote.renewalCents),
    is_premium: quote.isPremium,
    valid_until: quote.validUntil?.toISOString() ?? null,
    message: quote.message,
    available: availableCents / 100,
    days: daysOf(policy),
    lock_days: policy.lockDays,
  }
}

const daysOf = ({ transferDaysMin: min, transferDaysMax: max }: TldPolicy) =>
  labelOfDays({ min, max })

export async function presentTransfer(db: Kysely<DB>, transfer: Transfer) {
  const domain = await findDomain(db, transfer.domainId)
  const now = transfer.createdAt
  const policy = domain && (await findSupportedPolicy(db, { suffix: domain.suffix, now }))
  return {
    asked_at: transfer.createdAt.toISOString(),
    act_by: transfer.actBy?.toISOString() ?? null,
    days: policy ? daysOf(policy) : '',
    can_cancel: transfer.state === 'asked' || transfer.state === 'requested',
  }
}

export function presentTransferOut({ state, codeAt, actBy }: Transfer) {
  invariant(codeAt, 'a transfer out has the time of its code')
  return {
    state: state === 'code_sent' ? ('code_sent' as const) : ('waiting' as const),
    code_at: codeAt.toISOString(),
    valid_until: state === 'code_sent' ? (actBy?.toISOString() ?? null) : null,
  }
}
