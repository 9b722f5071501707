import type { Kysely } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'
import type { DsRecord } from '../../../providers/registrar/registrar-port.ts'

type Servers = { nameservers: string[]; dsRecords: DsRecord[] }
type NewChange = { domainId: string; userId: string; commandId: string; from: Servers; to: Servers }

export async function insertChange(tx: Tx, { from, to, ...change }: NewChange): Promise<void> {
  await tx
    .insertInto('nameserverChanges')
    .values({
      ...change,
      fromNameservers: from.nameservers,
      fromDsRecords: JSON.stringify(from.dsRecords),
      toNameservers: to.nameservers,
      toDsRecords: JSON.stringify(to.dsRecords),
      createdAt: tx.now,
    })
    .execute()
}

/** The last ones, newest first, with what became of them. */
export async function listChanges(
  db: Kysely<DB>,
  { domainId, limit }: { domainId: string; limit: number },
) {
  const rows = await db
    .selectFrom('nameserverChanges')
    .innerJoin('registrarCommands', 'registrarCommands.id', 'nameserverChanges.commandId')
    .selectAll('nameserverChanges')
    .select(['registrarCommands.state', 'registrarCommands.message'])
    .where('nameserverChanges.domainId', '=', domainId)
    .orderBy('nameserverChanges.createdAt', 'desc')
    .orderBy('nameserverChanges.id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...row,
    // The columns hold what `insertChange` was given.
    fromDsRecords: row.fromDsRecords as unknown as DsRecord[],
    toDsRecords: row.toDsRecords as unknown as DsRecord[],
  }))
}

/** Refused ones count as well: each was a command to the registry. */
export async function countChangesSince(
  db: Kysely<DB>,
  { domainId, since }: { domainId: string; since: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom('nameserverChanges')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('domainId', '=', domainId)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}
