import { sql } from 'kysely'
import type { Database } from './database.ts'

const baseline = '0001_baseline'

/** The last migration before the baseline. A database that has it has them all. */
const lastBefore = '0030_closer_guards'

/**
 * A database built by the migrations before the baseline already has what the baseline creates, so
 * the baseline is recorded as applied. One that stopped halfway cannot be upgraded by us.
 */
export async function noteBaseline(db: Database): Promise<void> {
  if (!(await hasSteps(db))) return
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select name from kysely_migration order by name for update`.execute(tx)
    const names = rows.map(({ name }) => name)
    if (names.length === 0 || names.includes(baseline)) return
    if (!names.includes(lastBefore)) {
      throw new Error(
        `This database stands at ${names.at(-1)}, before the baseline. Run the deploy step of the ` +
          `last release that has ${lastBefore}, and then this one again.`,
      )
    }
    await sql`delete from kysely_migration where name <> ${lastBefore}`.execute(tx)
    await sql`update kysely_migration set name = ${baseline}`.execute(tx)
  })
}

async function hasSteps(db: Database): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select to_regclass('public.kysely_migration') is not null as has`.execute(db)
  return rows[0]?.has ?? false
}
