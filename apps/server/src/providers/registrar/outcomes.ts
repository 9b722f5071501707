/**
 * What to ask when an answer was lost. A transfer or a renewal may have been executed, and costs
 * money: it is never sent again before these have answered. Nameservers and locks need no such
 * query, because they are sent as differences; an auth code is created anew.
 */
import { type Registrar, RegistrarError, type TransferState } from './registrar-port.ts'

export type TransferOutcome =
  /** Its state, or null if the registry reports none and the name is ours. */
  { isAccepted: true; state: TransferState | null } | { isAccepted: false }

/** `since` is when it was sent: an earlier request is another transfer. */
export async function askAboutTransfer(
  registrar: Pick<Registrar, 'findTransfer' | 'findDomain'>,
  { name, since }: { name: string; since: Date },
): Promise<TransferOutcome> {
  const state = await registrar.findTransfer(name).catch(ignoreNotOurs)
  const isPending = state?.status === 'pending'
  if (state?.isRequestedByUs && (isPending || isAfter(state.requestedAt, since))) {
    return { isAccepted: true, state }
  }
  const domain = await registrar.findDomain({ name }).catch(ignoreNotOurs)
  return domain?.isSponsoredByUs ? { isAccepted: true, state: null } : { isAccepted: false }
}

/** Allows for clocks that differ. */
const isAfter = (time: Date | null, since: Date): boolean =>
  time !== null && time.getTime() > since.getTime() - clockDifferenceMs
const clockDifferenceMs = 10 * 60_000

/**
 * `notExecuted`: send it again with the same date, which the registry compares with its own.
 * `unclear`: the date moved by something else, and a person has to look.
 */
export type RenewalOutcome = 'done' | 'notExecuted' | 'unclear'

export async function askAboutRenewal(
  registrar: Pick<Registrar, 'findDomain'>,
  asked: { name: string; expiresAt: Date; years: number },
): Promise<RenewalOutcome> {
  const domain = await registrar.findDomain({ name: asked.name })
  if (!domain?.expiresAt) return 'unclear'
  if (isSameDay(domain.expiresAt, asked.expiresAt)) return 'notExecuted'
  return isSameDay(domain.expiresAt, addYears(asked.expiresAt, asked.years)) ? 'done' : 'unclear'
}

/** Some registries tell nothing to those who do not sponsor the name. */
function ignoreNotOurs(error: unknown): null {
  if (error instanceof RegistrarError && error.code === 'not_ours') return null
  throw error
}

/** Registries differ by a day about 29 February. */
const isSameDay = (one: Date, other: Date): boolean =>
  Math.abs(one.getTime() - other.getTime()) <= 24 * 3_600_000

function addYears(date: Date, years: number): Date {
  const moved = new Date(date)
  moved.setUTCFullYear(moved.getUTCFullYear() + years)
  return moved
}
