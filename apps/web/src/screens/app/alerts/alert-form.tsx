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
import { TextField } from '../../../ui/form/field.tsx'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { alertChecks, alertFields, readTyped } from './alert-fields.ts'
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
          {alertFields.map(({ name, label, unit, unitAfter, isText }) => (
            <TextField
              key={name}
              {...form.field(name)}
              label={label}
              {...(unit && { unit })}
              {...(unitAfter && { unitAfter })}
              defaultValue={known.get(name) ?? ''}
              inputMode={isText ? 'text' : 'decimal'}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={isText ? 63 : 12}
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
