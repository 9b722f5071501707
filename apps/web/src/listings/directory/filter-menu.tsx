import { Button, Popover } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import styles from './filter-bar.module.css'

type FilterMenuProps = {
  label: string
  /** What is chosen, in few words. */
  chosen: string
  /** The typed values by field name. */
  onApply: (typed: Record<string, string>) => void
  children: ReactNode
}

/** A filter that opens below its button, with fields of its own. */
export function FilterMenu({ label, chosen, onApply, children }: FilterMenuProps) {
  const [opened, setOpened] = useState(false)
  const id = useId()

  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = [...new FormData(event.currentTarget)]
    const texts = typed.map(([name, value]) => [name, typeof value === 'string' ? value : ''])
    setOpened(false)
    onApply(Object.fromEntries(texts))
  }
  return (
    <div className={styles.menu}>
      <span id={id} className={styles.label}>
        {label}
      </span>
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-start"
        withinPortal={false}
        trapFocus
        returnFocus
        transitionProps={{ transition: 'fade-up', duration: 140, exitDuration: 100 }}
        classNames={{ dropdown: styles.dropdown }}
      >
        <Popover.Target>
          <button
            type="button"
            aria-labelledby={`${id} ${id}-chosen`}
            className={styles.chosen}
            onClick={() => setOpened(!opened)}
          >
            <span id={`${id}-chosen`}>{chosen}</span>
            <IconChevronDown size={18} aria-hidden="true" />
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-labelledby={id}>
          <form className={styles.form} onSubmit={apply}>
            {children}
            <Button type="submit" fullWidth>
              Apply
            </Button>
          </form>
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}
