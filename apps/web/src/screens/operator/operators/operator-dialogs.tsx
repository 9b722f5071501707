import type { CallOutput } from '@pier/protocol/calls/calls'
import { Checkbox } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { operatorRoles, type OperatorRole } from '@pier/protocol/operators'
import { operatorCall } from '../../../api/operator.ts'
import { ReasonDialog } from '../../../operator/dialogs/reason-dialog.tsx'
import { useLast } from '../../../ui/dialog/use-last.ts'
import { FieldErrorLine } from '../../../ui/form/field-wrap.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import styles from './operators.module.css'

export type Operator = CallOutput<'GET /operator/operators'>['operators'][number]

export type Asked =
  | { act: 'invite'; operator?: Operator }
  | { act: 'roles' | 'end'; operator: Operator }

type DialogProps = { asked: Asked | null; onClose: () => void }

const roles = Object.keys(operatorRoles) as OperatorRole[] // Object.keys returns string[].
const notes: Record<OperatorRole, string> = {
  support: 'helps users and resolves stuck items',
  case_officer: 'works on cases, proposes rulings and seizures',
  approver: 'gives the second approval',
  finance: 'payments and withdrawals, proposes adjustments',
  compliance: 'holds and orders, proposes seizures by order',
  admin: 'operators, configuration, clocks',
}

type RoleValues = Record<OperatorRole, string>
const chosenOf = (values: RoleValues) => roles.filter((role) => values[role] === 'on')
/** Only the last one reports the error, so that it is shown once, below. */
const roleChecks = Object.fromEntries(
  roles.map((role, index) => [
    role,
    (_: string, all: RoleValues) =>
      index === roles.length - 1 && chosenOf(all).length === 0 ? 'Choose at least one role' : null,
  ]),
) as Record<OperatorRole, (value: string, all: RoleValues) => string | null> // One for each.

type RoleFieldsProps = {
  held: readonly OperatorRole[]
  field: (name: OperatorRole) => { error?: string | undefined }
}

function RoleFields({ held, field }: RoleFieldsProps) {
  const error = roles.map((role) => field(role).error).find(Boolean)
  return (
    <fieldset className={styles.roles} aria-describedby={error && 'roles-error'}>
      <legend>Roles</legend>
      {roles.map((role) => (
        <Checkbox
          key={role}
          name={role}
          label={`${operatorRoles[role]}: ${notes[role]}`}
          defaultChecked={held.includes(role)}
        />
      ))}
      {error && <FieldErrorLine id="roles-error" text={error} />}
    </fieldset>
  )
}

export function InviteDialog({ asked, onClose }: DialogProps) {
  const isOurs = asked?.act === 'invite'
  const known = useLast(isOurs ? asked : null)?.operator
  return (
    <ReasonDialog<'name' | 'email' | OperatorRole>
      title={known ? `Invite ${known.name} again` : 'Invite an operator'}
      opened={isOurs}
      onClose={onClose}
      button="Propose"
      done="Proposed. Waiting for second approval"
      withCode
      readers="record"
      checks={{
        name: (name: string) => (name.trim() ? null : 'Enter a name'),
        email: (email: string) => (/^\S+@\S+\.\S+$/.test(email.trim()) ? null : 'Invalid email'),
        ...roleChecks,
      }}
      work={({ name, email, reason, code, ...values }) =>
        operatorCall('POST /operator/operators', {
          body: { name: name.trim(), email: email.trim(), roles: chosenOf(values), reason, code },
        })
      }
    >
      {(field) => (
        <>
          <p>
            {known
              ? 'For operators who lost their app or return. Once approved, their sessions end and they join again.'
              : 'Once approved, they get an email with a link to set a password and two-step login.'}{' '}
            All operators are notified. They cannot propose or approve for{' '}
            {limits.operatorKeyWaitDays} days.
          </p>
          <TextField {...field('name')} label="Name" maxLength={100} defaultValue={known?.name} />
          <TextField
            {...field('email')}
            label="Email"
            type="email"
            autoComplete="off"
            defaultValue={known?.email}
          />
          <RoleFields held={known?.roles ?? []} field={field} />
        </>
      )}
    </ReasonDialog>
  )
}

export function RolesDialog({ asked, onClose }: DialogProps) {
  const ours = asked?.act === 'roles' ? asked.operator : null
  const operator = useLast(ours)
  return (
    <ReasonDialog
      title={`Roles of ${operator?.name ?? ''}`}
      opened={ours !== null}
      onClose={onClose}
      button="Propose"
      done="Proposed. Waiting for second approval"
      withCode
      readers="record"
      checks={roleChecks}
      work={({ reason, code, ...values }) =>
        operatorCall('PUT /operator/operators/:id/roles', {
          params: { id: operator?.id ?? '' },
          body: { roles: chosenOf(values), reason, code },
        })
      }
    >
      {(field) => (
        <>
          <p>
            It takes effect once approved, and all operators are notified. After gaining a role,
            they cannot propose or approve for {limits.operatorKeyWaitDays} days.
          </p>
          <RoleFields held={operator?.roles ?? []} field={field} />
        </>
      )}
    </ReasonDialog>
  )
}

export function EndDialog({ asked, onClose }: DialogProps) {
  const ours = asked?.act === 'end' ? asked.operator : null
  const operator = useLast(ours)
  return (
    <ReasonDialog
      title={`${operator?.name ?? ''} leaves`}
      opened={ours !== null}
      onClose={onClose}
      button="Remove operator"
      danger
      done="Operator removed"
      work={({ reason }) =>
        operatorCall('POST /operator/operators/:id/end', {
          params: { id: operator?.id ?? '' },
          body: { reason },
        })
      }
    >
      <p>All their sessions end at once. Their actions stay in the audit log.</p>
    </ReasonDialog>
  )
}
