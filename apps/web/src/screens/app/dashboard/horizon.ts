import { dayMs } from '@pier/protocol/time'
import type { Domain } from '../../../api/domains.ts'
import { shortDay } from '../../../text/date-text.ts'
import { isOpen, type LoanLists } from '../../../loans/next-action/moves.ts'
import { isWaiting } from '../../../offers/offer-text.ts'

export const horizonDays = 45
const labelPercent = 24
const todayPercent = 9
const lanesMax = 4

/** A known future event. Deadlines are above the timeline, registrations below. */
export type Coming = { key: string; at: string; domain: string; what: string; isBelow: boolean }
type Spot<Thing> = Thing & { percent: number; from: number; isFlipped: boolean }
export type Placed = Spot<Coming> & { lane: number }

type Known = { lists: LoanLists; domains: readonly Domain[]; now: string }

/** All known events of the next 45 days, soonest first. */
export function listComing({ lists, domains, now }: Known): Coming[] {
  const offers = [...lists.received, ...lists.sent].filter(isWaiting)
  const all = [
    ...[...lists.borrowed, ...lists.lent]
      .filter(isOpen)
      .flatMap((row) =>
        row.deadline_at
          ? [coming({ id: row.id, at: row.deadline_at, domain: row.domain, what: row.move })]
          : [],
      ),
    ...offers.map(({ id, expires_at, domain }) =>
      coming({ id, at: expires_at, domain, what: 'offer ends' }),
    ),
    ...domains.flatMap(({ id, domain, expires_at }) =>
      expires_at
        ? [{ ...coming({ id, at: expires_at, domain, what: 'registration ends' }), isBelow: true }]
        : [],
    ),
  ]
  const isNear = ({ at }: Coming) => {
    const days = (Date.parse(at) - Date.parse(now)) / dayMs
    return days >= 0 && days <= horizonDays
  }
  return joinOffers(all.filter(isNear).toSorted((one, other) => one.at.localeCompare(other.at)))
}

const coming = ({ id, ...rest }: Omit<Coming, 'key' | 'isBelow'> & { id: string }): Coming => ({
  key: `${rest.what} ${id}`,
  ...rest,
  isBelow: false,
})

/** Joins offers on one domain that end on the same day. */
function joinOffers(all: Coming[]): Coming[] {
  const groups = Map.groupBy(all, ({ at, domain, what, key }) =>
    what === 'offer ends' ? `${shortDay(at)} ${domain}` : key,
  )
  return [...groups.values()].flatMap(([first, ...more]) => {
    if (!first) return []
    return more.length > 0 ? [{ ...first, what: `${more.length + 1} offers end` }] : [first]
  })
}

/**
 * Places events on the timeline, soonest first, so that no label covers another and no line crosses
 * one: earlier events are higher. What does not fit is left out.
 */
export function placeComing(all: readonly Coming[], now: string): Placed[] {
  const spots = all.map((each) => ({ ...each, ...spotOf(each, now) }))
  return [false, true].flatMap((isBelow) => {
    let chosen: Spot<Coming>[] = []
    for (const spot of spots.filter((each) => each.isBelow === isBelow)) {
      const tried = [...chosen, spot]
      if (assignLanes(tried, isBelow).every((lane) => lane < lanesMax)) chosen = tried
    }
    const lanes = assignLanes(chosen, isBelow)
    return chosen.map((spot, index) => ({ ...spot, lane: lanes[index] ?? 0 }))
  })
}

/** The lane of "Today", above the labels of the first days. */
export const todayLane = (placed: readonly Placed[]): number =>
  Math.max(
    -1,
    ...placed
      .filter(({ isBelow, from }) => !isBelow && from < todayPercent)
      .map(({ lane }) => lane),
  ) + 1

function spotOf({ at }: Coming, now: string) {
  const percent = ((Date.parse(at) - Date.parse(now)) / dayMs / horizonDays) * 100
  const isFlipped = percent > 100 - labelPercent
  return { percent, isFlipped, from: isFlipped ? percent - labelPercent : percent }
}

/** From last to first, each above those later ones that its label would cover. */
function assignLanes(spots: readonly Spot<unknown>[], isBelow: boolean): number[] {
  const lanes: number[] = []
  for (let index = spots.length - 1; index >= 0; index--) {
    const { from = 0 } = spots[index] ?? {}
    const under = lanes.filter((_, other) => {
      const next = spots[other]
      return next !== undefined && other > index && next.from < from + labelPercent
    })
    lanes[index] = Math.max(-1, ...under) + 1
  }
  const isUnderToday = (index: number) => !isBelow && (spots[index]?.from ?? 100) < todayPercent
  // "Today" is above the first days, and needs a lane of its own.
  return lanes.map((lane, index) =>
    isUnderToday(index) && lane === lanesMax - 1 ? lanesMax : lane,
  )
}
