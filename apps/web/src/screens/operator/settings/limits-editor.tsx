import { useState } from 'react'
import { DeskCard } from '../../../operator/page/operator-page.tsx'
import { limitNames, limitText } from '../../../operator/settings/setting-changes.ts'
import { FigureList } from '../../../ui/display/figure-list.tsx'
import { AmountField } from '../../../money/amount-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { EditorProps } from './editor-props.ts'
import styles from './settings.module.css'

/** Whole numbers only: nobody needs cents here. */
const isWhole = (typed: string) => /^\d{1,9}$/.test(typed)

export function LimitsEditor({ value, onChange }: EditorProps<'limits'>) {
  const [wrong, setWrong] = useState<Record<string, string>>({})
  if (!onChange) {
    const figures = limitNames.map((name) => ({
      label: limitText[name].label,
      value: limitText[name].words(value[name]),
    }))
    return (
      <DeskCard title="Limits">
        <FigureList figures={figures} />
      </DeskCard>
    )
  }
  const take = (name: (typeof limitNames)[number], typed: string) => {
    const { [name]: _, ...others } = wrong
    const bare = typed.trim().replaceAll(',', '')
    setWrong(isWhole(bare) ? others : { ...others, [name]: typed })
    if (isWhole(bare)) onChange({ ...value, [name]: Number(bare) })
  }
  return (
    <DeskCard title="Limits">
      <div className={styles.fields}>
        {limitNames.map((name) => {
          const field = {
            name,
            label: limitText[name].label,
            value: wrong[name] ?? String(value[name]),
            error: wrong[name] === undefined ? undefined : 'Enter a whole number',
          }
          return limitText[name].unit ? (
            <AmountField key={name} {...field} onType={(typed) => take(name, typed)} />
          ) : (
            <TextField
              key={name}
              {...field}
              inputMode="numeric"
              onChange={({ currentTarget }) => take(name, currentTarget.value)}
            />
          )
        })}
      </div>
    </DeskCard>
  )
}
