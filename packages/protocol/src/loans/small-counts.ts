/** Counts of one to four could identify somebody, so they are told apart from nothing and from many only. */
export const fewText = '<5'
export const fewMax = 4

export type Count = number | typeof fewText
/** Null where it is left out, because a hidden count could be worked out from it. */
export type Total = Count | null

export const isFew = (count: number): boolean => count > 0 && count <= fewMax
export const countOf = (count: number): Count => (isFew(count) ? fewText : count)

export const countText = (count: Count): string =>
  count === fewText ? `1 to ${fewMax}` : String(count)
export const totalText = (total: Total): string => (total === null ? 'left out' : countText(total))
