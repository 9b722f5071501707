import { TextInput } from '@mantine/core'
import type { CSSProperties } from 'react'
import { useGrouped } from '../../../money/amount-field.tsx'
import { wrapField } from '../../../ui/form/field-wrap.tsx'
import type { Range } from './chosen-terms.ts'
import styles from './term-slider.module.css'

type TermSliderProps = {
  label: string
  name: string
  unit?: string
  unitAfter?: string
  /** As it stands in the field, which goes further than the slider. */
  typed: string
  value: number | null
  range: Range
  /** What stands at both ends of the slider. */
  ends: readonly [string, string]
  say: (value: number) => string
  error: string | null
  onType: (typed: string) => void
  onSlide: (value: number) => void
}

/** One figure of the terms, to be typed or to be pulled. */
export function TermSlider({ label, name, unit, unitAfter, ...slider }: TermSliderProps) {
  const { typed, value, range, ends, say, error, onType, onSlide } = slider
  const grouped = useGrouped(typed, onType)
  const plain = {
    value: typed,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      onType(currentTarget.value),
  }
  const held = Math.min(Math.max(value ?? range.min, range.min), range.max)
  const share = (held - range.min) / (range.max - range.min || 1)
  return (
    <div className={styles.slider}>
      <TextInput
        {...wrapField({ label, error: error ?? undefined })}
        classNames={{ root: styles.field }}
        name={name}
        {...(unit ? grouped : plain)}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        leftSection={unit && <span aria-hidden="true">{unit}</span>}
        leftSectionWidth={28}
        leftSectionPointerEvents="none"
        rightSection={unitAfter && <span aria-hidden="true">{unitAfter}</span>}
        rightSectionWidth={unitAfter === 'days' ? 52 : 32}
        rightSectionPointerEvents="none"
      />
      <input
        type="range"
        className={styles.range}
        style={{ '--share': `${share * 100}%` } as CSSProperties}
        aria-label={`${label}, slider`}
        aria-valuetext={say(held)}
        min={range.min}
        max={range.max}
        step={range.step}
        value={held}
        onChange={({ currentTarget }) => onSlide(currentTarget.valueAsNumber)}
      />
      <div aria-hidden="true" className={styles.ends}>
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </div>
    </div>
  )
}
