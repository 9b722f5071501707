import { IconChevronDown } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { late } from '../../ui/dialog/late.tsx'
import styles from './filter-bar.module.css'

type FilterMenuProps = {
  label: string
  /** What is chosen, in few words. */
  chosen: string
  /** The typed values by field name. */
  onApply: (typed: Record<string, string>) => void
  children: ReactNode
}

const dropdown = late(async () => (await import('./filter-dropdown.tsx')).FilterDropdown)

/** A filter that opens below its button, with fields of its own. */
export function FilterMenu({ label, chosen, onApply, children }: FilterMenuProps) {
  const [opened, setOpened] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const id = useId()

  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = [...new FormData(event.currentTarget)]
    const texts = typed.map(([name, value]) => [name, typeof value === 'string' ? value : ''])
    setOpened(false)
    onApply(Object.fromEntries(texts))
  }
  const toggle = () => {
    setWasOpened(true)
    setOpened(!opened || !dropdown.isThere()) // A second press does not close what has not come yet.
  }
  return (
    <div className={styles.menu}>
      <span id={id} className={styles.label}>
        {label}
      </span>
      <button
        ref={setButton}
        type="button"
        aria-labelledby={`${id} ${id}-chosen`}
        aria-haspopup="dialog"
        aria-expanded={opened}
        className={styles.chosen}
        {...dropdown.whenNear}
        onClick={toggle}
      >
        <span id={`${id}-chosen`}>{chosen}</span>
        <IconChevronDown size={18} aria-hidden="true" />
      </button>
      {wasOpened && (
        <dropdown.Part
          labelledBy={id}
          button={button}
          opened={opened}
          onChange={setOpened}
          onSubmit={apply}
          onLost={() => setOpened(false)}
        >
          {children}
        </dropdown.Part>
      )}
    </div>
  )
}
