/**
 * Registry fees paid from the site balance: reserved when agreed to, spent when the registry has
 * done its part, returned when it has not. Each has its own transaction.
 */
import { invariant } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { reserve, post, release, settle } from '../../ledger/ledger.service.ts'
import { insertTransaction, lockTransaction } from './transactions.repository.ts'
import { moveTransaction } from './transactions.service.ts'

type Fee = {
  userId: string
  type: 'transfer_in' | 'renewal' | 'runway' | 'advance'
  /** As the user reads it. */
  domain: string
  amountCents: number
  /** What else there is to know about it. */
  note?: string
}

/** Returns the transaction's id, which also identifies the reservation. */
export async function reserveFee(tx: Tx, { amountCents, ...fee }: Fee): Promise<string> {
  const line = { ...fee, method: 'balance', status: 'PENDING', amountCents: -amountCents } as const
  const transactionId = await insertTransaction(tx, line)
  const { userId } = fee
  await reserve(tx, { reference: referenceOf(transactionId), userId, amountCents, transactionId })
  return transactionId
}

/**
 * Idempotent. Does nothing if the fee was given back, as `giveFeeBack` does nothing once it is
 * spent.
 */
export async function spendFee(tx: Tx, transactionId: string): Promise<void> {
  const line = await lockLine(tx, transactionId)
  const end = { reference: referenceOf(transactionId), transactionId }
  const spent = { to: 'registry_payable', capturedCents: -line.amountCents } as const
  if (await settle(tx, { ...end, ...spent })) await moveTransaction(tx, line, 'finish')
}

export async function giveFeeBack(tx: Tx, transactionId: string, note: string): Promise<void> {
  const line = await lockLine(tx, transactionId)
  const end = { reference: referenceOf(transactionId), transactionId }
  if (await release(tx, end)) await moveTransaction(tx, line, 'reverse', { note })
}

/** Reserved, and neither spent nor returned. */
export async function findHeldCents(tx: Tx, transactionId: string): Promise<number> {
  const line = await lockLine(tx, transactionId)
  return line.status === 'PENDING' ? -line.amountCents : 0
}

/** A name that would be lost otherwise is renewed even if the balance does not cover it. */
export async function oweFee(tx: Tx, { amountCents, ...fee }: Fee): Promise<string> {
  const note = 'Renewed by us to keep the domain. Top up your balance to cover the fee'
  const line = { ...fee, method: 'balance', status: 'DONE', amountCents: -amountCents } as const
  const transactionId = await insertTransaction(tx, { ...line, note })
  const { userId } = fee
  const legs = { available: -amountCents, registry_payable: amountCents }
  const reference = `emergency:${transactionId}`
  await post(tx, { reference, kind: 'emergency_renewal', userId, transactionId, legs })
  return transactionId
}

const referenceOf = (transactionId: string) => `fee:${transactionId}`

async function lockLine(tx: Tx, transactionId: string) {
  const line = await lockTransaction(tx, transactionId)
  invariant(line, `there is a transaction ${transactionId}`)
  return line
}
