import { limits } from '@pier/protocol/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../../api/client/api-error.ts'
import { type Loan, reloadLoans, showLoan } from '../../../../api/loans/loans.ts'
import { usePage } from '../../../../shell/page/page-context.tsx'
import { useStepUp } from '../../../../shell/action/step-up-provider.tsx'
import { type Checks, useForm, type Values } from '../../../../ui/form/use-form.ts'

const changedMeanwhile = 'This loan changed while this page was open. Please review it again.'

/** How a form controls the dialog that it is in. */
export type Frame = {
  close: () => void
  /**
   * Called with true while the identity dialog may be open on top, so that Escape closes only that
   * dialog.
   */
  onConfirming: (confirming: boolean) => void
}

type LoanForm<Name extends string> = {
  checks: Checks<Name>
  /** What is done, as text: shown when it has to be confirmed. */
  what: string
  work: (values: Values<Name>) => Promise<Loan>
  /** What the green banner says afterwards. */
  done: string
}

/** A form for an action. The loan after it is shown at once, then reloaded. */
export function useLoanForm<Name extends string>(frame: Frame, given: LoanForm<Name>) {
  const { checks, what, work, done } = given
  const [refusal, setRefusal] = useState<string | null>(null)
  const queries = useQueryClient()
  const confirm = useStepUp()
  const { setSuccess, setPageError } = usePage()

  const refuse = (error: unknown) => {
    const { code, field } = error instanceof ApiError ? error.body : { code: '', field: undefined }
    const names = Object.keys(checks) as Name[] // Object.keys returns string[].
    const name = names.find((known) => known === field)
    if (code === 'escrow_changed') {
      setPageError(changedMeanwhile)
      frame.close()
    } else if (name) form.mark(name, messageOf(error))
    else setRefusal(messageOf(error))
  }
  const form = useForm({
    checks,
    clearMs: limits.loadingClearMs,
    submit: async (values) => {
      setRefusal(null)
      frame.onConfirming(true)
      try {
        const after = await confirm(what, () => work(values))
        if (after === undefined) return // Not confirmed: nothing happens.
        showLoan(queries, after)
        setSuccess(done)
        frame.close()
      } catch (error) {
        refuse(error)
      } finally {
        frame.onConfirming(false)
        void reloadLoans(queries)
      }
    },
  })
  return { ...form, refusal }
}
