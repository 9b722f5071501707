import { Button } from '@mantine/core'
import { operatorRoles } from '@pier/protocol/operators'
import { useState } from 'react'
import { useOperatorQuery } from '../../../api/operator.ts'
import { useDuty, useMay, useNow } from '../../../operator/page/duty-context.tsx'
import { operatorMeta } from '../../../operator/page/operator-meta.ts'
import { Loaded, OperatorPage } from '../../../operator/page/operator-page.tsx'
import { TimeText } from '../../../text/time-text.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import {
  type Asked,
  EndDialog,
  InviteDialog,
  type Operator,
  RolesDialog,
} from './operator-dialogs.tsx'
import styles from './operators.module.css'

export { OperatorCrash as ErrorBoundary } from '../../../operator/page/operator-crash.tsx'

export const meta = operatorMeta('Operators')

/** All present and former operators, and their roles. */
export default function OperatorsScreen() {
  const reading = useOperatorQuery('GET /operator/operators', undefined)
  const [asked, setAsked] = useState<Asked | null>(null)
  const mayEdit = useMay('POST /operator/operators')
  const { id: ownId } = useDuty()
  return (
    <Loaded query={reading} what="the list of operators">
      {({ operators }) => (
        <OperatorPage
          title="Operators"
          kicker="Everyone logs in with a code. Every decision needs two operators (four-eyes)."
          aside={
            mayEdit && (
              <Button variant="default" onClick={() => setAsked({ act: 'invite' })}>
                Invite
              </Button>
            )
          }
        >
          <DataTable
            title="Operators"
            bareTitle
            dense
            pageSize={6}
            rows={operators}
            keyOf={({ id }) => id}
            columns={columnsOf(ownId, mayEdit ? setAsked : null)}
            empty={<EmptyState title="No operators yet" />}
          />
          <InviteDialog asked={asked} onClose={() => setAsked(null)} />
          <RolesDialog asked={asked} onClose={() => setAsked(null)} />
          <EndDialog asked={asked} onClose={() => setAsked(null)} />
        </OperatorPage>
      )}
    </Loaded>
  )
}

const columnsOf = (ownId: string, onAsk: ((asked: Asked) => void) | null): Column<Operator>[] => [
  {
    key: 'name',
    header: 'Name',
    cell: ({ id, name, email }) => (
      <>
        <strong>
          {name}
          {id === ownId && ', you'}
        </strong>
        <small>{email}</small>
      </>
    ),
  },
  { key: 'state', header: 'State', place: 'status', cell: (each) => <State operator={each} /> },
  {
    key: 'roles',
    header: 'Roles',
    wrap: true,
    place: 'line',
    cell: ({ roles }) => roles.map((role) => operatorRoles[role]).join(', '),
  },
  {
    key: 'act',
    header: 'Actions',
    bare: true,
    place: 'action',
    cell: (operator) =>
      onAsk && operator.id !== ownId && <Acts operator={operator} onAsk={onAsk} />,
  },
]

function State({ operator }: { operator: Operator }) {
  const { is_ended, has_joined, keys_from } = operator
  const now = useNow()
  if (is_ended) return <Tag tone="neutral">Removed</Tag>
  if (!has_joined) return <Tag tone="wait">Invited</Tag>
  const isNew = keys_from !== null && keys_from > now
  if (!isNew) return <Tag tone="good">Active</Tag>
  return (
    <Tag tone="wait">
      Cannot approve before <TimeText at={keys_from} />
    </Tag>
  )
}

type ActsProps = { operator: Operator; onAsk: (asked: Asked) => void }

const Acts = ({ operator, onAsk }: ActsProps) => (
  <span className={styles.acts}>
    <Button size="xs" variant="default" onClick={() => onAsk({ act: 'invite', operator })}>
      Invite again
    </Button>
    {!operator.is_ended && (
      <>
        <Button size="xs" variant="default" onClick={() => onAsk({ act: 'roles', operator })}>
          Roles
        </Button>
        <Button size="xs" variant="danger" onClick={() => onAsk({ act: 'end', operator })}>
          Remove
        </Button>
      </>
    )}
  </span>
)
