import type { ControlRefusal } from '../../../providers/dns/control-verdict.ts'
import type { Kysely, Selectable } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB, DomainChallenges } from '../../../platform/db/db-types.ts'
import type { Fqdn } from '../../../platform/net/fqdn.ts'

export type Challenge = Omit<Selectable<DomainChallenges>, 'result'> & {
  result: CheckResult | null
}

/** The result of the last check. */
export type CheckResult =
  | { found: true; via: string; nameservers: readonly string[] }
  | { found: false; reason: CheckRefusal; seen: readonly string[] }

export type CheckRefusal = ControlRefusal | 'used-up' | 'in-custody'

type NewChallenge = Pick<Challenge, 'domainId' | 'value' | 'expiresAt' | 'nextCheckAt'>

/** A name that is added again gets a new domain row, so there is no conflict. */
export async function insertChallenges(tx: Tx, challenges: readonly NewChallenge[]): Promise<void> {
  if (challenges.length === 0) return
  await tx.insertInto('domainChallenges').values(challenges).execute()
}

export async function findChallenge(
  db: Kysely<DB>,
  domainId: string,
): Promise<Challenge | undefined> {
  const row = await db
    .selectFrom('domainChallenges')
    .selectAll()
    .where('domainId', '=', domainId)
    .executeTakeFirst()
  return row && toChallenge(row)
}

/** The domain has to be locked. */
export async function saveChallenge(
  tx: Tx,
  domainId: string,
  { result, ...change }: Partial<Omit<Challenge, 'domainId'>>,
): Promise<void> {
  await tx
    .updateTable('domainChallenges')
    .set({
      ...change,
      ...(result !== undefined && { result: result && JSON.stringify(result) }),
    })
    .where('domainId', '=', domainId)
    .execute()
}

/** The record to look for, as long as the domain is on a list and not in our custody. */
export async function findRecordToCheck(
  db: Kysely<DB>,
  domainId: string,
): Promise<{ name: Fqdn; value: string } | undefined> {
  const row = await selectOpen(db)
    .select(['domains.name', 'domainChallenges.value'])
    .where('domains.id', '=', domainId)
    .executeTakeFirst()
  return row && { name: row.name as Fqdn, value: row.value } // Written through `readDomainName`.
}

/** Domains whose check was due before this time and that have no timer. */
export async function listForgottenChecks(
  db: Kysely<DB>,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  const rows = await selectOpen(db)
    .select('domains.id')
    .where('domainChallenges.nextCheckAt', '<', before)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('timers')
            .select('timers.subjectId')
            .where('timers.job', '=', 'domains.check-control')
            .whereRef('timers.subjectId', '=', 'domains.id'),
        ),
      ),
    )
    .orderBy('domainChallenges.nextCheckAt')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

const selectOpen = (db: Kysely<DB>) =>
  db
    .selectFrom('domainChallenges')
    .innerJoin('domains', 'domains.id', 'domainChallenges.domainId')
    .where('domains.archivedAt', 'is', null)
    .where('domains.status', 'in', ['EXTERNAL_UNVERIFIED', 'EXTERNAL_VERIFIED'])

const toChallenge = (row: Selectable<DomainChallenges>): Challenge => ({
  ...row,
  result: row.result as CheckResult | null, // Written by this module alone.
})
