import { Button, Checkbox } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { parseDollars } from '@pier/protocol/money'
import type { CountryRule } from '@pier/protocol/settings'
import { useLast } from '../../../ui/dialog/use-last.ts'
import { countryNames } from '../../../users/country-names.ts'
import { Dialog, DialogBody, DialogFooter } from '../../../ui/dialog/dialog.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useForm } from '../../../ui/form/use-form.ts'

type CountryDialogProps = {
  asked: { rule: CountryRule | null } | null
  taken: readonly string[]
  onPut: (before: CountryRule | null, rule: CountryRule) => void
  onClose: () => void
}

/** One line of the table. It stays a draft until the table is proposed. */
export function CountryDialog({ asked, onClose, ...rest }: CountryDialogProps) {
  const rule = useLast(asked)?.rule ?? null
  return (
    <Dialog title={rule ? rule.country : 'Add a country'} opened={asked !== null} onClose={onClose}>
      <CountryForm rule={rule} onClose={onClose} {...rest} />
    </Dialog>
  )
}

/** Percent have two decimals, as dollars do. An empty field means no cap. */
const readCap = (typed: string) => (typed.trim() ? parseDollars(typed) : null)

type CountryFormProps = Omit<CountryDialogProps, 'asked'> & { rule: CountryRule | null }

function CountryForm({ rule, taken, onPut, onClose }: CountryFormProps) {
  const free = countryNames.filter((name) => name === rule?.country || !taken.includes(name))
  const form = useForm({
    clearMs: limits.loadingClearMs,
    checks: {
      country: () => null,
      also: () => null,
      cap: (typed: string) =>
        typed.trim() && parseDollars(typed) === null
          ? 'Enter a percentage such as 18 or 18.50'
          : null,
      allowed: () => null,
      seizure: () => null,
    },
    submit: async ({ country, also, cap, allowed, seizure }) => {
      const others = also.split(',').map((name) => name.trim())
      onPut(rule, {
        country,
        also: others.filter(Boolean),
        allowed: allowed === 'on',
        rate_cap_bps: readCap(cap),
        seizure_allowed: seizure === 'on',
      })
      onClose()
    },
  })
  return (
    <form {...form.formProps}>
      <DialogBody>
        <SelectField
          {...form.field('country')}
          label="Country"
          options={(rule && !free.includes(rule.country) ? [rule.country, ...free] : free).map(
            (name) => ({ value: name, label: name }),
          )}
          defaultValue={rule?.country}
        />
        <TextField
          {...form.field('also')}
          label="Other spellings"
          hint="Separated by commas."
          optional
          defaultValue={rule?.also.join(', ')}
        />
        <Checkbox
          name="allowed"
          label="People there may borrow and lend"
          defaultChecked={rule?.allowed ?? true}
        />
        <TextField
          {...form.field('cap')}
          label="Rate cap"
          hint="APR. Leave empty to use the site limit."
          optional
          unitAfter="%"
          inputMode="decimal"
          defaultValue={rule?.rate_cap_bps == null ? '' : (rule.rate_cap_bps / 100).toFixed(2)}
        />
        <Checkbox
          name="seizure"
          label="A domain may go to the lender without a sale"
          defaultChecked={rule?.seizure_allowed ?? true}
        />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type={form.submitType}>Add to draft</Button>
      </DialogFooter>
    </form>
  )
}
