import { Button, NativeSelect, Switch, TextInput } from '@mantine/core'
import { IconChevronDown, IconKeyboard, IconSearch } from '@tabler/icons-react'
import type { FormEvent, RefObject } from 'react'
import { useSearchParams } from 'react-router'
import styles from './queue.module.css'

type QueueFiltersProps = {
  states: readonly string[]
  fieldRef: RefObject<HTMLInputElement | null>
  onKeys: () => void
}

/** Filters of a queue. They are in the address, so that a view can be shared. */
export function QueueFilters({ states, fieldRef, onKeys }: QueueFiltersProps) {
  const [search, setSearch] = useSearchParams()
  const set = (name: string, value: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete('page')
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    set('search', fieldRef.current?.value.trim() ?? '')
  }
  const state = search.get('state') ?? ''
  const options = state && !states.includes(state) ? [state, ...states] : states
  return (
    <form aria-label="Tasks in this queue" className={styles.filters} onSubmit={find}>
      <TextInput
        ref={fieldRef}
        type="search"
        aria-label="Search this queue"
        placeholder="Name, loan or person"
        defaultValue={search.get('search') ?? ''}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        onBlur={({ currentTarget }) => set('search', currentTarget.value.trim())}
      />
      <NativeSelect
        aria-label="State"
        value={state}
        data={[
          { value: '', label: 'All states' },
          ...options.map((each) => ({ value: each, label: each })),
        ]}
        rightSection={<IconChevronDown size={18} aria-hidden="true" />}
        onChange={({ currentTarget }) => set('state', currentTarget.value)}
      />
      <Switch
        label="Mine"
        checked={search.get('mine') !== null}
        onChange={({ currentTarget }) => set('mine', currentTarget.checked ? 'true' : '')}
      />
      <Button
        variant="subtle"
        leftSection={<IconKeyboard size={18} aria-hidden="true" />}
        onClick={onKeys}
      >
        Keys
      </Button>
    </form>
  )
}
