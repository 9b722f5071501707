import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../../tools/local/postgres.ts'

/** PgBouncer in transaction mode in front of a database, for this login. */
export async function startPooler(databaseUrl: string, login: string) {
  const { hostname, port, pathname } = new URL(databaseUrl)
  const folder = mkdtempSync(join(tmpdir(), 'pier-pooler-'))
  chmodSync(folder, 0o755)
  const poolerPort = await freePort()
  const name = pathname.slice(1)
  writeFileSync(join(folder, 'users.txt'), `"${login}" ""\n`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
${name} = host=${decodeURIComponent(hostname)} port=${port} dbname=${name}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${poolerPort}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 4
server_reset_query =
ignore_startup_parameters = extra_float_digits
`,
  )
  const command = ['pgbouncer', '--quiet', join(folder, 'pgbouncer.ini')]
  const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
  const [file = '', ...args] = process.getuid?.() === 0 ? [...asPostgres, ...command] : command
  const child = spawn(file, args, { stdio: 'ignore' })
  const url = `postgres://${login}@127.0.0.1:${poolerPort}/${name}`
  while (!(await answers(url))) await sleep(50)
  return {
    url,
    async stop() {
      child.kill('SIGINT')
      await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}
