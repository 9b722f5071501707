import type { Case } from './case.ts'
import styles from './ruling.module.css'

type Choice = Case['choices'][number]
type RulingChoicesProps = {
  choices: readonly Choice[]
  chosen: Choice['outcome'] | undefined
  onChoose: (outcome: Choice['outcome']) => void
}

/** Every possible ruling. A closed one stays visible and says why. */
export const RulingChoices = ({ choices, chosen, onChoose }: RulingChoicesProps) => (
  <fieldset className={styles.choices} aria-label="Ruling">
    {choices.map(({ outcome, title, note, is_open }) => (
      <label key={outcome} className={styles.choice} data-closed={!is_open || undefined}>
        <input
          type="radio"
          name="outcome"
          value={outcome}
          checked={outcome === chosen}
          aria-disabled={!is_open}
          onChange={() => is_open && onChoose(outcome)}
        />
        <strong>{title}</strong>
        <span>{note}</span>
      </label>
    ))}
  </fieldset>
)
