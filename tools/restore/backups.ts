import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const deploy = resolve(import.meta.dirname, '../../deploy')
const asPostgres =
  process.getuid?.() === 0
    ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups']
    : ['env']

export type Backups = ReturnType<typeof openBackups>

/** pgBackRest with the configuration that we ship, and where things are here. */
export function openBackups(folder: string, { archiveSeconds }: { archiveSeconds: number }) {
  const places = { first: join(folder, 'first'), second: join(folder, 'second') }
  const etc = join(folder, 'etc')
  const primary = join(folder, 'primary')
  const own = ['log', 'lock', 'spool'].map((name) => join(folder, name))
  asDatabase('mkdir', ['-p', places.first, places.second, ...own])
  const passphrases = [newPassphrase(), newPassphrase()]
  writeConfig(etc, { folder, passphrases })
  const archiveFile = join(etc, 'postgresql-archive.conf')
  const archive = readPart('postgresql-archive.conf')
  const timeout = `archive_timeout = ${archiveSeconds}`
  writeFileSync(archiveFile, archive.replace('archive_timeout = 60', timeout))
  const env = { ...process.env, PGBACKREST_CONFIG_PATH: etc }
  return {
    /** What the server of the database includes, and what it has in its environment. */
    archiveFile,
    configPath: etc,
    primary,
    places,
    /** Its port is only known once the database runs. */
    setPort: (port: string) => writeConfig(etc, { folder, passphrases, port }),
    /** Somebody who has the files and guesses. */
    configWithOtherPassphrase() {
      const other = join(folder, 'etc-other')
      writeConfig(other, { folder, passphrases: [newPassphrase(), newPassphrase()] })
      return other
    },
    async pgbackrest(...args: string[]): Promise<string> {
      const [file = '', ...before] = asPostgres
      const command = [...before, 'pgbackrest', '--stanza=pier', ...args]
      return (await run(file, command, { env, cwd: '/' })).stdout
    },
    sizeOf: (place: keyof typeof places) =>
      Number(asDatabase('du', ['-sb', places[place]]).split('\t')[0]),
    /** Some disk or some person at the second place lost a file. */
    loseSegment(name: string) {
      const lost = globSync(`archive/pier/*/*/${name}-*`, { cwd: places.second })
      if (lost.length !== 1) throw new Error(`There are ${lost.length} segments ${name}`)
      for (const each of lost) rmSync(join(places.second, each))
    },
    /** The machine burns down: what it was still sending, its disk and the copies beside it are gone. */
    loseMachine() {
      for (const lock of globSync('*.lock', { cwd: join(folder, 'lock') })) {
        const [pid = ''] = readFileSync(join(folder, 'lock', lock), 'utf8').split('\n')
        if (isOurs(Number(pid), folder)) process.kill(Number(pid), 'SIGKILL')
      }
      for (const each of [primary, places.first]) {
        rmSync(each, { recursive: true, maxRetries: 20, retryDelay: 100 })
      }
    },
  }
}

/** A lock stays when its process has ended, and the number may be somebody else's by now. */
function isOurs(pid: number, folder: string): boolean {
  const file = `/proc/${pid}/environ`
  return pid > 0 && existsSync(file) && readFileSync(file, 'utf8').includes(folder)
}

function writeConfig(
  etc: string,
  { folder, passphrases, port = '5432' }: { folder: string; passphrases: string[]; port?: string },
): void {
  const text = readPart('pgbackrest.conf')
    .replace('/var/lib/pgbackrest', join(folder, 'first'))
    .replace('/mnt/second-place/pgbackrest', join(folder, 'second'))
    .replace('/var/log/pgbackrest', join(folder, 'log'))
    .replace('lock-path=/tmp/pgbackrest', `lock-path=${join(folder, 'lock')}`)
    .replace('/var/spool/pgbackrest', join(folder, 'spool'))
    .replace('/var/lib/postgresql/15/main', join(folder, 'primary/data'))
    .replace('pg1-port=5432', `pg1-port=${port}`)
    .replace('/run/postgresql', join(folder, 'primary'))
  const lines = passphrases.map((each, index) => `repo${index + 1}-cipher-pass=${each}`)
  mkdirSync(join(etc, 'conf.d'), { recursive: true })
  chmodSync(etc, 0o755)
  writeFileSync(join(etc, 'pgbackrest.conf'), text)
  writeFileSync(join(etc, 'conf.d/passphrases.conf'), ['[global]', ...lines, ''].join('\n'))
}

const readPart = (name: string) => readFileSync(join(deploy, 'parts', name), 'utf8')
const newPassphrase = () => randomBytes(36).toString('base64')

function asDatabase(command: string, args: string[]): string {
  const [file = '', ...before] = asPostgres
  return execFileSync(file, [...before, command, ...args], { encoding: 'utf8', cwd: '/' })
}
