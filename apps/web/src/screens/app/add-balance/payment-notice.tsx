import { transactionTypes } from '@pier/protocol/labels'
import { centsOf, formatMoney } from '@pier/protocol/money'
import { IconCircleCheck, IconClock, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Transaction, useTransactions } from '../../../api/transactions.ts'
import { Notice } from '../../../ui/notice.tsx'

/** For who comes back from a payment page. The money may be here before them, or later. */
export function PaymentNotice({ balanceCents }: { balanceCents: number }) {
  const [search] = useSearchParams()
  const outcome = search.get('payment')
  if (outcome !== 'done' && outcome !== 'cancelled') return null
  return (
    <div aria-live="polite">
      {outcome === 'done' ? (
        <DoneNotice balanceCents={balanceCents} />
      ) : (
        <Notice icon={<IconInfoCircle size={18} aria-hidden="true" />}>
          The payment was cancelled. Nothing was charged.
        </Notice>
      )}
    </div>
  )
}

function DoneNotice({ balanceCents }: { balanceCents: number }) {
  const { data } = useTransactions(1)
  const [beforeCents] = useState(balanceCents)
  if (!data) return null
  const addedCents =
    balanceCents > beforeCents ? balanceCents - beforeCents : addedBefore(data.transactions)
  if (addedCents > 0) {
    return (
      <Notice icon={<IconCircleCheck size={18} aria-hidden="true" />}>
        {formatMoney(addedCents)} added
      </Notice>
    )
  }
  if (newestTopUp(data.transactions)?.status === 'FAILED') {
    return (
      <Notice icon={<IconInfoCircle size={18} aria-hidden="true" />}>
        Nothing arrived for that payment. Nothing was added.
      </Notice>
    )
  }
  return (
    <Notice icon={<IconClock size={18} aria-hidden="true" />}>
      We add the money when the provider confirms it. This page updates by itself.
    </Notice>
  )
}

/** What the newest top-up brought, if it is through already. */
function addedBefore(transactions: Transaction[]): number {
  const newest = newestTopUp(transactions)
  return newest?.status === 'DONE' ? centsOf(newest.amount) : 0
}

const newestTopUp = (transactions: Transaction[]) =>
  transactions.find(({ type }) => type === transactionTypes.top_up)
