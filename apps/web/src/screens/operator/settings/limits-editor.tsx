import { useState } from 'react'
import { DeskCard } from '../../../operator/page/operator-page.tsx'
import { limitNames, limitText } from '../../../operator/settings/setting-changes.ts'
import { FigureList } from '../../../ui/display/figure-list.tsx'
import { TextField } from '../../../ui/form/field.tsx'
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
    setWrong(isWhole(typed) ? others : { ...others, [name]: typed })
    if (isWhole(typed)) onChange({ ...value, [name]: Number(typed) })
  }
  return (
    <DeskCard title="Limits">
      <div className={styles.fields}>
        {limitNames.map((name) => (
          <TextField
            key={name}
            name={name}
            label={limitText[name].label}
            {...(limitText[name].unit && { unit: limitText[name].unit })}
            inputMode="numeric"
            value={wrong[name] ?? String(value[name])}
            error={wrong[name] === undefined ? undefined : 'Enter a whole number'}
            onChange={({ currentTarget }) => take(name, currentTarget.value.trim())}
          />
        ))}
      </div>
    </DeskCard>
  )
}
