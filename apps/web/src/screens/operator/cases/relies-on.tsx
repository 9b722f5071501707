import { IconPlus } from '@tabler/icons-react'
import type { Case } from './case.ts'
import styles from './ruling.module.css'

type ReliesOnProps = {
  exhibits: Case['exhibits']
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
}

/** The exhibits that a ruling relies on. A click on one removes it. */
export function ReliesOn({ exhibits, chosen, onChange }: ReliesOnProps) {
  const others = exhibits.filter(({ number }) => !chosen.includes(number))
  const add = (number: number) => onChange([...chosen, number].toSorted((a, b) => a - b))
  if (exhibits.length === 0) return null
  return (
    <div>
      <p className={styles.label}>Relies on</p>
      <div className={styles.chips}>
        {chosen.map((number) => (
          <button
            key={number}
            type="button"
            className={styles.chip}
            title="Remove exhibit"
            onClick={() => onChange(chosen.filter((each) => each !== number))}
          >
            Exhibit {number}
          </button>
        ))}
        {others.length > 0 && (
          <span className={styles.add}>
            <IconPlus size={16} aria-hidden="true" />
            Add
            <select
              aria-label="Add an exhibit"
              value=""
              onChange={({ currentTarget }) => add(Number(currentTarget.value))}
            >
              <option value="" disabled hidden>
                Add an exhibit
              </option>
              {others.map(({ number, name }) => (
                <option key={number} value={number}>
                  Exhibit {number}, {name}
                </option>
              ))}
            </select>
          </span>
        )}
      </div>
    </div>
  )
}
