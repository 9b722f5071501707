import { limits } from '@pier/protocol/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../../api/client/api-error.ts'
import { type DomainDetails, reloadDomains } from '../../../../api/domains.ts'
import { reloadBalance } from '../../../../api/transactions.ts'
import { usePage } from '../../../../shell/page/page-context.tsx'
import { useStepUp } from '../../../../shell/action/step-up-provider.tsx'
import { type Checks, useForm, type Values } from '../../../../ui/form/use-form.ts'
import { useOnce } from '../../../../ui/form/use-once.ts'
import type { DialogName } from '../domain/domain-address.ts'

/** How a form controls the dialog that it is in. */
export type Frame = {
  close: () => void
  /** Opens another dialog in its place. */
  turnTo: (dialog: DialogName, domainId?: string, carried?: Carried) => void
  /** True while the identity dialog may be open on top: Escape closes only that one. */
  onConfirming: (confirming: boolean) => void
}

/** What one dialog hands to the next: a pasted list, or the text a name was read from. */
type Carried = { names?: string; cleanedFrom?: string }

export type DomainPanelProps = { domain: DomainDetails; frame: Frame }

type Sending<T> = {
  /** What is done, as text: shown when it has to be confirmed. */
  what: string
  work: () => Promise<T>
  /** Returns the text of the green banner, if any. */
  onDone: (answer: T) => string | null
}

/** A button in a dialog that changes a domain. A refusal stays in the dialog. */
export function useSend(frame: Frame) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const { busy, run } = useOnce(limits.loadingClearMs)
  const sendOnce = useSendOnce(frame)

  const send = <T>(sending: Sending<T>) =>
    run(async () => {
      setRefusal(null)
      await sendOnce(sending).catch((error: unknown) => setRefusal(messageOf(error)))
    })
  return { busy, refusal, send }
}

type SendForm<Name extends string, T> = {
  checks: Checks<Name>
  what: (values: Values<Name>) => string
  work: (values: Values<Name>) => Promise<T>
  onDone: (answer: T) => string | null
  /** True if it has handled the refusal itself. */
  onRefused?: (error: unknown) => boolean | void
}

/** Like useSend, as a form: the server's error about a field is shown below the field. */
export function useSendForm<Name extends string, T>(
  frame: Frame,
  { checks, what, work, onDone, onRefused }: SendForm<Name, T>,
) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const sendOnce = useSendOnce(frame)

  const refuse = (error: unknown) => {
    if (onRefused?.(error)) return
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
      const sending = { what: what(values), work: () => work(values), onDone }
      await sendOnce(sending).catch(refuse)
    },
  })
  return { ...form, refusal }
}

function useSendOnce({ onConfirming }: Frame) {
  const confirm = useStepUp()
  const queries = useQueryClient()
  const { setSuccess } = usePage()

  return async <T>({ what, work, onDone }: Sending<T>) => {
    onConfirming(true)
    try {
      const answer = await confirm(what, work)
      if (answer === undefined) return // Not confirmed: nothing happens.
      const words = onDone(answer)
      if (words) setSuccess(words)
    } finally {
      onConfirming(false)
      void reloadDomains(queries)
      void reloadBalance(queries)
    }
  }
}
