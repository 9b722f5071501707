import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '@pier/protocol/limits'
import {
  faultOfPayee,
  type PayeeDetails,
  railLabels,
  tidyPayee,
} from '@pier/protocol/payouts/payees'
import { ApiError, messageOf } from '../../../../api/client/api-error.ts'
import { call } from '../../../../api/client/client.ts'
import { type Payee, userKeys } from '../../../../api/users.ts'
import { usePage } from '../../../../shell/page/page-context.tsx'
import { useStepUp } from '../../../../shell/action/step-up-provider.tsx'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { useForm, type Values } from '../../../../ui/form/use-form.ts'
import { BankForm, bankFields, CoinForm, coinFields, readBank, readCoin } from './payee-form.tsx'

type PayeeDialogProps = {
  rail: 0 | 1
  active: Payee | undefined
  opened: boolean
  onClose: () => void
}

export function PayeeDialog({ rail, active, opened, onClose }: PayeeDialogProps) {
  const [confirming, setConfirming] = useState(false)
  const inside = { active, onClose, onConfirming: setConfirming }
  return (
    // While the identity dialog may be open on top, Escape closes only that one.
    <Dialog
      title={`Payment details: ${railLabels[rail]}`}
      opened={opened}
      onClose={onClose}
      closable={!confirming}
    >
      {rail === 0 ? <BankPayee {...inside} /> : <CoinPayee {...inside} />}
    </Dialog>
  )
}

type InsideProps = Pick<PayeeDialogProps, 'active' | 'onClose'> & {
  onConfirming: (confirming: boolean) => void
}

function BankPayee({ active, ...rest }: InsideProps) {
  const { form, refusal } = usePayeeForm({ ...rest, fields: bankFields, read: readBank })
  return <BankForm form={form} refusal={refusal} active={active} onClose={rest.onClose} />
}

function CoinPayee({ active, ...rest }: InsideProps) {
  const { form, refusal } = usePayeeForm({ ...rest, fields: coinFields, read: readCoin })
  return <CoinForm form={form} refusal={refusal} active={active} onClose={rest.onClose} />
}

type PayeeFormOptions<Name extends string> = Omit<InsideProps, 'active'> & {
  fields: readonly Name[]
  read: (values: Values<Name>) => PayeeDetails
}

/** Uses the same checks as the server. */
function usePayeeForm<Name extends string>(options: PayeeFormOptions<Name>) {
  const { fields, read, onClose, onConfirming } = options
  const [refusal, setRefusal] = useState<string | null>(null)
  const save = useSave()
  const check = (name: Name) => (_value: string, all: Values<Name>) => {
    const fault = faultOfPayee(tidyPayee(read(all)))
    return fault?.field === name ? fault.message : null
  }
  const checks = fields.map((name) => [name, check(name)] as const)
  const form = useForm({
    checks: Object.fromEntries(checks) as Record<Name, ReturnType<typeof check>>, // One for each.
    clearMs: limits.loadingClearMs,
    submit: async (values) => {
      setRefusal(null)
      onConfirming(true)
      try {
        if (await save(tidyPayee(read(values)))) onClose()
      } catch (error) {
        const field = error instanceof ApiError ? error.body.field : undefined
        const known = fields.find((name) => name === field)
        if (known) form.mark(known, messageOf(error))
        else setRefusal(messageOf(error))
      } finally {
        // Deferred: the Escape that closed the dialog above would still reach this one.
        setTimeout(() => onConfirming(false))
      }
    },
  })
  return { form, refusal }
}

/** Returns false if the user cancelled the confirmation. */
function useSave() {
  const confirm = useStepUp()
  const queries = useQueryClient()
  const { setSuccess } = usePage()

  return async (body: PayeeDetails): Promise<boolean> => {
    const account = body.rail === 0 ? body.account : body.address
    const answer = await confirm(`Payment details: ${account}`, () =>
      call('PUT /users/payout-details', { body }),
    )
    if (!answer) return false
    queries.setQueryData(userKeys.payees, answer)
    const waits = answer.details.some(({ rail, is_active }) => rail === body.rail && !is_active)
    setSuccess(
      waits
        ? `Payment details saved. They become active in ${limits.payeeWaitHours} hours`
        : 'Payment details saved',
    )
    return true
  }
}
