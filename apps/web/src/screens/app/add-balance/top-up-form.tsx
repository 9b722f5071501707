import { limits } from '@pier/protocol/limits'
import { formatMoney, parseDollars } from '@pier/protocol/money'
import type { Icon as TablerIcon } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ApiError, failureText, messageOf } from '../../../api/client/api-error.ts'
import { reloadBalance } from '../../../api/transactions.ts'
import { AmountField, checkAmount } from '../../../money/amount-field.tsx'
import { keepPurpose, type Purpose } from '../../../money/top-up.ts'
import { usePage } from '../../../shell/page/page-context.tsx'
import { BusyButton } from '../../../ui/button/busy-button.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { openPayment } from './open-payment.ts'
import styles from './top-up-form.module.css'

const presets = [20, 50, 100, 250]

type Request = { body: { amount: number }; headers: { 'idempotency-key': string } }

type TopUpFormProps = {
  title: string
  Icon: TablerIcon
  /** Why the user was sent here; the missing amount is filled in. */
  purpose: Purpose | null
  balanceCents: number | undefined
  button: string
  note: string
  start: (request: Request) => Promise<{ uri: string }>
}

export function TopUpForm({ title, Icon, purpose, balanceCents, ...texts }: TopUpFormProps) {
  const { button, note, start } = texts
  const titleId = useId()
  const [amount, setAmount] = useState(() => startAmount(purpose))
  const amountCents = parseDollars(amount)
  const pay = usePay(start)
  const form = useForm({
    checks: { amount: checkAmount },
    clearMs: limits.loadingClearMs,
    submit: async (values) => {
      keepPurpose(purpose)
      const refusal = await pay(parseDollars(values.amount) ?? 0)
      if (refusal) form.mark('amount', refusal)
    },
  })
  const change = (value: string) => {
    setAmount(value)
    form.mark('amount', null)
  }

  return (
    <section aria-labelledby={titleId} className={styles.card}>
      <h2 id={titleId} className={styles.title}>
        <Icon size={22} stroke={1.75} aria-hidden="true" /> {title}
      </h2>
      <form {...form.formProps} aria-labelledby={titleId} className={styles.form}>
        <AmountField {...form.field('amount')} value={amount} onType={change} />
        <Presets amountCents={amountCents} onChoose={change} />
        <p className={styles.after}>
          Balance after <BalanceAfter amountCents={amountCents} balanceCents={balanceCents} />
        </p>
        <BusyButton type={form.submitType} size="lg" fullWidth busy={form.busy}>
          {button}
        </BusyButton>
      </form>
      <p className={styles.note}>{note}</p>
    </section>
  )
}

/** At least the smallest amount that can be paid. */
const startAmount = (purpose: Purpose | null) =>
  purpose ? (Math.max(purpose.missingCents, limits.topUpCentsMin) / 100).toFixed(2) : ''

type PresetsProps = { amountCents: number | null; onChoose: (amount: string) => void }

const Presets = ({ amountCents, onChoose }: PresetsProps) => (
  <fieldset aria-label="Common amounts" className={styles.presets}>
    {presets.map((dollars) => (
      <button
        key={dollars}
        type="button"
        aria-pressed={amountCents === dollars * 100}
        onClick={() => onChoose(dollars.toFixed(2))}
      >
        ${dollars}
      </button>
    ))}
  </fieldset>
)

type BalanceAfterProps = { amountCents: number | null; balanceCents: number | undefined }

function BalanceAfter({ amountCents, balanceCents }: BalanceAfterProps) {
  if (amountCents === null || balanceCents === undefined) return <span>unknown</span>
  return <strong>{formatMoney(balanceCents + amountCents)}</strong>
}

/** Returns the server's error about the amount; any other refusal goes to the banner. */
function usePay(start: TopUpFormProps['start']) {
  const queries = useQueryClient()
  const { setLoading, setPageError } = usePage()

  return async (amountCents: number): Promise<string | null> => {
    // One key per attempt: if the request is sent twice, it is still one payment.
    const headers = { 'idempotency-key': crypto.randomUUID() }
    setLoading(true)
    try {
      const request = { body: { amount: amountCents / 100 }, headers }
      await openPayment(async () => (await start(request)).uri)
      return null
    } catch (error) {
      if (error instanceof ApiError && error.body.field === 'amount') return messageOf(error)
      setPageError(failureText('The payment page could not be opened', error))
      return null
    } finally {
      setLoading(false)
      void reloadBalance(queries)
    }
  }
}
