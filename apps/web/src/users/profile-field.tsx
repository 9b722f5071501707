import { PasswordInput, Select, TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { eyeProps, wrapField } from '../ui/form/field-wrap.tsx'
import { countryNames } from './country-names.ts'
import styles from './profile-field.module.css'
import type { AddressField } from './profile.ts'
import type { ProfileForm } from './use-profile.ts'

type ProfileFieldProps<Name> = {
  form: ProfileForm
  name: Name
  label: string
  hint?: string
  optional?: boolean
  autoComplete: string
}

export const ProfileText = (field: ProfileFieldProps<AddressField>) => (
  <TextInput {...fieldProps(field)} />
)

export const ProfilePassword = (field: ProfileFieldProps<'curPassword' | 'newPassword'>) => (
  <PasswordInput {...fieldProps(field)} {...eyeProps()} />
)

/** A country saved before this list existed stays a choice. */
export function CountryField({ form, ...field }: Omit<ProfileFieldProps<'country'>, 'name'>) {
  const { country } = form.profile
  const names =
    country && !countryNames.includes(country) ? [country, ...countryNames] : countryNames
  const {
    onChange: _typed,
    value: _value,
    ...wrapped
  } = fieldProps({ form, name: 'country', ...field })
  return (
    <Select
      {...wrapped}
      data={names}
      value={country || null}
      onChange={(chosen) => form.edit({ country: chosen ?? '' })}
      searchable
      clearable={false}
      nothingFoundMessage="Choose a country from the list"
      withScrollArea={false}
      checkIconPosition="right"
      rightSection={<IconChevronDown size={18} aria-hidden="true" />}
      rightSectionPointerEvents="none"
      selectFirstOptionOnChange
      attributes={{ dropdown: { tabIndex: -1 } }} // A scrolling list would be a tab stop.
      classNames={{ dropdown: styles.dropdown, option: styles.option, empty: styles.none }}
      comboboxProps={{ withinPortal: false, position: 'bottom-start' }}
    />
  )
}

function fieldProps<Name extends AddressField | 'curPassword' | 'newPassword'>({
  form,
  name,
  autoComplete,
  ...words
}: ProfileFieldProps<Name>) {
  return {
    name,
    autoComplete,
    value: form.profile[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      form.edit({ [name]: event.currentTarget.value }),
    ...wrapField({ ...words, error: form.errors[name] }),
  }
}
