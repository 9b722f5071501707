import { formatMoney, formatRate } from '@pier/protocol/money'
import { countOf } from '@pier/protocol/text'
import { FigureList } from '../ui/display/figure-list.tsx'
import { Ltv } from './ltv.tsx'
import { reckonTerms, type TypedTerms } from './typed-terms.ts'

type ReckonedTermsProps = {
  typed: TypedTerms
  valueCents: number | null
  /** The label of loan plus interest: "You would repay". */
  totalLabel: string
}

/** What typed terms add up to, each figure as soon as it can be calculated. */
export function ReckonedTerms({ typed, valueCents, totalLabel }: ReckonedTermsProps) {
  const terms = reckonTerms(typed, valueCents)
  const money = (cents: number | null) => (cents === null ? unknown : formatMoney(cents))
  const adjusted = terms.adjustedBps === null ? unknown : formatRate(terms.adjustedBps)
  return (
    <>
      <FigureList
        sunken
        figures={[
          { label: adjustedLabel(terms.termDays), value: adjusted },
          { label: 'Interest', value: money(terms.interestCents) },
          { label: totalLabel, value: money(terms.repayCents), total: true },
        ]}
      />
      <Ltv percent={terms.ltvPercent} />
    </>
  )
}

const adjustedLabel = (days: number | null) =>
  days === null ? 'Adjusted' : `Adjusted for ${countOf(days, 'day')}`

const unknown = 'unknown'
