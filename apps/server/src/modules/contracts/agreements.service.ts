/** Owns the agreement of a loan: printed once, signed by both, sealed, and kept. */
import type { Party } from '@pier/protocol/lifecycles/escrow'
import type { Kysely } from 'kysely'
import type { DB } from '../../platform/db/db-types.ts'

export type AgreementView = {
  state: 'address_needed' | 'preparing' | 'ready' | 'signed' | 'sealing' | 'sealed'
  sha256: string | null
  /** Where this side signs. */
  url: string | null
  isAddressMissing: Record<Party, boolean>
}

type Wanted = { escrow: { id: string }; role: Party }

export async function readAgreement(db: Kysely<DB>, { escrow }: Wanted): Promise<AgreementView> {
  const isAddressMissing = { BORROWER: false, LENDER: false }
  const row = await db
    .selectFrom('agreements')
    .select(['sealedAt', 'baseSha256'])
    .where('escrowId', '=', escrow.id)
    .where('annex', '=', 0)
    .executeTakeFirst()
  if (!row) return { state: 'preparing', sha256: null, url: null, isAddressMissing }
  const sha256 = row.baseSha256.toString('hex')
  return { state: row.sealedAt ? 'sealed' : 'ready', sha256, url: null, isAddressMissing }
}
