import { PasswordInput, Select, TextInput } from '@mantine/core'
import { IconAlertCircle, IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
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
  <PasswordInput
    {...fieldProps(field)}
    visibilityToggleFocusable
    classNames={{ visibilityToggle: styles.eye }}
    visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
  />
)

/** A name that was saved before the list stood here stays a choice. */
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
      nothingFoundMessage="No country of that name"
      withScrollArea={false}
      checkIconPosition="right"
      rightSection={<IconChevronDown size={18} aria-hidden="true" />}
      rightSectionPointerEvents="none"
      selectFirstOptionOnChange
      attributes={{ dropdown: { tabIndex: -1 } }} // A list that scrolls would be a stop of its own.
      classNames={{ dropdown: styles.dropdown, option: styles.option, empty: styles.none }}
      comboboxProps={{ withinPortal: false, position: 'bottom-start' }}
    />
  )
}

/** Hint and error share one place below the field; the error takes it when there is one. */
function fieldProps<Name extends AddressField | 'curPassword' | 'newPassword'>({
  form,
  name,
  label,
  hint,
  optional,
  autoComplete,
}: ProfileFieldProps<Name>) {
  const error = form.errors[name]
  return {
    name,
    autoComplete,
    value: form.profile[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      form.edit({ [name]: event.currentTarget.value }),
    'aria-invalid': Boolean(error),
    label: optional ? <OptionalLabel label={label} /> : label,
    description: error ? undefined : hint,
    error: error ? <FieldError text={error} /> : undefined,
    errorProps: { component: 'div' as const },
    inputWrapperOrder: ['label', 'input', 'description', 'error'] satisfies string[] as (
      | 'label'
      | 'input'
      | 'description'
      | 'error'
    )[],
  }
}

const OptionalLabel = ({ label }: { label: string }): ReactNode => (
  <>
    {label} <span className={styles.optional}>(optional)</span>
  </>
)

export const FieldError = ({ text }: { text: string }): ReactNode => (
  <>
    <IconAlertCircle size={16} aria-hidden="true" />
    {text}
  </>
)
