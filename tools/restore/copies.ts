import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../local/postgres.ts'
import { listWritten, type Write } from './writers.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')

/** What the drill is told: see `deploy/restore-drill.sh`. */
export type Told = {
  FOLDER: string
  PGBACKREST_CONFIG_PATH: string
  CHAIN_PUBLIC_KEYS: string
  TARGET?: string
  METRICS?: string
  KEEP?: string
}

/** Runs the very script that whoever runs a deployment has. */
export async function drill(told: Told): Promise<{ isGood: boolean; said: string }> {
  const env = {
    ...process.env,
    PORT: String(await freePort()),
    VERIFY: `${process.execPath} ${join(root, 'apps/server/src/pier.ts')} verify`,
    ...told,
  }
  try {
    const { stdout } = await run(join(root, 'deploy/restore-drill.sh'), [], { env, cwd: '/' })
    return { isGood: true, said: stdout.trim() }
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string }
    return { isGood: false, said: stderr.trim() || message }
  }
}

/** A copy that the drill found whole and left running, with the keys of what is written in it. */
export async function openCopy(told: Told) {
  const { isGood, said } = await drill({ ...told, KEEP: '1' })
  if (!isGood) throw new Error(said)
  const [pid, , , port] = readFileSync(join(told.FOLDER, 'data/postmaster.pid'), 'utf8').split('\n')
  const url = `postgres://postgres@${encodeURIComponent(told.FOLDER)}:${port}/pier`
  return {
    said,
    kept: await listWritten(url),
    async drop() {
      if (!existsSync(told.FOLDER)) return
      process.kill(Number(pid), 'SIGINT')
      while (existsSync(join(told.FOLDER, 'data/postmaster.pid'))) await sleep(50)
      rmSync(told.FOLDER, { recursive: true })
    },
  }
}

/** From the newest write that is there to this moment. */
export function secondsBefore(moment: number, writes: Write[], kept: Set<string>): number {
  const newest = writes.reduce(
    (last, { key, beganAt }) => (kept.has(key) ? Math.max(last, beganAt) : last),
    0,
  )
  return Math.max(0, (moment - newest) / 1000)
}

/** A whole second, as PostgreSQL reads it. */
export const asTarget = (moment: number) =>
  new Date(moment).toISOString().replace(/T(.*)\.000Z/, ' $1+00')
