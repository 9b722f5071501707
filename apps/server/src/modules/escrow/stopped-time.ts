import type { Escrow, EscrowChange } from './escrow.repository.ts'

/** A time in which a clock stood still. */
export type Stop = { began: Date; ended: Date }

const moving = ['deadlineAt', 'payBy', 'dueAt', 'graceUntil', 'objectionUntil'] as const

/** Time that stood still is added to every date that was still to come when it began, and to no other. */
export function addStops(escrow: Escrow, stops: readonly Stop[]): EscrowChange {
  const change: EscrowChange = {}
  for (const name of moving) {
    const date = escrow[name]
    // The days to pay get all the time of an open claim back once it is withdrawn.
    if (!date || (name === 'payBy' && escrow.claimedAt)) continue
    const moved = stops.reduce(
      (at, { began, ended }) => (began < at ? new Date(at.getTime() + msOf({ began, ended })) : at),
      date,
    )
    if (moved > date) change[name] = moved
  }
  return change
}

export const stoppedMs = (stops: readonly Stop[]): number =>
  stops.reduce((sum, stop) => sum + msOf(stop), 0)

const msOf = ({ began, ended }: Stop) => ended.getTime() - began.getTime()
