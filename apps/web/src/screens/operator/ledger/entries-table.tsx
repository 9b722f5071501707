import type { CallOutput } from '@pier/protocol/calls/calls'
import { Button } from '@mantine/core'
import { centsOf, formatMoney } from '@pier/protocol/money'
import { Link } from 'react-router'
import { accountText } from '../../../operator/text/account-text.ts'
import { useAddress } from '../../../operator/page/use-address.ts'
import { TimeText } from '../../../text/time-text.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import styles from './ledger.module.css'

export type Entry = CallOutput<'GET /operator/ledger'>['entries'][number]

type EntriesTableProps = {
  entries: readonly Entry[]
  next: string | null
  isFiltered: boolean
  onAdjust: ((user: Entry['user']) => void) | null
}

export function EntriesTable({ entries, next, isFiltered, onAdjust }: EntriesTableProps) {
  const { read, hrefWith, set } = useAddress()
  return (
    <DataTable
      title="Entries"
      bareTitle
      dense
      pageSize={8}
      rows={entries}
      keyOf={({ id }) => id}
      columns={columnsOf(hrefWith, onAdjust)}
      empty={
        <EmptyState
          title={isFiltered ? 'No matching entries' : 'No entries yet'}
          hint={
            isFiltered
              ? 'Clear the filters to see all.'
              : 'The first entry appears with the first top-up.'
          }
        />
      }
      footer={
        (next || read('before')) && (
          <div className={styles.older}>
            {read('before') && (
              <Button variant="default" size="xs" onClick={() => set('before', '')}>
                Newest
              </Button>
            )}
            {next && (
              <Button component={Link} to={hrefWith('before', next)} variant="default" size="xs">
                Older
              </Button>
            )}
          </div>
        )
      }
    />
  )
}

const kindText = (kind: string) => {
  const words = kind.replaceAll('_', ' ')
  return `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`
}

function columnsOf(
  hrefWith: (name: string, value: string) => string,
  onAdjust: EntriesTableProps['onAdjust'],
): Column<Entry>[] {
  return [
    {
      key: 'what',
      header: 'What',
      wrap: true,
      cell: ({ kind, reference }) => (
        <>
          <strong>{kindText(kind)}</strong>
          <small>
            <code>{reference}</code>
          </small>
        </>
      ),
    },
    {
      key: 'who',
      header: 'Whose and when',
      cell: ({ user, at }) => (
        <>
          {user ? <Link to={hrefWith('user', user.id)}>{user.name}</Link> : 'The platform'}
          <small>
            <TimeText at={at} withTime />
          </small>
        </>
      ),
    },
    {
      key: 'postings',
      header: 'Postings',
      place: 'line',
      cell: ({ postings }) => (
        <dl className={styles.postings}>
          {postings.map(({ account, amount }) => (
            <div key={account}>
              <dt>{accountText[account]}</dt>
              <dd>{formatMoney(centsOf(amount), { signed: true })}</dd>
            </div>
          ))}
        </dl>
      ),
    },
    ...(onAdjust
      ? [
          {
            key: 'act',
            header: 'Actions',
            bare: true,
            place: 'action' as const,
            cell: ({ user }: Entry) =>
              user && (
                <Button size="xs" variant="default" onClick={() => onAdjust(user)}>
                  Adjust
                </Button>
              ),
          },
        ]
      : []),
  ]
}
