import { useId } from 'react'
import styles from './loan-dialogs.module.css'

export type Choice<Value extends string> = {
  value: Value
  label: string
  /** Why it cannot be chosen now. It stays visible. */
  whyNot?: string | null
}

type ChoicesProps<Value extends string> = {
  label: string
  name: string
  choices: readonly Choice<Value>[]
  value: Value
  onChange: (value: Value) => void
}

export function Choices<Value extends string>(given: ChoicesProps<Value>) {
  const { label, name, choices, value: chosen, onChange } = given
  const id = useId()
  return (
    <fieldset className={styles.choices}>
      <legend>{label}</legend>
      {choices.map(({ value, label: words, whyNot }) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            disabled={Boolean(whyNot)}
            aria-describedby={whyNot ? `${id}${value}` : undefined}
            onChange={() => onChange(value)}
          />
          <span>
            {words}
            {whyNot && <small id={`${id}${value}`}>{whyNot}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
