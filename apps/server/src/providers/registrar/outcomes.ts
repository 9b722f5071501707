/**
 * What to ask when an answer was lost. A transfer or a renewal may have been executed, and costs
 * money: it is never sent again before these have answered. Nameservers and locks need no question
 * of their own, for they are sent as differences; an auth code is made anew.
 */
import { type Registrar, RegistrarError } from './registrar-port.ts'

export type TransferOutcome = 'done' | 'pending' | 'notAccepted'

export async function askAboutTransfer(
  registrar: Pick<Registrar, 'findTransfer' | 'findDomain'>,
  name: string,
): Promise<TransferOutcome> {
  const transfer = await registrar.findTransfer(name).catch(ignoreNotOurs)
  if (transfer?.status === 'pending' && transfer.isRequestedByUs) return 'pending'
  const domain = await registrar.findDomain({ name }).catch(ignoreNotOurs)
  return domain?.isSponsoredByUs ? 'done' : 'notAccepted'
}

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
