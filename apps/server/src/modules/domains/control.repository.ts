import type { ControlRefusal } from '../../providers/dns/control-verdict.ts'
import type { Kysely, Selectable } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { DB, DomainChallenges } from '../../platform/db/db-types.ts'

export type Challenge = Omit<Selectable<DomainChallenges>, 'result'> & {
  result: CheckResult | null
}

/** What was seen when we last looked. */
export type CheckResult =
  | { found: true; via: string; nameservers: readonly string[] }
  | { found: false; reason: ControlRefusal; seen: readonly string[] }

type NewChallenge = Pick<Challenge, 'domainId' | 'value' | 'expiresAt' | 'nextCheckAt'>

/** A name that comes back to a list gets a new row of domains, so nothing is in the way. */
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

const toChallenge = (row: Selectable<DomainChallenges>): Challenge => ({
  ...row,
  result: row.result as CheckResult | null, // Written by this module alone.
})
