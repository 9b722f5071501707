import { NativeSelect, TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { DateField } from '../../text/date-field.tsx'
import { type FormEvent, type ReactNode } from 'react'
import styles from './filters.module.css'
import { useAddress } from './use-address.ts'

/** Which lines of a list are shown. */
export function Filters({ label, children }: { label: string; children: ReactNode }) {
  const blur = (event: FormEvent) => {
    event.preventDefault()
    // A field applies its value when it loses the focus, so Enter removes the focus.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
  }
  return (
    <form aria-label={label} className={styles.filters} onSubmit={blur}>
      {children}
    </form>
  )
}

type FilterProps = { name: string; label: string }

export const FilterText = (filter: FilterProps) => {
  const { key, ...field } = useFilter(filter)
  return <TextInput key={key} {...field} type="search" maxLength={100} />
}

export const FilterDate = (filter: FilterProps) => {
  const { key, ...field } = useFilter(filter)
  return <DateField key={key} {...field} />
}

/** A field that sets the filter when it is left. */
function useFilter({ name, label }: FilterProps) {
  const { read, set } = useAddress()
  const value = read(name) ?? ''
  return {
    key: value, // Another view of the same page resets the field.
    name,
    label,
    defaultValue: value,
    onBlur: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      const typed = currentTarget.value.trim()
      if (typed !== value) set(name, typed)
    },
  }
}

type FilterChoiceProps = FilterProps & {
  /** The option shown while nothing is chosen. */
  every: string
  options: readonly { value: string; label: string }[]
}

export function FilterChoice({ name, label, every, options }: FilterChoiceProps) {
  const { read, set } = useAddress()
  return (
    <NativeSelect
      label={label}
      name={name}
      value={read(name) ?? ''}
      data={[{ value: '', label: every }, ...options]}
      rightSection={<IconChevronDown size={18} aria-hidden="true" />}
      onChange={({ currentTarget }) => set(name, currentTarget.value)}
    />
  )
}
