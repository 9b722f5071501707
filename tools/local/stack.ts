import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { makeSecrets } from '../../apps/server/test/secrets.ts'
import { startCluster } from './postgres.ts'

const root = join(import.meta.dirname, '../..')
export const localFolder = join(root, '.local')
/** The registry of this machine. It is reset with the database, so that their names match. */
export const registryFile = join(localFolder, 'registry.json')

type Env = Record<string, string>

/** The keys of this machine, made once, so that a restart does not log everybody out. */
export async function readLocalSecrets() {
  const file = join(localFolder, 'secrets.json')
  mkdirSync(localFolder, { recursive: true })
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {}
  const secrets = { ...(await makeSecrets()), ...kept } // Adds new ones.
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
  return secrets
}

/** `DATABASE_URL`, or a cluster of our own in the ignored folder. */
export async function openLocalDatabase() {
  const given = process.env.DATABASE_URL
  if (given) return { url: given, stop: () => {}, wasRunning: true }
  const cluster = await startCluster(join(localFolder, 'postgres'))
  await createDatabase(cluster.url(), 'pier')
  return { ...cluster, url: cluster.url('pier') }
}

export async function createDatabase(adminUrl: string, name: string, { again = false } = {}) {
  const client = new pg.Client(adminUrl)
  await client.connect()
  try {
    if (again) await client.query(`drop database if exists ${name} with (force)`)
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${name}`)
  } finally {
    await client.end()
  }
}

/** Runs a query on a database: for looking, and for moving the clock. */
export async function queryDatabase<T>(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text, values)).rows as T[]
  } finally {
    await client.end()
  }
}

/** Starts one of our programs and prefixes its output. `env` overrides our own environment. */
export function startProgram(name: string, args: string[], env: Env, cwd = root): ChildProcess {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const prefix = (chunk: Buffer) =>
    process.stdout.write(chunk.toString().replaceAll(/^(?=.)/gm, `[${name}] `))
  child.stdout.on('data', prefix)
  child.stderr.on('data', prefix)
  return child
}

/** Runs a program to its end. */
export function runProgram(name: string, args: string[], env: Env): Promise<void> {
  return new Promise((resolve, reject) => {
    startProgram(name, args, env).once('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`${name} ended with ${code}`))
    })
  })
}

export async function waitForUrl(url: string, patienceMs = 60_000): Promise<void> {
  const until = Date.now() + patienceMs
  while (Date.now() < until) {
    const reply = await fetch(url).catch(() => undefined)
    if (reply?.ok) return
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
  }
  throw new Error(`${url} did not answer`)
}
