import { sql } from 'kysely'
import type { Database } from './database.ts'

type Rights = { isSuper: boolean; isOwner: boolean; isMember: boolean; others: string[] }

/**
 * An attacker in a process has all rights of its login, whatever role it set: so in production the
 * login may neither be a superuser nor own the tables, and has to be a member of the one role of its
 * process and of nothing else.
 */
export async function refusePowerfulLogin(
  db: Database,
  own: 'pier_api' | 'pier_worker',
): Promise<void> {
  const { rows } = await sql<Rights>`
    select rolsuper or rolcreaterole or rolreplication or rolbypassrls as is_super,
      exists (select from pg_class where relname = 'ledger_entries'
        and pg_has_role(session_user, relowner, 'member')) as is_owner,
      exists (select from pg_roles as role where role.rolname = ${own}
        and pg_has_role(session_user, role.oid, 'member')) as is_member,
      array(select other.rolname::text from pg_roles as other
        where other.rolname not in (session_user, ${own})
          and pg_has_role(session_user, other.oid, 'member') order by 1) as others
    from pg_roles where rolname = session_user
  `.execute(db)
  const [login] = rows
  if (login?.isSuper) throw new Error(`Database: log in as a member of ${own}, not as a superuser`)
  if (login?.isOwner) throw new Error(`Database: log in as a member of ${own}, not as the owner`)
  if (login && !login.isMember) throw new Error(`Database: the login is no member of ${own}`)
  if (login && login.others.length > 0) {
    throw new Error(
      `Database: the login is to be a member of ${own} alone, not of ${login.others.join(', ')}`,
    )
  }
}

/**
 * Behind a pooler nothing can be set for a session, so the login itself must limit how long a
 * statement runs and how long a transaction may lie idle.
 */
export async function requireTimeouts(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string; login: string }>`
    select name, session_user::text as login from pg_settings
    where name in ('statement_timeout', 'idle_in_transaction_session_timeout') and setting = '0'
  `.execute(db)
  if (rows.length === 0) return
  const commands = rows.map(({ name, login }) => `alter role ${login} set ${name} = '30s'`)
  throw new Error(`Database: the login has no time-outs of its own. Run ${commands.join('; ')}`)
}
