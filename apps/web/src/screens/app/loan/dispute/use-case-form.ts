import { limits } from '@pier/protocol/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../../api/client/api-error.ts'
import { type Loan, reloadLoans } from '../../../../api/loans/loans.ts'
import { type OwnCase, showOwnCase } from '../../../../api/loans/own-case.ts'
import { usePage } from '../../../../shell/page/page-context.tsx'
import { useStepUp } from '../../../../shell/action/step-up-provider.tsx'
import { type Checks, useForm, type Values } from '../../../../ui/form/use-form.ts'

type CaseForm<Name extends string> = {
  checks: Checks<Name>
  /** What is done, as text: shown when it has to be confirmed. */
  what: string
  work: (values: Values<Name>) => Promise<OwnCase>
  /** What the green banner says afterwards. */
  done: string
  onDone?: () => void
  /** True while the identity dialog may be open on top: Escape closes only that one. */
  onConfirming?: (confirming: boolean) => void
}

/** A form that adds to the case. The case after it is shown at once. */
export function useCaseForm<Name extends string>(
  { id }: Pick<Loan, 'id'>,
  { checks, what, work, done, onDone, onConfirming }: CaseForm<Name>,
) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const queries = useQueryClient()
  const confirm = useStepUp()
  const { setSuccess } = usePage()
  const names = Object.keys(checks) as Name[] // Object.keys returns string[].
  const form = useForm({
    checks,
    clearMs: limits.loadingClearMs,
    submit: async (values) => {
      setRefusal(null)
      onConfirming?.(true)
      try {
        const after = await confirm(what, () => work(values))
        if (after === undefined) return // Not confirmed: nothing happens.
        showOwnCase(queries, id, after)
        setSuccess(done)
        onDone?.()
      } catch (error) {
        const field = error instanceof ApiError ? error.body.field : undefined
        const name = names.find((known) => known === field)
        if (name) form.mark(name, messageOf(error))
        else setRefusal(messageOf(error))
      } finally {
        onConfirming?.(false)
        void reloadLoans(queries)
      }
    },
  })
  return { ...form, refusal }
}
