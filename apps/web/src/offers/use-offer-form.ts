import { limits } from '@pier/protocol/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageOf } from '../api/client/api-error.ts'
import { reloadLoans } from '../api/loans/loans.ts'
import { type Checks, useForm, type Values } from '../ui/form/use-form.ts'
import { usePage } from '../shell/page/page-context.tsx'

type OfferForm<Name extends string> = {
  checks: Checks<Name>
  work: (values: Values<Name>) => Promise<unknown>
  /** What the green banner says afterwards. */
  done: string
  onClose: () => void
}

/** A form about an offer. A field's error is shown below it, any other in the form. */
export function useOfferForm<Name extends string>(given: OfferForm<Name>) {
  const { checks, work, done, onClose } = given
  const [refusal, setRefusal] = useState<string | null>(null)
  const queries = useQueryClient()
  const { setSuccess } = usePage()

  const refuse = (error: unknown) => {
    const field = error instanceof ApiError ? error.body.field : undefined
    const names = Object.keys(checks) as Name[] // Object.keys returns string[].
    const name = names.find((known) => known === field)
    if (name) form.mark(name, messageOf(error))
    else setRefusal(messageOf(error))
  }
  const form = useForm({
    checks,
    clearMs: limits.loadingClearMs,
    submit: async (values) => {
      setRefusal(null)
      try {
        await work(values)
        setSuccess(done)
        onClose()
      } catch (error) {
        refuse(error)
      } finally {
        void reloadLoans(queries)
      }
    },
  })
  return { ...form, refusal }
}
