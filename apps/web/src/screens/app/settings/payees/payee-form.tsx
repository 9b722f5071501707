import { Button } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { payeeCoins, type PayeeDetails } from '@pier/protocol/payouts/payees'
import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import type { Payee } from '../../../../api/users.ts'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import { DialogBody, DialogFooter } from '../../../../ui/dialog/dialog.tsx'
import { SelectField } from '../../../../ui/form/select-field.tsx'
import { TextField } from '../../../../ui/form/text-field.tsx'
import { FigureList } from '../../../../ui/display/figure-list.tsx'
import { FormAlert } from '../../../../ui/form/form-alert.tsx'
import type { Values } from '../../../../ui/form/use-form.ts'
import styles from './payees-panel.module.css'

export const bankFields = ['account', 'bank', 'bic', 'routing'] as const
export const coinFields = ['network', 'address'] as const

type Form<Name extends string> = {
  busy: boolean
  formProps: ComponentPropsWithoutRef<'form'>
  field: (name: Name) => { name: Name; error: string | undefined }
}
type FormProps<Name extends string> = {
  form: Form<Name>
  refusal: string | null
  active: Payee | undefined
  onClose: () => void
}

export const readBank = (values: Values<(typeof bankFields)[number]>): PayeeDetails => ({
  rail: 0,
  ...values,
})

/** The chosen coin and network, by its index in the list. */
export function readCoin({ network, address }: Values<(typeof coinFields)[number]>): PayeeDetails {
  const coin = payeeCoins[Number(network)] ?? { asset: '', network: '' }
  return { rail: 1, ...coin, address }
}

const plain = { autoComplete: 'off', spellCheck: false } as const

export function BankForm({ form, ...rest }: FormProps<(typeof bankFields)[number]>) {
  return (
    <PayeeForm form={form} {...rest}>
      <TextField
        {...form.field('account')}
        {...plain}
        label="IBAN or account number"
        mono
        maxLength={60}
        hint="The account must be in your name. Payments from or to other people are not accepted."
      />
      <TextField {...form.field('bank')} {...plain} label="Bank" maxLength={100} />
      <TextField {...form.field('bic')} {...plain} label="BIC" optional mono maxLength={20} />
      <TextField
        {...form.field('routing')}
        {...plain}
        label="Routing number"
        optional
        mono
        inputMode="numeric"
        maxLength={20}
        hint="Only for banks in the United States."
      />
    </PayeeForm>
  )
}

const coins = payeeCoins.map(({ asset, network }, at) => ({
  value: String(at),
  label: `${asset} on ${network}`,
}))

export function CoinForm({ form, ...rest }: FormProps<(typeof coinFields)[number]>) {
  return (
    <PayeeForm form={form} {...rest}>
      <SelectField {...form.field('network')} label="Coin and network" options={coins} />
      <TextField
        {...form.field('address')}
        {...plain}
        label="Address"
        mono
        autoCapitalize="off"
        maxLength={limits.cryptoAddressLengthMax}
        hint="Payments on another network are lost."
      />
    </PayeeForm>
  )
}

type PayeeFormProps<Name extends string> = FormProps<Name> & { children: ReactNode }

function PayeeForm<Name extends string>(props: PayeeFormProps<Name>) {
  const { form, refusal, active, onClose, children } = props
  return (
    <form {...form.formProps}>
      <DialogBody>
        {active && (
          <>
            <p className={styles.now}>Active now</p>
            <FigureList sunken figures={active.lines} />
          </>
        )}
        {children}
        <p className={styles.now}>
          {active
            ? `The new details become active after ${limits.payeeWaitHours} hours. Nobody sees them before.`
            : 'They become active at once. Later changes take 24 hours.'}
        </p>
        <FormAlert message={refusal} />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <BusyButton type="submit" busy={form.busy}>
          Save
        </BusyButton>
      </DialogFooter>
    </form>
  )
}
