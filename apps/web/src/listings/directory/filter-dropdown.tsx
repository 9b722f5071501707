import { Button, Popover } from '@mantine/core'
import { type FormEvent, type ReactNode, type Ref, useEffect } from 'react'
import styles from './filter-bar.module.css'

type FilterDropdownProps = {
  labelledBy: string
  /** What it stands below, and gives the focus back to. */
  button: HTMLElement | null
  opened: boolean
  onChange: (opened: boolean) => void
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

export const FilterDropdown = (props: FilterDropdownProps) => (
  <Popover
    opened={props.opened}
    onChange={props.onChange}
    position="bottom-start"
    withinPortal={false}
    trapFocus
    returnFocus
    transitionProps={{ transition: 'fade-up', duration: 140, exitDuration: 100 }}
    classNames={{ dropdown: styles.dropdown }}
  >
    <Popover.Target>
      <Standing at={props.button} />
    </Popover.Target>
    <Popover.Dropdown aria-labelledby={props.labelledBy}>
      <form className={styles.form} onSubmit={props.onSubmit}>
        {props.children}
        <Button type="submit" fullWidth>
          Apply
        </Button>
      </form>
    </Popover.Dropdown>
  </Popover>
)

type StandingProps = { at: HTMLElement | null; ref?: Ref<HTMLElement> }

/** The button was there before the dropdown, so it stands outside of it. */
function Standing({ at, ref }: StandingProps) {
  useEffect(() => {
    if (typeof ref === 'function') return ref(at) ?? undefined
    if (ref) ref.current = at
    return undefined
  }, [at, ref])
  return null
}
