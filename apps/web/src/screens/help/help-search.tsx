import { IconSearch } from '@tabler/icons-react'
import { Form } from 'react-router'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import styles from './help-search.module.css'
import { searchLengthMax } from './help-topics.ts'

type HelpSearchProps = { value?: string; placeholder: string; size?: 'large' | 'small' }

/** A plain form, so that it also searches without scripts. */
export function HelpSearch({ value = '', placeholder, size = 'small' }: HelpSearchProps) {
  return (
    <search>
      <Form method="get" action="/help" className={styles.search} data-size={size}>
        <label>
          <VisuallyHidden>Search help</VisuallyHidden>
          <IconSearch size={size === 'large' ? 22 : 18} aria-hidden="true" />
          <input
            key={value}
            type="search"
            name="q"
            defaultValue={value}
            placeholder={placeholder}
            maxLength={searchLengthMax}
            autoComplete="off"
            enterKeyHint="search"
          />
        </label>
        <button type="submit">Search</button>
      </Form>
    </search>
  )
}
