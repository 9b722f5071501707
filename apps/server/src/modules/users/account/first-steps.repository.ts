import { sql } from 'kysely'
import { invariant } from '../../../platform/app-error.ts'
import type { Db } from '../../../platform/db/database.ts'

type FirstSteps = {
  emailAt: Date | null
  twoStepAt: Date | null
  hasAddress: boolean
  paymentAt: Date | null
  domainAt: Date | null
  alertAt: Date | null
  marketAt: Date | null
  hasLoan: boolean
}

/** When a user first did each thing that a first loan needs. */
export async function findFirstSteps(db: Db, userId: string): Promise<FirstSteps> {
  const { rows } = await sql<FirstSteps>`
    select
      email_verified_at as email_at,
      (select confirmed_at from user_mfa where user_id = users.id) as two_step_at,
      has_address,
      (select min(created_at) from payees where user_id = users.id and stopped_at is null)
        as payment_at,
      (select min(coalesce(verified_at, created_at)) from domains
        where user_id = users.id and archived_at is null
          and status in ('EXTERNAL_VERIFIED', 'CUSTODY_PAID', 'IN_ESCROW')) as domain_at,
      (select min(created_at) from saved_searches where user_id = users.id) as alert_at,
      least(
        (select min(created_at) from listings where user_id = users.id),
        (select min(created_at) from offers where lender_id = users.id)) as market_at,
      exists (select from escrows where borrower_id = users.id or lender_id = users.id) as has_loan
    from users where id = ${userId}
  `.execute(db)
  const [steps] = rows
  invariant(steps, 'a user who is logged in is there')
  return steps
}
