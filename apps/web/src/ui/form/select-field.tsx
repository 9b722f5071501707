import { NativeSelect } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentPropsWithoutRef } from 'react'
import { wrapped } from './field-wrap.tsx'
import type { FieldProps } from './text-field.tsx'

type SelectFieldProps = Pick<FieldProps, 'label' | 'name' | 'error' | 'hint'> & {
  options: readonly { value: string; label: string }[]
} & Pick<ComponentPropsWithoutRef<'select'>, 'value' | 'defaultValue' | 'onChange'>

export function SelectField({ options, ...field }: SelectFieldProps) {
  return (
    <NativeSelect
      {...wrapped(field)}
      data={options}
      rightSection={<IconChevronDown size={18} aria-hidden="true" />}
    />
  )
}
