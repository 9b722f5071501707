import { Button } from '@mantine/core'
import { errors } from '@pier/protocol/errors'
import { limits } from '@pier/protocol/limits'
import { formatMoney, parseDollars } from '@pier/protocol/money'
import { isPayoutAddress, payoutNetworks } from '@pier/protocol/payouts/payouts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../api/client/api-error.ts'
import { call } from '../../../api/client/client.ts'
import { reloadBalance } from '../../../api/transactions.ts'
import { AmountField, checkAmount } from '../../../money/amount-field.tsx'
import { useStepUp } from '../../../shell/action/step-up-provider.tsx'
import { BusyButton } from '../../../ui/button/busy-button.tsx'
import { DialogBody, DialogFooter } from '../../../ui/dialog/dialog.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { FigureList } from '../../../ui/display/figure-list.tsx'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import styles from './withdraw-form.module.css'
import { splitWithdrawal } from './withdrawal-split.ts'

const networks = payoutNetworks.map((name) => ({ value: name, label: name }))

function checkAddress(network: string, address: string): string | null {
  if (!address.trim()) return errors.payout_address_needed.message
  const isOne = isPayoutAddress(network, address.trim())
  return isOne ? null : errors.payout_address_invalid.message
}

const approvedAbove = formatMoney(limits.withdrawalApprovalCents, { whole: true })

type WithdrawFormProps = {
  availableCents: number
  cardCents: number
  onClose: () => void
  onDone: () => void
  onConfirming: (confirming: boolean) => void
}

export function WithdrawForm({ availableCents, cardCents, ...rest }: WithdrawFormProps) {
  const { onClose, onDone, onConfirming } = rest
  const [amount, setAmount] = useState(() => (availableCents / 100).toFixed(2))
  const [refusal, setRefusal] = useState<string | null>(null)
  const send = useSend()
  const split = (typed: string) =>
    splitWithdrawal({ amountCents: parseDollars(typed) ?? 0, cardCents })
  const { toCardCents, toAddressCents } = split(amount)

  const form = useForm({
    checks: {
      amount: checkAmount,
      crypto_network: () => null,
      crypto_address: (address, all) =>
        split(all.amount).toAddressCents > 0 ? checkAddress(all.crypto_network, address) : null,
    },
    clearMs: limits.loadingClearMs,
    submit: async (values) => {
      setRefusal(null)
      onConfirming(true)
      try {
        if (await send(values)) onDone()
      } catch (error) {
        const field = error instanceof ApiError ? error.body.field : undefined
        if (field === 'amount' || field === 'crypto_address') form.mark(field, messageOf(error))
        else setRefusal(messageOf(error))
      } finally {
        onConfirming(false)
      }
    },
  })
  const change = (value: string) => {
    setAmount(value)
    form.mark('amount', null)
  }

  return (
    <form {...form.formProps}>
      <DialogBody>
        <AmountField
          {...form.field('amount')}
          value={amount}
          onType={change}
          hint={`Available: ${formatMoney(availableCents)}. Minimum: ${formatMoney(limits.withdrawalCentsMin)}.`}
        />
        <Split toCardCents={toCardCents} toAddressCents={toAddressCents} />
        {toAddressCents > 0 && (
          <>
            <SelectField
              {...form.field('crypto_network')}
              label="Network"
              options={networks}
              defaultValue="Bitcoin"
            />
            <TextField
              {...form.field('crypto_address')}
              label="Address"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={limits.cryptoAddressLengthMax}
            />
          </>
        )}
        <p className={styles.rules}>
          Paid after {limits.withdrawalWaitHours} hours. You can cancel until then. Withdrawals
          above {approvedAbove} need our approval.
        </p>
        <FormAlert message={refusal} />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <BusyButton type="submit" busy={form.busy}>
          Withdraw
        </BusyButton>
      </DialogFooter>
    </form>
  )
}

const Split = ({ toCardCents, toAddressCents }: ReturnType<typeof splitWithdrawal>) => (
  <FigureList
    sunken
    figures={[
      { label: 'Back to your card:', value: formatMoney(toCardCents) },
      { label: 'By our staff, to your address:', value: formatMoney(toAddressCents) },
    ]}
  />
)

type Asked = Record<'amount' | 'crypto_network' | 'crypto_address', string>

/** Returns false if the user cancelled the confirmation. */
function useSend() {
  const confirm = useStepUp()
  const queries = useQueryClient()

  return async ({ amount, crypto_network, crypto_address }: Asked): Promise<boolean> => {
    const amountCents = parseDollars(amount) ?? 0
    const where = crypto_address.trim()
      ? { crypto_network, crypto_address: crypto_address.trim() }
      : {}
    const body = { amount: amountCents / 100, ...where }
    const answer = await confirm(`Withdraw ${formatMoney(amountCents)}`, () =>
      call('POST /transactions/withdrawals', { body }),
    )
    if (!answer) return false
    void reloadBalance(queries)
    return true
  }
}
