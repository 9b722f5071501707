import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../../platform/db/db-types.ts'
import { repaidOn } from '../../../listings/listings.service.ts'

export type RepaidLoan = {
  ending: string
  letters: number
  amountCents: number
  termDays: number
  repaidOn: string
  daysAfterDue: number
}

type Asked = { quarters: readonly string[]; few: number; waitDays: number; limit: number }

/**
 * The last loans that their borrowers repaid. Of endings that few repaid names have, none is told, and
 * neither is one of the last days: whoever watches a name must not find its loan here.
 */
export async function listRepaid(
  db: Kysely<DB>,
  { quarters, few, waitDays, limit }: Asked,
): Promise<RepaidLoan[]> {
  const { rows } = await sql<RepaidLoan>`
    with repaid as (
      select escrows.*, ${repaidOn} as repaid_on, domains.name, domains.unicode_name,
        substr(domains.unicode_name, strpos(domains.unicode_name, '.')) as ending
      from escrows join domains on domains.id = domain_id
      where escrows.status = 'FINALIZED_RETURN_TO_BORROWER'
        and to_char(value_date, 'YYYY"-Q"Q') = any(${quarters})
    ), known as (
      select ending from repaid group by ending having count(distinct name) > ${few}
    )
    select ending, strpos(unicode_name, '.') - 1 as letters, amount_cents::int, term_days,
      repaid_on::text, repaid_on - (due_at at time zone 'utc')::date as days_after_due
    from repaid join known using (ending)
    where end_reason = 'repaid' and ended_at <= (select app_now()) - make_interval(days => ${waitDays})
    order by ended_at desc, id
    limit ${limit}
  `.execute(db)
  return rows
}
