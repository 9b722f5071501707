import type { Domain } from '../../../api/domains.ts'
import { shortDay } from '../../../shared/date-text.ts'
import { isOpen, type LoanLists } from '../../../shared/loans/moves.ts'
import { isWaiting } from '../../../shared/offers/offer-words.ts'

export const horizonDays = 45
const dayMs = 86_400_000
const labelPercent = 24
const lanesMax = 3

/** Something that is known to happen. Deadlines stand above the deck, registrations below. */
export type Coming = { key: string; at: string; domain: string; what: string; isBelow: boolean }
export type Placed = Coming & { percent: number; lane: number; isFlipped: boolean }

type Known = { lists: LoanLists; domains: readonly Domain[]; now: string }

/** What is known of the next 45 days, the soonest first. */
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

/** Offers on one domain that end on one day are one. */
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
 * Gives each a place on the deck, so that no label lies on another. From the last to the first: a
 * post may then stand beside the labels after it. What finds no room has no place.
 */
export function placeComing(all: readonly Coming[], now: string): Placed[] {
  const taken = new Map<string, [number, number][]>([['0false', [[0, labelPercent / 2]]]])
  return all.toReversed().flatMap((each) => {
    const percent = ((Date.parse(each.at) - Date.parse(now)) / dayMs / horizonDays) * 100
    const isFlipped = percent > 100 - labelPercent
    const from = isFlipped ? percent - labelPercent : percent
    for (let lane = 0; lane < lanesMax; lane++) {
      const key = `${lane}${each.isBelow}`
      const others = taken.get(key) ?? []
      if (others.some(([start, end]) => from < end && start < from + labelPercent)) continue
      taken.set(key, [...others, [from, from + labelPercent]])
      return [{ ...each, percent, lane, isFlipped }]
    }
    return []
  })
}
