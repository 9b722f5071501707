import { randomBytes, randomUUID } from 'node:crypto'
import { openAccessTokens } from '../../src/modules/users/account/access-tokens.ts'
import { readConfig } from '../../src/platform/config.ts'
import type { Database } from '../../src/platform/db/database.ts'

export type Guest = { userId: string; token: string }

/**
 * People who are logged in, written directly to the tables: this many, and this many sessions of each,
 * because a session may call 300 times a minute.
 */
export async function makePeople(
  { pool }: Pick<Database, 'pool'>,
  { env, people, sessions }: { env: NodeJS.ProcessEnv; people: number; sessions: number },
): Promise<Guest[]> {
  const tokens = await openAccessTokens(readConfig(env).keys.access)
  const ids = Array.from({ length: people }, () => randomUUID())
  await pool.query(
    `insert into users (id, name, email, email_key, password_hash, pepper_id, data_key, created_at)
     select id, 'Bench', id || '@mail.example', uuid_send(id), 'none', 'none', 'none', app_now()
     from unnest($1::uuid[]) as id`,
    [ids],
  )
  const { rows } = await pool.query<{ id: string; userId: string; at: Date }>(
    `insert into sessions (user_id, refresh_hash, bind_hash, binding, label, network, used_mfa,
       created_at, refreshed_at)
     select id, $2, $2, 'unbound', 'Bench', '198.18.0.0/24', false, app_now(), app_now()
     from unnest($1::uuid[]) as id, generate_series(1, $3::integer)
     returning id, user_id as "userId", created_at as at`,
    [ids, randomBytes(32), sessions],
  )
  return Promise.all(
    rows.map(async ({ id, userId, at }) => {
      const token = await tokens.issue({ id, userId, createdAt: at, usedMfa: false }, at)
      return { userId, token }
    }),
  )
}
