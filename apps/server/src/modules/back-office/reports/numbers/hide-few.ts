/**
 * Says of counts only what gives nobody away. A part of one to four is hidden, and so is every sum
 * that narrows what a hidden part may be: with all that is shown, each could still be any of one to
 * four.
 */
import {
  countOf,
  fewMax,
  fewText,
  isFew,
  type Count,
  type Total,
} from '@pier/protocol/loans/small-counts'

export type Span = { from: number; to: number }

/** What somebody who sees only the shown parts knows of their sum. */
export function spanOf(parts: readonly number[]): Span {
  const few = parts.filter(isFew).length
  const shown = sum(parts.filter((part) => !isFew(part)))
  return { from: shown + few, to: shown + few * fewMax }
}

/** Whether every hidden part could still be any of one to four, with the sum within these bounds. */
export function areFree(parts: readonly number[], bounds: Span): boolean {
  const { from, to } = spanOf(parts)
  const spread = fewMax - 1
  return from === to || (from + spread <= bounds.to && to - spread >= bounds.from)
}

export function totalOf(parts: readonly number[]): Total {
  const total = sum(parts)
  if (areFree(parts, { from: total, to: total })) return total
  // The only loans there are: their sum says no more than they do.
  return parts.filter((part) => part > 0).length === 1 ? fewText : null
}

/** A sum of sums. It is shown where all of them are, so that it tells nothing new. */
export function addUp(totals: readonly Total[]): Total {
  if (totals.includes(null)) return null
  const some = totals.filter((total) => total !== 0)
  if (!some.includes(fewText)) return sum(some.filter((total) => typeof total === 'number'))
  return some.length === 1 ? fewText : null
}

/** A part of a whole that is shown: both it and the rest are shown, or neither. */
export function partOf(whole: Total, part: number): number | null {
  return typeof whole !== 'number' || isFew(part) || isFew(whole - part) ? null : part
}

export const boundsOf = (total: Total, parts: readonly number[]): Span =>
  typeof total === 'number' ? { from: total, to: total } : spanOf(parts)

export const hideFew = (counts: readonly number[]): Count[] => counts.map(countOf)

export const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)
