import { chownSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../local/postgres.ts'
import { queryDatabase } from '../local/stack.ts'
import { imageOf } from './images.ts'
import { mountImage, runInImage, startInImage, user } from './sandbox.ts'

const deploy = resolve(import.meta.dirname, '../../deploy')

/** Programs of the image, each of which has to end well. */
const programs = [
  'pgbouncer --version',
  'unbound -V',
  'nginx -V',
  'msmtpd --version',
  'promtool check config --syntax-only /etc/pier/watch/prometheus.yml',
]

type Surroundings = { storage: string[]; ending: (end: () => unknown) => void }

/** The image of all that we did not write: returns what of it does not run. */
export async function tryParts(folder: string, { storage, ending }: Surroundings) {
  const etc = join(folder, 'parts-etc')
  cpSync(join(deploy, 'parts'), etc, { recursive: true })
  cpSync(join(deploy, 'watch'), join(etc, 'watch'), { recursive: true })
  writeFileSync(join(etc, 'postgres-password'), 'of-the-admin')
  const given = {
    root: mountImage(storage, imageOf('parts')),
    entrypoint: [],
    logFile: join(folder, 'parts.log'),
  }
  const failures: string[] = []
  for (const program of programs) {
    const command = program.split(' ')
    await runInImage({ ...given, command, env: {}, binds: { [etc]: '/etc/pier' } }).catch(
      (error: Error) => failures.push(`parts: ${error.message}`),
    )
  }

  const data = join(folder, 'parts-data')
  mkdirSync(data)
  chownSync(data, user, user)
  const port = await freePort()
  const postgres = await startInImage({
    ...given,
    command: ['sh', '/etc/pier/start-postgres.sh'],
    env: { PGPORT: String(port) },
    binds: { [etc]: '/etc/pier', [data]: '/var/lib/pier' },
  })
  ending(() => postgres.stop('SIGINT'))
  const url = `postgres://postgres:of-the-admin@127.0.0.1:${port}/postgres`
  for (let tries = 0; ; tries++) {
    const error = await queryDatabase(url, 'select').then(
      () => undefined,
      (reason: unknown) => String(reason),
    )
    if (!error) break
    if (tries === 100) {
      failures.push(`parts: PostgreSQL does not answer: ${error}`)
      break
    }
    await sleep(200)
  }
  await postgres.stop('SIGINT')
  return failures
}
