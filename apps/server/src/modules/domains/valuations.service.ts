/**
 * What a name is thought to be worth, and by whom. A value is shown with its source, is never taken
 * from what an owner asks for the name, and decides nothing by itself.
 */
import type { Tx } from '../../platform/db/database.ts'
import type { Fqdn } from './domain-name.ts'
import { readName } from './naming.service.ts'
import { insertValuation } from './valuations.repository.ts'

const dayMs = 86_400_000

export async function recordValuation(
  tx: Tx,
  {
    name,
    amountCents,
    source,
    days = 90,
  }: {
    name: Fqdn
    amountCents: number
    source: string
    days?: number
  },
): Promise<void> {
  const expiresAt = new Date(tx.now.getTime() + days * dayMs)
  await insertValuation(tx, { name, amountCents, source, expiresAt })
}

type Word = { typed: string; amountCents: number; source: string; days: number }

/** By the word of a person, who says whose it is. */
export async function valueName(tx: Tx, { typed, ...value }: Word): Promise<string> {
  const { ascii } = readName(typed)
  await recordValuation(tx, { ...value, name: ascii })
  return ascii
}
