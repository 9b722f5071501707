/**
 * Step-up: a dangerous action needs a fresh proof of identity. A login counts for a short window;
 * after that, `POST /users/step-up` leaves a grant on the session that is good for one action on
 * one object, once. Other modules call `requireStepUp` in the action's transaction.
 */
import { minuteMs } from '@pier/protocol/time'
import { AppError } from '../../../platform/app-error.ts'
import { inTransaction, type Db, type Tx } from '../../../platform/db/database.ts'
import { countTry, takeBackTry } from '../../../platform/limits.ts'
import { lockCaller, type Caller } from '../sessions/caller.service.ts'
import type { Client } from '../account/client.ts'
import { findMfa } from './mfa.repository.ts'
import { checkMfaCode } from './mfa-codes.service.ts'
import { checkOwnPassword } from './own-password.service.ts'
import { pauseOf } from '../account/pauses.service.ts'
import { saveSession, type Acting } from '../sessions/sessions.repository.ts'
import { findUserById, restrictUser, type User } from '../account/users.repository.ts'
import type { UserClients } from '../account/user-clients.ts'

const stepUpLimit = { name: 'step-up', max: 5, perSeconds: 600 }

/**
 * A needs a fresh proof, a verified address and an account that is not paused; `fresh` needs only
 * the proof; B accepts a login of the last 12 hours if two-step login is off. Whoever turns it on
 * controls the account from then on, so that needs a fresh proof too.
 */
const tiers = {
  A: { withMfa: 5 * minuteMs, withoutMfa: 15 * minuteMs },
  fresh: { withMfa: 5 * minuteMs, withoutMfa: 15 * minuteMs },
  B: { withMfa: 5 * minuteMs, withoutMfa: 12 * 60 * minuteMs },
}

const stepUpActions = {
  end_other_sessions: 'B',
  renew_recovery_codes: 'B',
  start_mfa: 'fresh',
  stop_mfa: 'A',
  export_data: 'A',
  delete_account: 'A',
  withdraw: 'A',
  transfer_out: 'A',
  edit_nameservers: 'B',
  sign_agreement: 'B',
  reveal_payee: 'B',
  confirm_receipt: 'B',
  release_domain: 'B',
  amend_loan: 'B',
  claim_default: 'A',
  advance_renewal: 'A',
  surrender_domain: 'A',
  change_payee: 'A',
} as const satisfies Record<string, keyof typeof tiers>

/** Allowed even while the account is frozen. */
const ownSafety: readonly string[] = ['end_other_sessions', 'start_mfa']

export type StepUpAction = keyof typeof stepUpActions
/** Not allowed while the account is paused. */
export type DangerousAction = {
  [A in StepUpAction]: (typeof stepUpActions)[A] extends 'A' ? A : never
}[StepUpAction]
type Act = Caller & { action: StepUpAction; object: string }

/** Allows the action or throws how to confirm it. Uses up a grant. Returns the locked user. */
export async function requireStepUp(tx: Tx, { userId, sessionId, action, object }: Act) {
  return checkStepUp(tx, await lockCaller(tx, { userId, sessionId }), { action, object })
}

/** The same, for a caller that is locked already. */
export async function checkStepUp(
  tx: Tx,
  { user, session }: Acting,
  { action, object }: Pick<Act, 'action' | 'object'>,
): Promise<User> {
  const tier = stepUpActions[action]
  const pause = pauseOf(user, tx.now)
  if (pause?.why === 'frozen' && !ownSafety.includes(action)) throw new AppError('frozen')
  if (pause && tier === 'A') throw new AppError(pause.why)
  const hasMfa = Boolean((await findMfa(tx, user.id))?.confirmedAt)
  if (isFreshLogin(session, { hasMfa, tier, now: tx.now })) return user
  const isGranted =
    session.grantAction === action &&
    session.grantObject === object &&
    session.grantUntil !== null &&
    session.grantUntil > tx.now
  if (!isGranted) {
    const methods = hasMfa ? (['totp', 'recovery'] as const) : (['password'] as const)
    throw new AppError('step_up_required', { action, object, methods: [...methods] })
  }
  await saveSession(tx, session.id, { grantAction: null, grantObject: null, grantUntil: null })
  return user
}

function isFreshLogin(
  session: Acting['session'],
  { hasMfa, tier, now }: { hasMfa: boolean; tier: keyof typeof tiers; now: Date },
): boolean {
  if (hasMfa && !session.usedMfa) return false
  const windowMs = hasMfa ? tiers[tier].withMfa : tiers[tier].withoutMfa
  return now.getTime() - session.createdAt.getTime() <= windowMs
}

/** Checks the code or the password, and leaves the grant. */
export async function grantStepUp(
  db: Db,
  clients: UserClients,
  input: Omit<Act, 'action'> & {
    action: string
    mfa: string | undefined
    password: string | undefined
    client: Client
  },
): Promise<void> {
  if ((await countTry(db, stepUpLimit, input.userId, clients.limitKey)) > stepUpLimit.max) {
    await inTransaction(db, (tx) => restrictUser(tx, input.userId, 60 * minuteMs))
    throw new AppError('too_many_requests')
  }
  const user = await findUserById(db, input.userId)
  if (!user) throw new AppError('login_required')
  const hasMfa = Boolean((await findMfa(db, user.id))?.confirmedAt)
  const isRight = hasMfa
    ? await checkMfaCode(db, clients, { user, code: input.mfa ?? '', client: input.client })
    : await checkOwnPassword(db, clients, user, input.password ?? '')
  if (!isRight) throw new AppError('step_up_failed', { field: hasMfa ? 'mfa' : 'password' })

  await takeBackTry(db, stepUpLimit, user.id, clients.limitKey) // Only wrong ones are to count.
  await inTransaction(db, async (tx) => {
    await lockCaller(tx, input)
    await saveSession(tx, input.sessionId, {
      grantAction: input.action,
      grantObject: input.object,
      grantUntil: new Date(tx.now.getTime() + 5 * minuteMs),
    })
  })
}
