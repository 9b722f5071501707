import { randomInt } from 'node:crypto'
import type { EscrowStatus } from '@pier/protocol/statuses'
import type { Kysely, Selectable } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { DB, Escrows } from '../../platform/db/db-types.ts'

export type Escrow = Omit<Selectable<Escrows>, 'amountCents' | 'status' | 'number'> & {
  amountCents: number
  status: EscrowStatus
}
type NewEscrow = Pick<
  Escrow,
  | 'domainId'
  | 'listingId'
  | 'offerId'
  | 'borrowerId'
  | 'lenderId'
  | 'status'
  | 'amountCents'
  | 'termDays'
  | 'rateBps'
  | 'contract'
  | 'deadlineAt'
>

/** Nothing when its code is taken, which is drawn anew then. One open escrow a domain is the index's. */
export async function insertEscrow(tx: Tx, escrow: NewEscrow): Promise<Escrow | undefined> {
  const row = await tx
    .insertInto('escrows')
    .values({ ...escrow, code: drawCode(), createdAt: tx.now })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && toEscrow(row)
}

/** Without letters and digits that look alike. */
const codeLetters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const drawCode = () =>
  `LN-${Array.from({ length: 6 }, () => codeLetters[randomInt(codeLetters.length)]).join('')}`

export async function hasOpenEscrow(db: Kysely<DB>, domainId: string): Promise<boolean> {
  const row = await db
    .selectFrom('escrows')
    .select('id')
    .where('domainId', '=', domainId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

const toEscrow = ({ number: _number, ...row }: Selectable<Escrows>): Escrow => ({
  ...row,
  amountCents: Number(row.amountCents),
  status: row.status as EscrowStatus,
})
