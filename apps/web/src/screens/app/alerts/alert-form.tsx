import { Button, Checkbox } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../api/client/api-error.ts'
import { reloadAlerts } from '../../../api/alerts.ts'
import type { ListingFilters } from '../../../api/listings.ts'
import { usePage } from '../../../shell/page/page-context.tsx'
import { BusyButton } from '../../../ui/button/busy-button.tsx'
import { DialogBody, DialogFooter } from '../../../ui/dialog/dialog.tsx'
import { AmountField } from '../../../money/amount-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { alertChecks, type AlertFieldText, alertFields, readTyped } from './alert-fields.ts'
import styles from './alerts-screen.module.css'

type AlertFormProps = {
  /** What it looks for so far, as a query of the directory. */
  query: string
  button: string
  done: string
  save: (filters: ListingFilters) => Promise<unknown>
  onClose: () => void
}

/** All filters of an alert. Empty fields do not filter. */
export function AlertForm({ query, button, done, save, onClose }: AlertFormProps) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const queries = useQueryClient()
  const { setSuccess } = usePage()
  const known = new URLSearchParams(query)
  const form = useForm({
    checks: alertChecks,
    clearMs: limits.loadingClearMs,
    submit: async (typed) => {
      setRefusal(null)
      try {
        await save(readTyped(typed))
        setSuccess(done)
        onClose()
      } catch (error) {
        setRefusal(messageOf(error))
      } finally {
        void reloadAlerts(queries)
      }
    },
  })
  return (
    <form {...form.formProps}>
      <DialogBody>
        <p>Leave a field empty if it does not matter to you.</p>
        <div className={styles.fields}>
          {alertFields.map((field) => (
            <FilterField
              key={field.name}
              {...field}
              {...form.field(field.name)}
              start={known.get(field.name) ?? ''}
            />
          ))}
        </div>
        <Checkbox
          name="custody_ready"
          value="true"
          label="Custody ready: already in our custody"
          defaultChecked={known.get('custody_ready') === 'true'}
        />
        <FormAlert message={refusal} />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <BusyButton type={form.submitType} busy={form.busy}>
          {button}
        </BusyButton>
      </DialogFooter>
    </form>
  )
}

type FilterFieldProps = AlertFieldText & { error: string | undefined; start: string }

function FilterField({ isAmount, isText, unitAfter, start, ...field }: FilterFieldProps) {
  if (isAmount) return <AmountField {...field} defaultValue={start} />
  return (
    <TextField
      {...field}
      {...(unitAfter && { unitAfter })}
      defaultValue={start}
      inputMode={isText ? 'text' : 'decimal'}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={isText ? 63 : 12}
    />
  )
}
