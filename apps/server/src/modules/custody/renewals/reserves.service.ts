/**
 * Money set aside from an owner's balance to renew a name while a loan on it runs. A renewal draws
 * on it before it uses the balance; the rest goes back when the loan ends. Callers must have locked
 * the domain.
 */
import type { Tx } from '../../../platform/db/database.ts'
import type { Domain } from '../../domains/domains.service.ts'
import { balanceOf } from '../../ledger/ledger.service.ts'
import { findHeldCents, giveFeeBack, reserveFee } from '../../payments/payments.service.ts'
import {
  findOpenReserve,
  findReserveOfDomain,
  findReserveOfLoan,
  insertReserve,
  saveReserve,
  type Reserve,
} from './reserves.repository.ts'

type Loan = { id: string; code: string }

export async function setAside(
  tx: Tx,
  domain: Domain,
  { loan, amountCents }: { loan: Loan; amountCents: number },
): Promise<void> {
  const { id: domainId, userId } = domain
  const transactionId = await holdReserve(tx, domain, { code: loan.code, amountCents })
  await insertReserve(tx, { domainId, userId, escrowId: loan.id, transactionId })
}

/** Doing it twice does nothing. */
export async function giveReserveBack(tx: Tx, loan: Loan): Promise<void> {
  const reserve = await findReserveOfLoan(tx, loan.id)
  if (!reserve) return
  const note = `No longer needed for loan ${loan.code}`
  if (reserve.transactionId) await giveFeeBack(tx, reserve.transactionId, note)
  await saveReserve(tx, reserve.id, { endedAt: tx.now })
}

/** The unspent renewal reserve of a loan. */
export async function findReservedCents(tx: Tx, escrowId: string): Promise<number> {
  const reserve = await findReserveOfLoan(tx, escrowId)
  return reserve ? heldIn(tx, reserve) : 0
}

/** What a renewal of this name could take. */
export async function findReserveCents(tx: Tx, domain: Domain): Promise<number> {
  const reserve = await findReserveOfDomain(tx, { domainId: domain.id, userId: domain.userId })
  return reserve ? heldIn(tx, reserve) : 0
}

const heldIn = async (tx: Tx, { transactionId }: Reserve): Promise<number> =>
  transactionId ? findHeldCents(tx, transactionId) : 0

export type Drawn = { reserveId: string | null; reserveCents: number }

/**
 * Frees what a renewal needs, so that the renewal can reserve it under its own transaction. The
 * rest stays reserved.
 */
export async function drawReserve(tx: Tx, domain: Domain, feeCents: number): Promise<Drawn> {
  const reserve = await findReserveOfDomain(tx, { domainId: domain.id, userId: domain.userId })
  const heldCents = reserve ? await heldIn(tx, reserve) : 0
  const reserveCents = Math.min(heldCents, feeCents)
  if (!reserve?.transactionId || reserveCents === 0) return { reserveId: null, reserveCents: 0 }
  await giveFeeBack(tx, reserve.transactionId, 'Pays the renewal')
  const restCents = heldCents - reserveCents
  const rest = { code: reserve.code, amountCents: restCents }
  const transactionId = restCents > 0 ? await holdReserve(tx, domain, rest) : null
  await saveReserve(tx, reserve.id, { transactionId })
  return { reserveId: reserve.id, reserveCents }
}

/** A renewal that failed puts back what it had drawn, unless the loan has ended since. */
export async function refillReserve(
  tx: Tx,
  domain: Domain,
  { reserveId, reserveCents }: Drawn,
): Promise<void> {
  const reserve = reserveId ? await findOpenReserve(tx, reserveId) : undefined
  if (!reserve) return
  const { availableCents } = await balanceOf(tx, reserve.userId)
  const moreCents = Math.min(reserveCents, availableCents)
  if (moreCents <= 0) return
  const amountCents = moreCents + (await heldIn(tx, reserve))
  if (reserve.transactionId) await giveFeeBack(tx, reserve.transactionId, 'Reserved again')
  const transactionId = await holdReserve(tx, domain, { code: reserve.code, amountCents })
  await saveReserve(tx, reserve.id, { transactionId })
}

const holdReserve = (
  tx: Tx,
  { userId, unicodeName }: Domain,
  { code, amountCents }: { code: string; amountCents: number },
): Promise<string> => {
  const note = `Reserved for loan ${code} until it ends`
  return reserveFee(tx, { userId, type: 'runway', domain: unicodeName, amountCents, note })
}
