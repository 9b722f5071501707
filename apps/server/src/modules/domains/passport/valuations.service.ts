/**
 * A name's valuation. It is shown with its source, never derived from the owner's asking price, and
 * decides nothing by itself.
 */
import { dayMs } from '@pier/protocol/time'
import type { Tx } from '../../../platform/db/database.ts'
import type { Fqdn } from '../../../platform/net/fqdn.ts'
import { insertValuation } from './valuations.repository.ts'

export type Value = {
  name: Fqdn
  amountCents: number
  source: string
  days: number
  /** The approval by two operators; null for a name without a loan, which needs only one. */
  decisionId: string | null
}

export async function recordValuation(tx: Tx, { days, ...value }: Value): Promise<void> {
  const expiresAt = new Date(tx.now.getTime() + days * dayMs)
  await insertValuation(tx, { ...value, expiresAt })
}
