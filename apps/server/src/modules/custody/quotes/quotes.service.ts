/**
 * What a transfer or a renewal costs. Only the registrar knows, and only a worker may ask it: the
 * first call asks, later ones find the answer. A price holds for a day, and nobody pays another.
 */
import { hourMs } from '@pier/protocol/time'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import {
  findSupportedPolicy,
  lockDomain,
  publishDomainChange,
  type Domain,
} from '../../domains/domains.service.ts'
import {
  findLastPrice,
  findLastQuote,
  findQuote,
  insertQuote,
  saveQuote,
  type Quote,
  type QuoteOperation,
} from './quotes.repository.ts'

const quoteHours = 24

type Asked = { userId: string; domainId: string; operation: QuoteOperation }

export async function askForQuote(tx: Tx, { userId, domainId, operation }: Asked) {
  return quoteFor(tx, await lockDomain(tx, { domainId, userId }), operation)
}

/** The domain must be locked, and the caller must have a right to see its price. */
export async function quoteFor(tx: Tx, domain: Domain, operation: QuoteOperation) {
  const { id: domainId } = domain
  const isExternal = domain.status.startsWith('EXTERNAL_')
  if (isExternal !== (operation === 'transfer')) throw new AppError('domain_wrong_status')
  const policy = await findSupportedPolicy(tx, { suffix: domain.suffix, now: tx.now })
  if (!policy) throw new AppError('domain_unsupported')

  const last = await findLastQuote(tx, { domainId, operation })
  if (last && isCurrent(last, tx.now)) return { domain, policy, quote: last }
  const quote = await insertQuote(tx, { domainId, operation })
  await enqueue(tx, 'custody.quote', { quoteId: quote.id })
  return { domain, policy, quote }
}

/** A refusal is shown for a minute before we ask again; an unanswered query counts for an hour. */
function isCurrent({ state, askedAt, validUntil }: Quote, now: Date): boolean {
  const ageMs = now.getTime() - askedAt.getTime()
  if (state === 'asking') return ageMs < hourMs
  if (state === 'refused') return ageMs < 60_000
  return validUntil !== null && validUntil > now
}

/** The agreed price. Throws if it is unknown or no longer valid. */
export async function takeQuote(
  tx: Tx,
  { domain, operation, quoteId }: { domain: Domain; operation: QuoteOperation; quoteId?: string },
): Promise<number> {
  const quote = quoteId
    ? await findQuote(tx, quoteId)
    : await findLastQuote(tx, { domainId: domain.id, operation })
  const isOurs = quote?.domainId === domain.id && quote.operation === operation
  if (!isOurs || quote.amountCents === null || !isCurrent(quote, tx.now)) {
    throw new AppError('quote_needed')
  }
  return quote.amountCents
}

/** The price of one more year, by the last quotes or by the rules of the suffix. */
export async function findRenewalPrice(
  tx: Tx,
  { id: domainId, suffix }: Domain,
): Promise<number | null> {
  const renewal = await findLastQuote(tx, { domainId, operation: 'renew' })
  if (renewal?.amountCents != null) return renewal.amountCents
  const transfer = await findLastQuote(tx, { domainId, operation: 'transfer' })
  if (transfer?.renewalCents != null) return transfer.renewalCents
  const policy = await findSupportedPolicy(tx, { suffix, now: tx.now })
  return policy ? Number(policy.renewalPriceCents) : null
}

/** A premium name's yearly price; null if the registry did not call it premium or was not asked. */
export async function findPremiumPrice(tx: Tx, domainId: string): Promise<number | null> {
  const quote = await findLastPrice(tx, domainId)
  if (!quote?.isPremium) return null
  return quote.operation === 'renew' ? quote.amountCents : (quote.renewalCents ?? quote.amountCents)
}

type Price = { amountCents: number; renewalCents: number | null; isPremium: boolean }

export async function recordQuote(
  tx: Tx,
  { quote, userId, answer }: { quote: Quote; userId: string; answer: Price | { refusal: string } },
): Promise<void> {
  if ('refusal' in answer) {
    await saveQuote(tx, quote.id, { state: 'refused', message: answer.refusal })
  } else {
    const validUntil = new Date(tx.now.getTime() + quoteHours * hourMs)
    await saveQuote(tx, quote.id, { state: 'ready', ...answer, validUntil })
  }
  await publishDomainChange(tx, userId)
}
