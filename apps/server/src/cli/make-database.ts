import pg from 'pg'
import { openDatabase } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { createLog } from '../platform/log.ts'
import { randomWord } from './make-keys.ts'

const database = 'pier'
const owner = 'pier_owner'
/** Each process logs in as a member of its own role and of nothing else. */
const logins = { api: 'pier_api', worker: 'pier_worker', verifier: 'pier_verifier' } as const
/** Said for the login, because a pooler has no sessions to say it for. */
const timeouts = [`statement_timeout = '30s'`, `idle_in_transaction_session_timeout = '30s'`]

const alreadyThere = `The database ${database} already exists, so nothing was done. If a setup was cut off, drop it with
its roles first: drop database ${database}; drop role if exists ${[owner, ...Object.values(logins).flatMap((role) => [`${role}_login`, role])].join(', ')};`

/**
 * The logins connect as the administrator does, each with a name and a password of its own: both
 * have to stand in the address, and nothing behind it may say otherwise.
 */
export function findFaultOfAdmin(adminUrl: string): string | undefined {
  const url = URL.canParse(adminUrl) ? new URL(adminUrl) : undefined
  if (!url || !/^postgres(ql)?:$/.test(url.protocol))
    return '--database must begin with postgres://'
  if (!url.hostname) return '--database must name a host; a socket as %2Frun%2Fpostgresql'
  const odd = [...url.searchParams.keys()].filter((name) => !name.startsWith('ssl'))
  return odd.length > 0 ? `--database must not have ${odd.join(', ')} behind it` : undefined
}

export type DatabaseUrls = Record<keyof typeof logins | 'owner', string>

/**
 * Makes the database, its owner, the tables and a login for each process, by the login of an
 * administrator, who is needed for nothing else. Returns how each of them connects. The owner may
 * make roles only for as long as the first step of the schema makes ours.
 */
export async function makeDatabase(adminUrl: string): Promise<DatabaseUrls> {
  const admin = new pg.Client(adminUrl)
  await admin.connect()
  try {
    const { rows } = await admin.query('select from pg_database where datname = $1', [database])
    if (rows.length > 0) throw new Error(alreadyThere)
    const ownerUrl = await makeLogin(admin, { adminUrl, name: owner, rights: 'createrole' })
    await admin.query(`grant ${owner} to current_user`)
    await admin.query(
      `create database ${database} owner ${owner} template template0 encoding 'UTF8' locale 'C.UTF-8'`,
    )
    await migrateAs(ownerUrl)
    await admin.query(`alter role ${owner} nocreaterole`)
    const urls: DatabaseUrls = { owner: ownerUrl, api: '', worker: '', verifier: '' }
    for (const [key, role] of Object.entries(logins) as [keyof typeof logins, string][]) {
      const name = `${role}_login`
      urls[key] = await makeLogin(admin, { adminUrl, name, rights: `in role ${role}` })
      for (const setting of timeouts) await admin.query(`alter role ${name} set ${setting}`)
    }
    return urls
  } finally {
    await admin.end()
  }
}

async function makeLogin(
  admin: pg.Client,
  { adminUrl, name, rights }: { adminUrl: string; name: string; rights: string },
): Promise<string> {
  const password = randomWord()
  await admin.query(`create role ${name} login ${rights} password '${password}'`)
  const url = new URL(adminUrl)
  url.username = name
  url.password = password
  url.pathname = `/${database}`
  return url.href
}

async function migrateAs(url: string): Promise<void> {
  const log = createLog({ level: 'warn', name: 'setup' })
  const db = openDatabase({ url, role: undefined, poolMax: 3, log, isMigration: true })
  try {
    await migrate(db)
  } finally {
    await db.destroy()
  }
}
