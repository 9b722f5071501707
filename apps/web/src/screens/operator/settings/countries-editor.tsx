import { Button } from '@mantine/core'
import { formatRate } from '@pier/protocol/money'
import type { CountryRule } from '@pier/protocol/settings'
import { useState } from 'react'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { CountryDialog } from './country-dialog.tsx'
import type { EditorProps } from './editor-props.ts'
import styles from './settings.module.css'

export function CountriesEditor({ value, onChange }: EditorProps<'countries'>) {
  const [asked, setAsked] = useState<{ rule: CountryRule | null } | null>(null)
  const put = (before: CountryRule | null, rule: CountryRule) =>
    onChange?.(
      [...value.filter((each) => each !== before), rule].toSorted((one, other) =>
        one.country.localeCompare(other.country, 'en'),
      ),
    )
  const acts = onChange && {
    change: (rule: CountryRule) => setAsked({ rule }),
    remove: (rule: CountryRule) => onChange(value.filter((each) => each !== rule)),
  }
  return (
    <>
      <DataTable
        title="Countries"
        aside={
          onChange && (
            <Button size="xs" variant="default" onClick={() => setAsked({ rule: null })}>
              Add a country
            </Button>
          )
        }
        dense
        pageSize={4}
        rows={value}
        keyOf={({ country }) => country}
        columns={columnsOf(acts)}
        empty={
          <EmptyState
            title="No country rules"
            hint="Without a rule, people may borrow and lend, and a domain may go to the lender."
          />
        }
      />
      <CountryDialog
        asked={asked}
        taken={value.map(({ country }) => country)}
        onPut={put}
        onClose={() => setAsked(null)}
      />
    </>
  )
}

type Acts = { change: (rule: CountryRule) => void; remove: (rule: CountryRule) => void } | null

const columnsOf = (acts: Acts): Column<CountryRule>[] => [
  {
    key: 'country',
    header: 'Country',
    wrap: true,
    cell: ({ country, also }) => (
      <>
        <strong>{country}</strong>
        {also.length > 0 && <small>also {also.join(', ')}</small>}
      </>
    ),
  },
  {
    key: 'allowed',
    header: 'Borrow and lend',
    cell: ({ allowed }) => (allowed ? 'Allowed' : 'Not allowed'),
  },
  {
    key: 'cap',
    header: 'Rate cap',
    align: 'right',
    cell: ({ rate_cap_bps }) => (rate_cap_bps === null ? 'None' : formatRate(rate_cap_bps)),
  },
  {
    key: 'seizure',
    header: 'Seizure',
    cell: ({ seizure_allowed }) => (seizure_allowed ? 'Allowed' : 'Not allowed'),
  },
  {
    key: 'act',
    header: 'Actions',
    bare: true,
    place: 'action',
    cell: (rule) =>
      acts && (
        <span className={styles.acts}>
          <Button size="xs" variant="default" onClick={() => acts.change(rule)}>
            Change
          </Button>
          <Button size="xs" variant="default" onClick={() => acts.remove(rule)}>
            Remove
          </Button>
        </span>
      ),
  },
]
