import { Switch, TextInput } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { DirectoryView } from '../../api/listings.ts'
import { AmountField } from '../../money/amount-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { changeFilters, type DirectoryHome, hrefOfView } from '../directory-address.ts'
import {
  aprRange,
  asDays,
  asPercent,
  asShortDollars,
  chipsOf,
  describeRange,
  lengthRange,
  loanRange,
  termRange,
} from '../directory-text.ts'
import { DirectorySearch } from './directory-search.tsx'
import styles from './filter-bar.module.css'
import { FilterMenu } from './filter-menu.tsx'

export type FilterProps = { home: DirectoryHome; view: DirectoryView }

/** All filters of the directory. A choice goes into the address at once. */
export function FilterBar({ home, view }: FilterProps) {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const set = chipsOf(view.filters).filter(({ names }) => !names.includes('search')).length
  const change = (typed: Record<string, string | null>) =>
    void navigate(hrefOfView(home, changeFilters(view, typed)), { preventScrollReset: true })
  return (
    <search className={styles.bar} aria-label="Listings">
      <DirectorySearch value={view.filters.search ?? ''} onFind={(search) => change({ search })} />
      <button
        type="button"
        aria-label={set > 0 ? `Filters, ${set} active` : 'Filters'}
        aria-expanded={isOpen}
        className={styles.toggle}
        onClick={() => setOpen(!isOpen)}
      >
        <IconAdjustmentsHorizontal size={20} aria-hidden="true" />
        {set > 0 && <span>{set}</span>}
      </button>
      <div className={styles.filters} data-open={isOpen || undefined}>
        <Menus view={view} change={change} />
        <Choice label="LTV" name="ltv_max" values={ltvs} write={upTo} {...{ view, change }} />
        <Choice
          label="Domain age"
          name="age_min"
          values={ages}
          write={years}
          {...{ view, change }}
        />
        <Switch
          label="Custody ready"
          checked={view.filters.custody_ready === 'true'}
          withThumbIndicator={false}
          classNames={{ root: styles.switch, track: styles.track, thumb: styles.thumb }}
          onChange={({ currentTarget: { checked } }) =>
            change({ custody_ready: checked ? 'true' : null })
          }
        />
      </div>
    </search>
  )
}

type ChangeProps = {
  view: DirectoryView
  change: (typed: Record<string, string | null>) => void
}

const any = 'Any'

/** Fields are keyed by what is set, so that another address resets them. */
function Menus({ view: { filters }, change }: ChangeProps) {
  const { tld } = filters
  return (
    <>
      <FilterMenu label="TLD" chosen={tld ? `.${tld.replace(/^\./, '')}` : any} onApply={change}>
        <TextInput
          key={tld}
          name="tld"
          label="TLD"
          placeholder="com"
          defaultValue={tld}
          maxLength={63}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </FilterMenu>
      <RangeMenu
        {...{ label: 'Length', unit: 'characters', names: ['length_min', 'length_max'] as const }}
        change={change}
        range={lengthRange(filters)}
        write={String}
      />
      <RangeMenu
        {...{ label: 'Loan', unit: '$', names: ['amount_min', 'amount_max'] as const, change }}
        range={loanRange(filters)}
        write={asShortDollars}
      />
      <RangeMenu
        {...{ label: 'APR', unit: '%', names: ['apr_min', 'apr_max'] as const, change }}
        range={aprRange(filters)}
        write={asPercent}
      />
      <RangeMenu
        {...{ label: 'Term', unit: 'days', names: ['term_min', 'term_max'] as const, change }}
        range={termRange(filters)}
        write={asDays}
      />
    </>
  )
}

type RangeMenuProps = Pick<ChangeProps, 'change'> & {
  label: string
  unit: string
  names: readonly [string, string]
  range: { from: string | undefined; to: string | undefined }
  write: (text: string) => string
}

function RangeMenu({ label, unit, names, range, write, change }: RangeMenuProps) {
  const [from, to] = names
  const ends = [
    { name: from, label: `From, in ${unit}`, value: range.from },
    { name: to, label: `Up to, in ${unit}`, value: range.to },
  ]
  const apply = (typed: Record<string, string>) =>
    change(
      Object.fromEntries(
        names.map((name) => [name, typed[name]?.replaceAll(/[$,% ]/g, '') ?? null]),
      ),
    )
  return (
    <FilterMenu label={label} chosen={describeRange(range, write) ?? any} onApply={apply}>
      {ends.map(({ value = '', ...field }) =>
        unit === '$' ? (
          <AmountField key={`${field.name} ${value}`} {...field} defaultValue={value} />
        ) : (
          <TextInput
            key={`${field.name} ${value}`}
            {...field}
            defaultValue={value}
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
          />
        ),
      )}
    </FilterMenu>
  )
}

const ltvs = ['30', '40', '50', '60', '70', '80']
const ages = ['1', '3', '5', '10', '20']
const upTo = (percent: string) => `Up to ${percent}%`
const years = (count: string) => `${count} years or more`

type ChoiceProps = ChangeProps & {
  label: string
  name: 'ltv_max' | 'age_min'
  values: string[]
  write: (value: string) => string
}

/** The value in the address is always among the choices. */
function Choice({ label, name, values, write, view, change }: ChoiceProps) {
  const chosen = view.filters[name]
  const known = chosen && !values.includes(chosen) ? [...values, chosen] : values
  const options = known.toSorted((a, b) => Number(a) - Number(b))
  return (
    <SelectField
      name={name}
      label={label}
      value={chosen ?? ''}
      options={[
        { value: '', label: any },
        ...options.map((value) => ({ value, label: write(value) })),
      ]}
      onChange={(event) => change({ [name]: event.currentTarget.value || null })}
    />
  )
}
