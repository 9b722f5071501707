/**
 * What a name is thought to be worth, and by whom. A value is shown with its source, is never taken
 * from what an owner asks for the name, and decides nothing by itself.
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
  /** Of the two people who stand behind it; one alone may say what a name without a loan is worth. */
  decisionId: string | null
}

export async function recordValuation(tx: Tx, { days, ...value }: Value): Promise<void> {
  const expiresAt = new Date(tx.now.getTime() + days * dayMs)
  await insertValuation(tx, { ...value, expiresAt })
}
