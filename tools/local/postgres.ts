import { execFileSync, type ExecFileSyncOptions } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

export type Cluster = {
  url: (database?: string) => string
  /** Through its socket in the file system, which costs less processor time than TCP. */
  socketUrl: (database: string) => string
  stop: () => void
  /** It was already running, and somebody may still need it. */
  wasRunning: boolean
}

type ClusterOptions = {
  throwAway?: boolean
  password?: string
  /** A file of settings besides our own. */
  include?: string
}

/**
 * Starts a PostgreSQL cluster of our own from the machine's server binaries, on a free port of the
 * loopback address. A throw-away one trades durability for speed.
 */
export async function startCluster(
  folder: string,
  { throwAway = false, password, include }: ClusterOptions = {},
): Promise<Cluster> {
  const data = join(folder, 'data')
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  if (isRoot()) chownSync(folder, idOf('-u'), idOf('-g'))
  if (!existsSync(join(data, 'PG_VERSION'))) {
    const options = [
      '-U',
      'postgres',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      ...authOf(folder, password),
    ]
    run('initdb', ['-D', data, ...options, ...(throwAway ? ['--no-sync'] : [])])
    if (include) appendFileSync(join(data, 'postgresql.conf'), `include '${include}'\n`)
  }
  const login = password ? `postgres:${password}` : 'postgres'
  const runningOn = runningPort(data)
  const port = runningOn ?? (await startServer(folder, data, throwAway))
  return {
    wasRunning: runningOn !== undefined,
    url: (database = 'postgres') => `postgres://${login}@127.0.0.1:${port}/${database}`,
    socketUrl: (database) =>
      `postgres://${login}@${encodeURIComponent(folder)}:${port}/${database}`,
    stop: () => run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop']),
  }
}

/** With a password everybody has to prove who they are, as in production. */
function authOf(folder: string, password: string | undefined): string[] {
  if (password === undefined) return ['-A', 'trust']
  const file = join(folder, 'password')
  writeFileSync(file, password)
  return ['-A', 'scram-sha-256', `--pwfile=${file}`]
}

async function startServer(folder: string, data: string, throwAway: boolean) {
  const port = await freePort()
  const settings = [
    `-p ${port}`,
    '-c listen_addresses=127.0.0.1',
    `-c unix_socket_directories=${folder}`,
    '-c max_connections=200',
    ...(throwAway ? ['-c fsync=off', '-c synchronous_commit=off', '-c full_page_writes=off'] : []),
  ]
  run('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', settings.join(' '), 'start'])
  return port
}

/** The port of a server that an earlier start left running in this folder. */
function runningPort(data: string): number | undefined {
  const pidFile = join(data, 'postmaster.pid')
  if (!existsSync(pidFile)) return undefined
  const [pid, , , port] = readFileSync(pidFile, 'utf8').split('\n')
  try {
    process.kill(Number(pid), 0)
    return Number(port)
  } catch {
    return undefined
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** PostgreSQL refuses to run as root, so root runs it as Debian's postgres user. */
function run(command: string, args: string[]) {
  const file = join(binaries(), command)
  const options: ExecFileSyncOptions = { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' }
  if (isRoot()) execFileSync('setpriv', [...asPostgres(), file, ...args], options)
  else execFileSync(file, args, options)
}

const isRoot = () => process.getuid?.() === 0
const idOf = (flag: '-u' | '-g') =>
  Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
const asPostgres = () => ['--reuid=postgres', '--regid=postgres', '--clear-groups']

function binaries(): string {
  const root = '/usr/lib/postgresql'
  const newest = existsSync(root) ? readdirSync(root).toSorted((a, b) => +b - +a)[0] : undefined
  if (!newest) throw new Error('PostgreSQL is not installed: apt-get install postgresql')
  return join(root, newest, 'bin')
}
