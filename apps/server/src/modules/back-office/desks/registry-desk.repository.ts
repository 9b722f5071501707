/** A domain for operators: its transfers, registrar commands and registrar events. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../platform/db/db-types.ts'

/** Only the newest of each are shown. */
const shownMax = 50

export async function findDeskDomain(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('domains')
    .innerJoin('users', 'users.id', 'domains.userId')
    .leftJoin('escrows', (join) =>
      join
        .onRef('escrows.domainId', '=', 'domains.id')
        .on('escrows.endedAt', 'is', null)
        .on('escrows.isLinked', '=', false),
    )
    .leftJoin('holdings', 'holdings.domainId', 'domains.id')
    .select([
      'domains.id',
      'domains.name',
      'domains.unicodeName',
      'domains.status',
      'users.id as ownerId',
      'users.name as owner',
      'escrows.id as escrowId',
      'holdings.arrivedAt',
      'holdings.expiresAt',
      'holdings.nameservers',
      'holdings.isUnlocked',
      'holdings.checkedAt',
      'holdings.seen',
      'holdings.seenAt',
      'holdings.leftAt',
    ])
    .where('domains.id', '=', id)
    .executeTakeFirst()
}
export type DeskDomain = NonNullable<Awaited<ReturnType<typeof findDeskDomain>>>

/** Never selects the transfer code, encrypted or not: only whether it is still stored. */
const transfersOf = (db: Kysely<DB>) =>
  db
    .selectFrom('transfers')
    .select([
      'id',
      'domainId',
      'direction',
      'state',
      'feeCents',
      'actBy',
      'codeAt',
      'reason',
      'needsOperator',
      'lookedAt',
      'createdAt',
      'requestedAt',
      'endedAt',
      sql<boolean>`sealed_code is not null`.as('hasCode'),
    ])

export const findDeskTransfer = (db: Kysely<DB>, id: string) =>
  transfersOf(db).where('id', '=', id).executeTakeFirst()
export type DeskTransfer = NonNullable<Awaited<ReturnType<typeof findDeskTransfer>>>

export const listDeskTransfers = (db: Kysely<DB>, domainId: string): Promise<DeskTransfer[]> =>
  transfersOf(db)
    .where('domainId', '=', domainId)
    .orderBy('createdAt', 'desc')
    .limit(shownMax)
    .execute()

export const listDeskCommands = (db: Kysely<DB>, domainId: string) =>
  db
    .selectFrom('registrarCommands')
    .selectAll()
    .where('domainId', '=', domainId)
    .orderBy('number', 'desc')
    .limit(shownMax)
    .execute()
export type DeskCommand = Awaited<ReturnType<typeof listDeskCommands>>[number]

export const listDeskAlarms = (db: Kysely<DB>, domainId: string) =>
  db
    .selectFrom('custodyAlarms')
    .selectAll()
    .where('domainId', '=', domainId)
    .orderBy('createdAt', 'desc')
    .limit(shownMax)
    .execute()
export type DeskAlarm = Awaited<ReturnType<typeof listDeskAlarms>>[number]

export const listDeskEvents = (db: Kysely<DB>, name: string) =>
  db
    .selectFrom('registrarEvents')
    .selectAll()
    .where('name', '=', name)
    .orderBy('receivedAt', 'desc')
    .limit(shownMax)
    .execute()
export type DeskEvent = Awaited<ReturnType<typeof listDeskEvents>>[number]

type Wanted = { isOpen: boolean; limit: number; offset: number }

/** Those with a problem, the newest first. */
export async function listProblemEvents(db: Kysely<DB>, { isOpen, limit, offset }: Wanted) {
  const matching = db
    .selectFrom('registrarEvents')
    .where('problem', 'is not', null)
    .$if(isOpen, (query) => query.where('resolvedAt', 'is', null))
  const { count } = await matching
    .select((row) => row.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const events = await matching
    .selectAll()
    .orderBy('receivedAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return { events, total: Number(count) }
}

export const findLastValue = (db: Kysely<DB>, name: string) =>
  db
    .selectFrom('valuations')
    .select(['amountCents', 'source', 'createdAt'])
    .where('name', '=', name)
    .where('expiresAt', '>', sql<Date>`(select app_now())`)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
