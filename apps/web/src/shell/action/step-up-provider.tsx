import type { ErrorBody } from '@pier/protocol/errors'
import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react'
import { ApiError } from '../../api/client/api-error.ts'
import { lateDialog } from '../../ui/dialog/late-dialog.ts'
import type { StepUpRequest } from './step-up-dialog.tsx'

type Confirm = <T>(what: string, work: () => Promise<T>) => Promise<T | undefined>

const stepUpDialog = lateDialog(async () => (await import('./step-up-dialog.tsx')).StepUpDialog)

const StepUpContext = createContext<Confirm | null>(null)

/** One dialog for the screens below: the user confirms who they are, then the call repeats. */
export function StepUpProvider({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<StepUpRequest | null>(null)
  const [wasAsked, setWasAsked] = useState(false)
  const settle = useRef<(confirmed: boolean) => void>(() => {})

  const ask = useCallback(
    (body: ErrorBody, what: string) =>
      new Promise<boolean>((resolve) => {
        settle.current = resolve
        const { action = '', object = '', methods = [] } = body
        setWasAsked(true)
        setRequest({ what, action, object, methods })
      }),
    [],
  )

  const confirm: Confirm = useCallback(
    async (what, work) => {
      for (;;) {
        const outcome = await work().then(
          (value) => ({ value }),
          (error: unknown) => ({ error }),
        )
        if ('value' in outcome) return outcome.value
        const { error } = outcome
        if (!(error instanceof ApiError) || error.body.code !== 'step_up_required') throw error
        if (!(await ask(error.body, what))) return undefined
      }
    },
    [ask],
  )

  const close = (confirmed: boolean) => {
    setRequest(null)
    settle.current(confirmed)
  }
  return (
    <StepUpContext value={confirm}>
      {children}
      {wasAsked && (
        <stepUpDialog.Part request={request} onClose={close} onLost={() => close(false)} />
      )}
    </StepUpContext>
  )
}

/** `confirm('Turn two-step login off', work)`: resolves to undefined if the user cancels. */
export function useStepUp(): Confirm {
  const confirm = use(StepUpContext)
  if (!confirm) throw new Error('useStepUp stands outside StepUpProvider')
  return confirm
}
