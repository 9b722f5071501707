/**
 * Payment details of users. They are encrypted with the owner's key and never change: a change is a
 * new version, which waits a day before it counts, so that the owner can stop a thief. The loans
 * module decides who sees them, and when.
 */
import { randomUUID } from 'node:crypto'
import { limits } from '@pier/protocol/limits'
import {
  faultOfPayee,
  hintOfPayee,
  linesOfPayee,
  tidyPayee,
  type PayeeDetails,
  type PayeeLine,
} from '@pier/protocol/payouts/payees'
import { dayMs, hourMs } from '@pier/protocol/time'
import { railOf, type Rail } from '@pier/protocol/rails'
import type { Kysely } from 'kysely'
import { AppError, invariant } from '../../../platform/app-error.ts'
import type { KeyRing } from '../../../platform/config.ts'
import { decryptText, encryptText, unwrapDataKey } from '../../../platform/crypto/envelope.ts'
import { hmac } from '../../../platform/crypto/secrets.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'
import { lockCaller, type Caller } from '../sessions/caller.service.ts'
import type { Client } from '../account/client.ts'
import {
  findOtherPaidAt,
  findPayee,
  insertPayee,
  listPayees,
  listPayeesEver,
  stopPayees,
  type Payee,
} from './payees.repository.ts'
import { noteSecurity } from '../account/security-notice.service.ts'
import { requireStepUp } from '../two-step/step-up.service.ts'
import { findUserById, type User } from '../account/users.repository.ts'
import type { UserClients } from '../account/user-clients.ts'

type CallerFrom = Caller & { client: Client }

export type OwnPayee = Payee & { isActive: boolean; lines: PayeeLine[] }

/** For each rail the current version, and the pending one: only the last of several changes. */
export async function readOwnPayees(
  db: Db,
  { dataKeys }: UserClients,
  { userId, now }: { userId: string; now: Date },
): Promise<OwnPayee[]> {
  const user = await findUserById(db, userId)
  if (!user) throw new AppError('login_required')
  const all = await listPayees(db, userId)
  return all.flatMap((payee) => {
    const onRail = all.filter(({ rail }) => rail === payee.rail)
    const isActive = activeOf(onRail, now)?.id === payee.id
    const isNext = payee.activeFrom > now && onRail.at(-1)?.id === payee.id
    if (!isActive && !isNext) return []
    return [{ ...payee, isActive, lines: linesOfPayee(open(dataKeys, user, payee)) }]
  })
}

const activeOf = (onRail: Payee[], now: Date) =>
  onRail.findLast(({ activeFrom }) => activeFrom <= now)

/** Returns the new version, or null if the details are unchanged. */
export async function savePayee(
  tx: Tx,
  clients: UserClients,
  { userId, sessionId, client, details }: CallerFrom & { details: PayeeDetails },
): Promise<Payee | null> {
  const tidy = tidyPayee(details)
  const fault = faultOfPayee(tidy)
  if (fault) throw new AppError('payee_invalid', fault)
  const rail = railOf(tidy.rail)
  const act = { userId, sessionId, action: 'change_payee', object: String(tidy.rail) } as const
  const user = await requireStepUp(tx, act)
  const ever = (await listPayeesEver(tx, userId)).filter((payee) => payee.rail === rail)
  const kept = ever.filter(({ stoppedAt }) => !stoppedAt)
  if (isSame(clients.dataKeys, user, { last: kept.at(-1), details: tidy })) return null

  const since = new Date(tx.now.getTime() - dayMs)
  const recent = ever.filter(({ createdAt }) => createdAt > since)
  if (recent.length >= limits.payeeChangesPerDay) throw new AppError('too_many_requests')
  const id = randomUUID()
  const detailsKey = hmac(clients.limitKey, placeOfPayee(tidy))
  const waitMs = kept.length > 0 ? limits.payeeWaitHours * hourMs : 0
  const payee = await insertPayee(tx, {
    id,
    userId,
    rail,
    version: (ever.at(-1)?.version ?? 0) + 1,
    sealed: seal(clients.dataKeys, user, { id, details: tidy }),
    hint: hintOfPayee(tidy),
    detailsKey,
    sharedWith: (await findOtherPaidAt(tx, { detailsKey, userId })) ?? null,
    createdAt: tx.now,
    activeFrom: new Date(tx.now.getTime() + waitMs),
  })
  const kind = waitMs > 0 ? 'payeeChanged' : 'payeeAdded'
  await noteSecurity(tx, clients, { user, kind, from: client })
  return payee
}

/** Identifies the destination account, ignoring the other fields. */
const placeOfPayee = (details: PayeeDetails): string =>
  details.rail === 0
    ? `payee|bank|${details.account}|${details.routing ?? ''}`
    : `payee|${details.network}|${details.address}`

type Compared = { last: Payee | undefined; details: PayeeDetails }

function isSame(dataKeys: KeyRing, user: User, { last, details }: Compared): boolean {
  if (!last) return false
  const before = linesOfPayee(open(dataKeys, user, last))
  return JSON.stringify(before) === JSON.stringify(linesOfPayee(details))
}

/** The owner keeps the current version. Returns false if nothing is pending. */
export async function stopPayeeChange(
  tx: Tx,
  clients: UserClients,
  { userId, sessionId, client, rail }: CallerFrom & { rail: Rail },
): Promise<boolean> {
  const { user } = await lockCaller(tx, { userId, sessionId })
  if (!(await stopPayees(tx, { userId, rail }))) return false
  await noteSecurity(tx, clients, { user, kind: 'payeeKept', from: client })
  return true
}

/** The current version of a user on a rail, if they have given any. */
export async function findPayeeInForce(
  tx: Tx,
  { userId, rail }: { userId: string; rail: Rail },
): Promise<Payee | undefined> {
  const payees = await listPayees(tx, userId)
  return activeOf(
    payees.filter((payee) => payee.rail === rail),
    tx.now,
  )
}

/** Decrypts one version. The caller has checked that the reader may pay to it. */
export async function openPayee(
  db: Kysely<DB>,
  dataKeys: KeyRing,
  payeeId: string,
): Promise<{ payee: Payee; name: string; lines: PayeeLine[] }> {
  const payee = await findPayee(db, payeeId)
  const user = payee && (await findUserById(db as Db, payee.userId))
  invariant(user, 'who is to be paid has not been deleted')
  return { payee, name: user.name, lines: linesOfPayee(open(dataKeys, user, payee)) }
}

/** For the export of a user's data: every version, including stopped ones. */
export async function collectPayees(db: Db, dataKeys: KeyRing, user: User) {
  const payees = await listPayeesEver(db, user.id)
  return payees.map((payee) => ({
    details: open(dataKeys, user, payee),
    version: payee.version,
    createdAt: payee.createdAt,
    activeFrom: payee.activeFrom,
    stoppedAt: payee.stoppedAt,
  }))
}

const placeOf = (id: string) => `payees|sealed|${id}`

function seal(
  dataKeys: KeyRing,
  user: User,
  { id, details }: { id: string; details: PayeeDetails },
) {
  return encryptText(unwrapDataKey(dataKeys, user), JSON.stringify(details), placeOf(id))
}

/** The cast is safe: only details that were validated here are encrypted. */
const open = (dataKeys: KeyRing, user: User, { id, sealed }: Payee) =>
  JSON.parse(decryptText(unwrapDataKey(dataKeys, user), sealed, placeOf(id))) as PayeeDetails
