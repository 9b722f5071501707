import pg from 'pg'
import { openDatabase, type Database } from '../../platform/db/database.ts'
import { refusePowerfulLogin, requireTimeouts } from '../../platform/db/own-role.ts'
import { readSteps } from '../../platform/db/steps.ts'
import { createLog } from '../../platform/log.ts'
import { isThisMachine } from '../../platform/net/this-machine.ts'
import type { Check, Configs, Deployment, Finding } from './deployment.ts'

const log = createLog({ level: 'silent', name: 'doctor' })
/** Above this, codes of authenticator apps and signatures of providers begin to fail. */
export const clockMs = 2000
const archiveMinutes = 15
/** API and worker twice. */
const processes = 4
/** Beside its pool: an API has LISTEN, a worker the lock of the relay and that of the exclusive jobs. */
const directSessions = { api: 1, worker: 2 }

export function listDatabaseChecks(deployment: Deployment, configs: Configs): Check[] {
  const { api, worker, owner, verifier } = deployment
  const apiUrl = api['DATABASE_DIRECT_URL'] ?? api['DATABASE_URL'] ?? ''
  const asOwner = (look: (client: pg.Client) => Promise<Finding | undefined>) => () =>
    withClient(owner['DATABASE_URL'] ?? '', look)
  return [
    connects('database, for the API', apiUrl, 'api.env'),
    connects('database, for the worker', worker['DATABASE_URL'], 'worker.env'),
    connects('database, for the owner', owner['DATABASE_URL'], 'owner.env'),
    connects('database, for whoever verifies', verifier['DATABASE_URL'], 'verify.env'),
    ...(api['DATABASE_DIRECT_URL']
      ? [
          { what: 'pooler', look: () => findFaultOfPooler(api['DATABASE_URL'] ?? '') },
          { what: 'time-outs behind the pooler', look: () => findNoTimeouts(apiUrl) },
        ]
      : []),
    { what: 'rights of the API', look: () => findPower(apiUrl, 'pier_api') },
    { what: 'rights of the worker', look: () => findPower(worker['DATABASE_URL'], 'pier_worker') },
    { what: 'rights of the owner', look: asOwner(findPowerOfOwner) },
    { what: 'schema', look: asOwner(compareSchema) },
    { what: 'clock', look: asOwner(compareClocks) },
    { what: 'connections', look: asOwner((client) => countConnections(client, configs)) },
    { what: 'archive of the database', look: asOwner(findOldArchive) },
    { what: 'processes', look: asOwner(findSilence) },
  ]
}

/** By what the server says of itself: behind HAProxy it is elsewhere, though its address is here. */
export const isDatabaseHere = ({ owner }: Deployment): Promise<boolean> =>
  withClient(owner['DATABASE_URL'] ?? '', async (client) => {
    const { rows } = await client.query(`select coalesce(host(inet_server_addr()), '') as server`)
    return isThisMachine(rows[0].server)
  })

function connects(what: string, url = '', file: string): Check {
  return {
    what,
    look: () => withClient(url, findOpenWire).catch((error: unknown) => explain(error, url, file)),
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {}) // What it was asked fails as well.
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}

function explain(error: unknown, url: string, file: string): Finding {
  const { code = '', message } = error as Error & { code?: string }
  const place = URL.canParse(url) ? decodeURIComponent(new URL(url).host) : 'DATABASE_URL'
  const mends: Record<string, string> = {
    ECONNREFUSED: `Start PostgreSQL at ${place}, or correct the address in ${file}`,
    ENOTFOUND: `Correct the host in ${file}`,
    '28P01': `Correct the password in ${file}: alter role … password '…' sets a new one`,
    '28000': 'Allow the login with scram-sha-256 in pg_hba.conf, and reload PostgreSQL',
    '3D000': `Run pier setup, or correct the database name in ${file}`,
    '53300': 'Raise max_connections, or lower DATABASE_POOL_MAX',
  }
  const ofTls = /SSL|certificate|self.signed/i.test(`${code} ${message}`)
  const mend = ofTls
    ? `Give PostgreSQL a certificate for its host, and ${file} sslmode=verify-full with sslrootcert`
    : (mends[code] ?? `Check that PostgreSQL answers at ${place}`)
  return { fault: `${place}: ${message}`, mend }
}

/** Whatever the address says, PostgreSQL knows whether it is encrypted. */
async function findOpenWire(client: pg.Client): Promise<Finding | undefined> {
  if (isThisMachine(client.host)) return undefined
  const { rows } = await client.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
  if (rows[0]?.ssl) return undefined
  return {
    fault: `the connection to ${client.host} is not encrypted`,
    mend: 'Turn ssl on in postgresql.conf and add sslmode=verify-full to the address',
  }
}

async function findFaultOfPooler(url: string): Promise<Finding | undefined> {
  const mend = 'Start PgBouncer with deploy/parts/pgbouncer.ini, and give it pgbouncer-users.txt'
  return withClient(url, async () => undefined).catch((error: Error) => ({
    fault: error.message,
    mend,
  }))
}

/** Past the pooler, whose own connections may be older than what is set for the login now. */
async function findNoTimeouts(url: string): Promise<Finding | undefined> {
  return withDatabase(url, (db) =>
    requireTimeouts(db).then(
      () => undefined,
      ({ message }: Error) => {
        const [fault = '', mend = message] = message.replace('Database: ', '').split('. Run ')
        return { fault, mend }
      },
    ),
  )
}

async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase({ url, role: undefined, poolMax: 1, log, isPooled: true })
  try {
    await db.pool.query('select') // What keeps it from connecting is no fault of what is looked at.
    return await work(db)
  } finally {
    await db.destroy()
  }
}

async function findPower(url = '', role: 'pier_api' | 'pier_worker'): Promise<Finding | undefined> {
  return withDatabase(url, (db) =>
    refusePowerfulLogin(db, role).then(
      () => undefined,
      ({ message }: Error) => ({
        fault: message.replace('Database: ', ''),
        mend: `Make it a login as pier setup does: create role … login in role ${role}`,
      }),
    ),
  )
}

async function findPowerOfOwner(client: pg.Client): Promise<Finding | undefined> {
  const { rows } = await client.query(
    'select rolname, rolsuper or rolcreaterole as is_powerful from pg_roles where rolname = session_user',
  )
  if (!rows[0]?.is_powerful) return undefined
  const fault = `${rows[0].rolname} may create roles, but it only needs to own the tables`
  return { fault, mend: `alter role ${rows[0].rolname} nosuperuser nocreaterole` }
}

async function compareSchema(client: pg.Client): Promise<Finding | undefined> {
  const { rows } = await client.query('select name from kysely_migration order by name')
  const done = new Set(rows.map(({ name }: { name: string }) => name))
  const steps = readSteps().map(({ name }) => name)
  const open = steps.filter((name) => !done.has(name))
  if (open.length > 0) {
    const fault = `${open.length} migrations of this version are not applied, the first is ${open[0]}`
    return { fault, mend: 'Run pier migrate with owner.env' }
  }
  return undefined
}

async function compareClocks(client: pg.Client): Promise<Finding | undefined> {
  const askedAt = Date.now()
  const { rows } = await client.query(
    'select clock_timestamp() as now, extract(epoch from app_now() - now())::float8 as ahead',
  )
  const middle = (askedAt + Date.now()) / 2
  const apartMs = Math.abs((rows[0].now as Date).getTime() - middle)
  if (Number(rows[0].ahead) !== 0) {
    return {
      fault: `the product clock is moved by ${rows[0].ahead} s, as in demos`,
      mend: 'This is a demo database. Set up another one for production',
    }
  }
  if (apartMs <= clockMs) return undefined
  return {
    fault: `the database's clock and this machine's are ${Math.round(apartMs / 1000)} s apart`,
    mend: 'Run chrony or systemd-timesyncd on both',
  }
}

async function countConnections(client: pg.Client, configs: Configs): Promise<Finding | undefined> {
  const { rows } = await client.query(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as free`,
  )
  const { api, worker } = configs
  if (!api || !worker) throw new Error('the configuration is missing')
  const ofApi = api.database.poolMax + directSessions.api
  const ofWorker = worker.database.poolMax + directSessions.worker
  const needed = (processes / 2) * (ofApi + ofWorker)
  if (needed <= rows[0].free) return undefined
  return {
    fault: `two of each process can open ${needed} connections, but PostgreSQL has ${rows[0].free} free`,
    mend: 'Lower DATABASE_POOL_MAX, or raise max_connections',
  }
}

async function findOldArchive(client: pg.Client): Promise<Finding | undefined> {
  const { rows } = await client.query(`
    select current_setting('archive_mode') <> 'off' as is_on, last_failed_wal,
      coalesce(last_failed_time > last_archived_time, last_failed_time is not null) as is_failing,
      extract(epoch from now() - last_archived_time) / 60 as minutes
    from pg_stat_archiver`)
  const mend = 'Set pgBackRest up: "Backups, and coming back" in docs/operations.md'
  const [row] = rows
  if (!row.is_on) return { fault: 'archive_mode is off: no backup is made', mend }
  if (row.is_failing) return { fault: `${row.last_failed_wal} could not be archived`, mend }
  if (row.minutes === null) return { fault: 'nothing was archived yet', mend }
  if (row.minutes <= archiveMinutes) return undefined
  return { fault: `nothing was archived for ${Math.round(row.minutes)} minutes`, mend }
}

/** Each part says every few seconds that it works. */
async function findSilence(client: pg.Client): Promise<Finding | undefined> {
  const { rows } = await client.query<{ part: string }>(
    `select part from unnest(array['api', 'worker']) as part where not exists (
      select from heartbeats as h where h.part = part.part and h.beat_at > app_now() - interval '5 minutes')`,
  )
  if (rows.length === 0) return undefined
  const silent = rows.map(({ part }) => part).join(' and ')
  return {
    fault: `no heartbeat from ${silent} for five minutes`,
    mend: 'Start it. If it is running, its log says why it does not work',
  }
}
