import type { Kysely, Selectable } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB, RegistrarCommands } from '../../../platform/db/db-types.ts'
import type { DsRecord } from '../../../providers/registrar/registrar-port.ts'

/** What each kind of command carries: ids, never a code. */
export type CommandInputs = {
  request_transfer: { transferId: string }
  cancel_transfer: { transferId: string; reason: string }
  receive_domain: { transferId: string }
  set_nameservers: { nameservers: string[]; dsRecords: DsRecord[] }
  renew: { renewalId: string }
  open_transfer_out: { transferId: string }
  close_transfer_out: { transferId: string; reason: string }
  lock: object
}
export type CommandKind = keyof CommandInputs

/** Ties each kind to its input, so that narrowing one narrows the other. */
export type NewCommand = {
  [K in CommandKind]: { domainId: string; kind: K; input: CommandInputs[K] }
}[CommandKind]
export type Command = Omit<Selectable<RegistrarCommands>, 'kind' | 'input'> & NewCommand

/** Stuck: neither done nor refused, and a person has to look. */
export type CommandEnd = {
  state: 'done' | 'refused' | 'stuck'
  error?: string | undefined
  message?: string | undefined
  registrarRef?: string | undefined
}

export async function insertCommand(tx: Tx, command: NewCommand): Promise<string> {
  const { id } = await tx
    .insertInto('registrarCommands')
    .values({ ...command, input: JSON.stringify(command.input), createdAt: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function findCommand(db: Kysely<DB>, id: string): Promise<Command | undefined> {
  const row = await db
    .selectFrom('registrarCommands')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toCommand(row)
}

/** The next command to run. */
export async function findOpenCommand(
  db: Kysely<DB>,
  domainId: string,
): Promise<Command | undefined> {
  const row = await db
    .selectFrom('registrarCommands')
    .selectAll()
    .where('domainId', '=', domainId)
    .where('settledAt', 'is', null)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  return row && toCommand(row)
}

/** All that are not settled, in their order. */
export async function listOpenCommands(db: Kysely<DB>, domainId: string): Promise<Command[]> {
  const rows = await db
    .selectFrom('registrarCommands')
    .selectAll()
    .where('domainId', '=', domainId)
    .where('settledAt', 'is', null)
    .orderBy('number')
    .execute()
  return rows.map(toCommand)
}

export async function hasOpenCommand(
  db: Kysely<DB>,
  { domainId, kind }: { domainId: string; kind: CommandKind },
): Promise<boolean> {
  const row = await db
    .selectFrom('registrarCommands')
    .select('id')
    .where('domainId', '=', domainId)
    .where('kind', '=', kind)
    .where('settledAt', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether any command for it was open or settled since then. */
export async function wasTouchedSince(
  db: Kysely<DB>,
  { domainId, since }: { domainId: string; since: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('registrarCommands')
    .select('id')
    .where('domainId', '=', domainId)
    .where((where) => where.or([where('settledAt', 'is', null), where('settledAt', '>=', since)]))
    .executeTakeFirst()
  return row !== undefined
}

export async function markSent(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('registrarCommands')
    .set({ state: 'sent', sentAt: tx.now })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute()
}

export async function settleCommand(tx: Tx, id: string, end: CommandEnd): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('registrarCommands')
    .set({
      state: end.state,
      error: end.error ?? null,
      message: end.message ?? null,
      registrarRef: end.registrarRef ?? null,
      settledAt: tx.now,
    })
    .where('id', '=', id)
    .where('settledAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Back in the queue. If it was sent before, the run asks about that before it sends again. */
export async function reopenCommand(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('registrarCommands')
    .set({ state: 'queued', settledAt: null })
    .where('id', '=', id)
    .where('state', '=', 'stuck')
    .where('resolvedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A person has settled what it was stuck on. */
export async function markResolved(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('registrarCommands')
    .set({ resolvedAt: tx.now })
    .where('id', '=', id)
    .where('state', '=', 'stuck')
    .where('resolvedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function findStuckCommand(
  db: Kysely<DB>,
  { domainId, kind }: { domainId: string; kind: CommandKind },
): Promise<Command | undefined> {
  const row = await db
    .selectFrom('registrarCommands')
    .selectAll()
    .where('domainId', '=', domainId)
    .where('kind', '=', kind)
    .where('state', '=', 'stuck')
    .where('resolvedAt', 'is', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toCommand(row)
}

/** The next command of each domain, if it has waited too long: its job was lost. */
export async function listForgottenCommands(db: Kysely<DB>, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('registrarCommands')
    .distinctOn('domainId')
    .select('id')
    .where('settledAt', 'is', null)
    .where('createdAt', '<', before)
    .orderBy('domainId')
    .orderBy('number')
    .limit(1000)
    .execute()
  return rows.map(({ id }) => id)
}

// The input was written under its kind by `insertCommand`.
const toCommand = (row: Selectable<RegistrarCommands>) => row as unknown as Command
