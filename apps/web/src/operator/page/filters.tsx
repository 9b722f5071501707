import { NativeSelect, TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
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

export function FilterText({ name, label, type = 'search' }: FilterProps & { type?: string }) {
  const { read, set } = useAddress()
  const value = read(name) ?? ''
  return (
    <TextInput
      key={value} // Another view of the same page resets the field.
      type={type}
      label={label}
      name={name}
      defaultValue={value}
      maxLength={100}
      onBlur={({ currentTarget }) => {
        const typed = currentTarget.value.trim()
        if (typed !== value) set(name, typed)
      }}
    />
  )
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
