import {
  adjustedBps,
  interestCents,
  loanToValuePercent,
  payoffCents,
  perDiemCents,
} from '@pier/protocol/loans/loan-terms'
import { centsOf, formatMoney, formatRate } from '@pier/protocol/money'
import type { Offer } from '../../../api/offers.ts'
import { daysOf } from '../../../offers/offer-text.ts'

type Terms = { amountCents: number; termDays: number; rateBps: number }
type Note = { words: string; tone: 'better' | 'worse' | 'same' }
export type Cell = { text: string; note?: Note | undefined; isBest?: boolean }
export type CompareRow = { label: string; ask: string | null; cells: Cell[]; isTotal?: boolean }

const contracts = ['Bank Transfer', 'Cryptocurrency']
const unknown = 'unknown'

/** Offers on one domain beside its ask, row by row, as the borrower reads them. */
export function compareOffers(offers: readonly Offer[]): CompareRow[] {
  const ask = offers[0]?.ask ?? null
  const asked = ask && termsOf(ask)
  const valueCents = ask?.value == null ? null : centsOf(ask.value)
  const all = offers.map(termsOf)
  const row = (label: string, textOf: (terms: Terms) => string, extra = noExtra): CompareRow => ({
    label,
    ask: asked && textOf(asked),
    cells: all.map((terms, index) => ({ text: textOf(terms), ...extra(terms, index) })),
  })
  const better = (valueOf: (terms: Terms) => number, want: Want, noteOf?: NoteOf) => {
    const best = findBest(all.map(valueOf), want)
    return (terms: Terms, index: number) => ({
      isBest: best.has(index),
      ...(asked && noteOf && { note: noteOf(terms, asked) }),
    })
  }
  const daysAsked = asked?.termDays ?? all[0]?.termDays ?? 0
  return [
    row('You receive', receivedText, better(amountOf, 'most', amountNote)),
    row('Term', ({ termDays }) => daysOf(termDays), better(termOf, 'most', termNote)),
    row('APR', ({ rateBps }) => formatRate(rateBps), better(rateOf, 'least', rateNote)),
    row('Adjusted for the term', adjustedText, better(adjustedBps, 'least')),
    row('Interest per day', (terms) => formatMoney(perDayOf(terms)), better(perDayOf, 'least')),
    ...earlyDays(daysAsked).map((days) => row(`Repaid after ${daysOf(days)}`, payoffAfter(days))),
    row('Loan to estimated value', (terms) => ltvText(terms, valueCents)),
    {
      label: 'Contract',
      ask: '',
      cells: offers.map(({ contract }) => ({ text: contracts[contract] ?? unknown })),
    },
    row(
      'Total interest',
      (terms) => formatMoney(interestOf(terms)),
      (terms) => ({
        note: { words: `${formatMoney(perThousandOf(terms))} per $1,000`, tone: 'same' },
      }),
    ),
    { ...row('Total you repay', (terms) => formatMoney(totalOf(terms))), isTotal: true },
  ]
}

type Want = 'most' | 'least'
type Extra = (terms: Terms, index: number) => Partial<Cell>
type NoteOf = (terms: Terms, asked: Terms) => Note

const noExtra: Extra = () => ({})

const termsOf = (wire: Pick<Offer, 'loan_amount' | 'term' | 'apy'>): Terms => ({
  amountCents: centsOf(wire.loan_amount),
  termDays: wire.term,
  rateBps: centsOf(wire.apy),
})

/** Which values are the best; none where all are equal. Never a recommendation. */
export function findBest(values: readonly number[], want: Want): Set<number> {
  const best = want === 'most' ? Math.max(...values) : Math.min(...values)
  if (values.every((value) => value === best)) return new Set()
  return new Set(values.flatMap((value, index) => (value === best ? [index] : [])))
}

/** A quarter, half and three quarters of the term, in whole days. */
export function earlyDays(termDays: number): number[] {
  const days = [0.25, 0.5, 0.75].map((share) => Math.round(termDays * share))
  return [...new Set(days)].filter((day) => day > 0 && day < termDays)
}

const amountOf = ({ amountCents }: Terms) => amountCents
const termOf = ({ termDays }: Terms) => termDays
const rateOf = ({ rateBps }: Terms) => rateBps
const rateIn = ({ amountCents, rateBps }: Terms) => ({ principalCents: amountCents, rateBps })
const perDayOf = (terms: Terms) => perDiemCents(rateIn(terms))
const interestOf = (terms: Terms) => interestCents({ ...rateIn(terms), days: terms.termDays })
const totalOf = (terms: Terms) => terms.amountCents + interestOf(terms)
const perThousandOf = ({ rateBps, termDays }: Terms) =>
  interestCents({ principalCents: 100_000, rateBps, days: termDays })

const adjustedText = (terms: Terms) => formatRate(adjustedBps(terms))
const receivedText = ({ amountCents }: Terms) => formatMoney(amountCents, { whole: true })

/** A loan that is due before then has no such figure. */
const payoffAfter = (days: number) => (terms: Terms) =>
  days > terms.termDays
    ? `due after ${daysOf(terms.termDays)}`
    : formatMoney(payoffCents({ ...rateIn(terms), termDays: terms.termDays, days }))

function ltvText({ amountCents }: Terms, valueCents: number | null): string {
  const percent = loanToValuePercent({ amountCents, valueCents })
  return percent === null ? unknown : `${percent}%`
}

const asAsked: Note = { words: 'as asked', tone: 'same' }

function amountNote({ amountCents }: Terms, asked: Terms): Note {
  const more = amountCents - asked.amountCents
  if (more === 0) return asAsked
  const words = formatMoney(Math.abs(more), { whole: true })
  return more > 0
    ? { words: `${words} more`, tone: 'better' }
    : { words: `${words} less`, tone: 'worse' }
}

function termNote({ termDays }: Terms, asked: Terms): Note {
  const more = termDays - asked.termDays
  if (more === 0) return asAsked
  const words = daysOf(Math.abs(more))
  return more > 0
    ? { words: `${words} longer`, tone: 'better' }
    : { words: `${words} shorter`, tone: 'worse' }
}

function rateNote({ rateBps }: Terms, asked: Terms): Note {
  const more = rateBps - asked.rateBps
  if (more === 0) return asAsked
  const words = `${(Math.abs(more) / 100).toFixed(2)} points`
  return more > 0
    ? { words: `${words} higher`, tone: 'worse' }
    : { words: `${words} lower`, tone: 'better' }
}
