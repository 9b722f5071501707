import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { queryDatabase } from '../local/stack.ts'
import { startInImage, type Sandbox } from './sandbox.ts'
import { startNode, type Node, type Roots, type Town } from './town.ts'

type Change = Record<string, (text: string) => string>
type Broken = {
  /** What somebody did to it. */
  by: string
  /** What the doctor has to say: which part, and words of the fault or its mend. */
  says: [part: string, words: RegExp]
  files?: Change
  /** Files that others may read. */
  open?: string
  /** Done to the database, and undone. */
  sql?: [done: string, undone: string]
  /** Whoever looks does not know who signed the certificate. */
  isStranger?: boolean
}

const set = (name: string, value: string) => (text: string) =>
  text.replace(new RegExp(`^${name}=.*$\\n?`, 'm'), '').concat(`\n${name}=${value}\n`)

const replace = (from: RegExp, to: string) => (text: string) => text.replace(from, to)

/** Nobody is at these places, and nothing is archived, so of every deployment here they are said. */
const ofAll: Record<string, RegExp> = {
  resolver: /Check that Unbound runs/,
  registrar: /REGISTRAR_HOST/,
  'card payments': /STRIPE|reach/,
  'crypto payments': /NOWPAYMENTS|reach/,
  'archive of the database': /archive_mode is off/,
  'database backups': /pier_backup\.prom is missing/,
  'restore drill': /pier_restore\.prom is missing/,
}

const brokenOnes: Broken[] = [
  {
    by: 'the password of the API is another',
    files: { 'api.env': replace(/(DIRECT_URL=postgres:\/\/[^:]+:)[^@]+/, '$1wrong') },
    says: ['database, for the API', /Correct the password in api\.env/],
  },
  {
    by: 'PgBouncer is not there',
    files: { 'api.env': replace(/^(DATABASE_URL=.*@127\.0\.0\.1):\d+/m, '$1:9') },
    says: ['pooler', /Start PgBouncer/],
  },
  {
    by: 'the login of the API has no time-outs',
    sql: [
      `alter role pier_api_login reset statement_timeout`,
      `alter role pier_api_login set statement_timeout = '30s'`,
    ],
    says: ['time-outs behind the pooler', /alter role pier_api_login set statement_timeout/],
  },
  {
    by: 'the worker may do what the API may',
    sql: ['grant pier_api to pier_worker_login', 'revoke pier_api from pier_worker_login'],
    says: ['rights of the worker', /not of pier_api/],
  },
  {
    by: 'the owner may make roles',
    sql: ['alter role pier_owner createrole', 'alter role pier_owner nocreaterole'],
    says: ['rights of the owner', /alter role pier_owner nosuperuser/],
  },
  {
    by: 'the schema is that of a version before',
    sql: [
      `update kysely_migration set name = 'x' || name where name = (select max(name) from kysely_migration)`,
      `update kysely_migration set name = substr(name, 2) where name like 'x%'`,
    ],
    says: ['schema', /Run pier migrate/],
  },
  {
    by: 'the time of a demo is left',
    sql: [
      'update clock_offset set ahead_seconds = 30',
      'update clock_offset set ahead_seconds = 0',
    ],
    says: ['clock', /moved by 30 s/],
  },
  {
    by: 'smtps is said for a port that begins in the clear',
    files: { 'pier.env': replace(/SMTP_URL=smtp:/, 'SMTP_URL=smtps:') },
    says: ['mail relay', /Use smtp:\/\/ for it/],
  },
  {
    by: 'a key of the worker stands with the API',
    files: { 'api.env': set('REGISTRAR_PASSWORD', 'of-the-worker') },
    says: ['configuration of the API', /REGISTRAR_PASSWORD is for the worker alone/],
  },
  {
    by: 'the web has another address than the API',
    files: { 'web.env': set('PUBLIC_ORIGIN', 'https://elsewhere.example') },
    says: ['configuration of the web', /elsewhere\.example/],
  },
  {
    by: 'others can read the keys',
    open: 'worker.env',
    says: ['file permissions', /chmod 600/],
  },
  {
    by: 'the processes want more connections than there are',
    files: { 'pier.env': set('DATABASE_POOL_MAX', '90') },
    says: ['connections', /Lower DATABASE_POOL_MAX/],
  },
  {
    by: 'the scanner is not there',
    files: { 'api.env': set('CLAMAV_SOCKET', '/run/clamav/clamd.ctl') },
    says: ['virus scan', /Start clamd/],
  },
  {
    by: 'the bucket is not there',
    files: {
      'pier.env': set(
        'S3_ENDPOINT',
        'http://127.0.0.1:9\nS3_REGION=eu\nS3_BUCKET=files\nS3_ACCESS_KEY_ID=invented\nS3_SECRET_ACCESS_KEY=invented',
      ),
    },
    says: ['bucket', /Correct S3_ENDPOINT/],
  },
  {
    by: 'the certificate is of nobody known',
    isStranger: true,
    says: ['certificate', /self.signed/],
  },
]

/** Breaks a deployment in one way at a time, and hears whether the doctor names that and nothing else. */
export async function breakDeployments(
  town: Town,
  { roots, running }: { roots: Roots; running: Record<Node, Sandbox> },
): Promise<{ named: number; failures: string[] }> {
  const failures: string[] = []
  const wrong = (more: string[]) => void failures.push(...more)
  const { off: well, notSeen } = await askDoctor(town, { root: roots.server, name: 'well' })
  wrong(compare('as it is', well, {}))
  wrong(notSeen.map((part) => `doctor: it did not look at ${part}`))
  for (const [index, broken] of brokenOnes.entries()) {
    const { by, sql, says } = broken
    if (sql) await queryDatabase(town.databaseUrl, sql[0])
    const { off } = await askDoctor(town, { root: roots.server, name: `broken-${index}`, broken })
    if (sql) await queryDatabase(town.databaseUrl, sql[1])
    wrong(compare(by, off, { [says[0]]: says[1] }))
  }
  wrong(await breakProxies(town, { roots, running }))
  const asked = Object.keys(ofAll).length + brokenOnes.length + 1
  return { named: asked - failures.length, failures }
}

/** The front passes on what a visitor says about themselves, and the web server believes it. */
async function breakProxies(
  town: Town,
  { roots, running }: { roots: Roots; running: Record<Node, Sandbox> },
): Promise<string[]> {
  const replaceWeb = async (hops: string) => {
    town.env.web['TRUSTED_PROXY_HOPS'] = hops
    for (const node of ['web1', 'web2'] as const) {
      await running[node].stop()
      await startNode(town, { roots, running, node })
    }
  }
  town.changeNginx('X-Forwarded-For $remote_addr', 'X-Forwarded-For $proxy_add_x_forwarded_for')
  await replaceWeb('2')
  const { off } = await askDoctor(town, { root: roots.server, name: 'broken-proxies' })
  town.changeNginx('$proxy_add_x_forwarded_for', '$remote_addr')
  await replaceWeb('1')
  return compare('one proxy too many is believed', off, {
    'the proxies': /x-forwarded-for from visitors is trusted/,
  })
}

/** What it said of each part that is off, the fault and the mend below it, and what it did not look at. */
async function askDoctor(
  town: Town,
  { root, name, broken = {} }: { root: string; name: string; broken?: Partial<Broken> },
): Promise<{ off: Record<string, string>; notSeen: string[] }> {
  const etc = join(town.folder, name)
  execFileSync('cp', ['-a', town.etc, etc]) // With their owner, who alone reads them.
  for (const [file, change] of Object.entries(broken.files ?? {})) {
    writeFileSync(join(etc, file), change(readFileSync(join(etc, file), 'utf8')))
  }
  if (broken.open) chmodSync(join(etc, broken.open), 0o644)
  const logFile = join(town.folder, `${name}.log`)
  const doctor = await startInImage({
    root,
    command: ['src/pier.js', 'doctor', '/var/lib/pier-api'],
    env: broken.isStranger ? {} : { NODE_EXTRA_CA_CERTS: '/var/lib/pier-worker/fullchain.pem' },
    binds: {
      ...town.socket,
      [etc]: '/var/lib/pier-api',
      [join(town.folder, 'nginx')]: '/var/lib/pier-worker',
    },
    logFile,
  })
  const code = await doctor.ended
  const text = readFileSync(logFile, 'utf8')
  // Something is off in each of them.
  if (!/^\d+ to fix\.$/m.test(text) || code !== 1) throw new Error(`the doctor said ${text}`)
  const said = text.matchAll(/^OFF +([^:]+): ([\s\S]+?)(?=^(?:OFF|ok|--|\d+ to) )/gm)
  return {
    off: Object.fromEntries(Array.from(said, ([, part = '', words = '']) => [part, words])),
    notSeen: Array.from(text.matchAll(/^-- +(.*)$/gm), ([, line = '']) => line),
  }
}

function compare(by: string, said: Record<string, string>, more: Record<string, RegExp>): string[] {
  const wanted = { ...ofAll, ...more }
  const missed = Object.entries(wanted).filter(([part, words]) => !words.test(said[part] ?? ''))
  const besides = Object.keys(said).filter((part) => !Object.hasOwn(wanted, part))
  return [
    ...missed.map(([part]) => `doctor, ${by}: ${part} said ${said[part] ?? 'nothing'}`),
    ...besides.map((part) => `doctor, ${by}: ${part} besides: ${said[part]}`),
  ]
}
