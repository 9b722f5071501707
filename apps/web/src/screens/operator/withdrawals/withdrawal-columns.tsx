import type { CallOutput } from '@pier/protocol/calls/calls'
import { Button } from '@mantine/core'
import { centsOf, formatMoney } from '@pier/protocol/money'
import { Link } from 'react-router'
import { useMay } from '../../../operator/page/duty-context.tsx'
import { TimeText } from '../../../text/time-text.tsx'
import type { Column } from '../../../ui/table/data-table.tsx'
import { Tag, type Tone } from '../../../ui/display/tag.tsx'
import styles from './withdrawals.module.css'

export type Withdrawal = CallOutput<'GET /operator/withdrawals'>['withdrawals'][number]

export const stateText: Record<Withdrawal['state'], { words: string; tone: Tone }> = {
  approval: { words: 'Waiting for approval', tone: 'wait' },
  payout: { words: 'To be paid manually', tone: 'wait' },
  waiting: { words: 'Scheduled', tone: 'neutral' },
  paying: { words: 'Being paid', tone: 'run' },
  paid: { words: 'Paid', tone: 'good' },
  returned: { words: 'Returned to balance', tone: 'neutral' },
}

type Act = 'approve' | 'refuse' | 'address' | 'paid'
export type Asked = { act: Act; withdrawal: Withdrawal }

const actText: Record<Act, string> = {
  approve: 'Approve',
  address: 'Show address',
  paid: 'Mark paid',
  refuse: 'Refuse',
}
/** The open actions, the likeliest first. */
const actsOf: Partial<Record<Withdrawal['state'], Act[]>> = {
  approval: ['approve', 'refuse'],
  payout: ['address', 'paid', 'refuse'],
  waiting: ['refuse'],
}

const money = (amount: number) => formatMoney(centsOf(amount))

export function useColumns(onAsk: (asked: Asked) => void): Column<Withdrawal>[] {
  const mayAct = useMay('POST /operator/withdrawals/:id/approve')
  return [
    {
      key: 'who',
      header: 'User',
      cell: ({ number, user }) => (
        <>
          <Link to={`/operator/users/${user.id}`}>{user.name}</Link>
          <small>No. {number}</small>
        </>
      ),
    },
    {
      key: 'state',
      header: 'State',
      place: 'status',
      cell: ({ state }) => <Tag tone={stateText[state].tone}>{stateText[state].words}</Tag>,
    },
    {
      key: 'amount',
      header: 'Amount',
      align: 'right',
      cell: ({ amount, left }) => (
        <>
          {money(amount)}
          {left !== amount && <small>{money(left)} left</small>}
        </>
      ),
    },
    { key: 'to', header: 'To', cell: ({ to }) => (to === 'card' ? 'Card' : 'Crypto') },
    {
      key: 'asked',
      header: 'Requested',
      place: 'more',
      cell: (row) => <TimeText at={row.asked_at} withTime />,
    },
    { key: 'pays', header: 'Due', cell: (row) => <TimeText at={row.pays_at} withTime /> },
    {
      key: 'note',
      header: 'Note',
      wrap: true,
      place: 'line',
      cell: ({ note, approved_by, payout_reference }) => (
        <>
          {note}
          {approved_by && <small>Approved by {approved_by}</small>}
          {payout_reference && (
            <small>
              <code>{payout_reference}</code>
            </small>
          )}
        </>
      ),
    },
    {
      key: 'act',
      header: 'Actions',
      bare: true,
      place: 'action',
      cell: (withdrawal) =>
        mayAct && (
          <span className={styles.acts}>
            {(actsOf[withdrawal.state] ?? []).map((act, index) => (
              <Button
                key={act}
                size="xs"
                variant={index === 0 && act !== 'refuse' ? 'light' : 'default'}
                onClick={() => onAsk({ act, withdrawal })}
              >
                {actText[act]}
              </Button>
            ))}
          </span>
        ),
    },
  ]
}
