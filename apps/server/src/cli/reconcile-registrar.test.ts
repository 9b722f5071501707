/**
 * A copy of the database is made while the product runs; then things go on, at the registry too. The
 * command runs on the copy, as it does after a restore.
 */
import { execFile, execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { givenCustody } from '../../test/given/given-custody.ts'
import { until } from '../../test/given/given-payments.ts'
import { startProduct } from '../../test/product.ts'
import { useTestApp } from '../../test/test-app.ts'

const run = promisify(execFile)
const app = useTestApp({ withCustody: true })
const given = givenCustody(app)
type Owner = Awaited<ReturnType<typeof given.inCustody>>

const copy = `test_${randomUUID().replaceAll('-', '')}`
const copyUrl = `${inject('clusterUrl')}${copy}`
let names: Awaited<ReturnType<typeof liveOn>>

beforeAll(async () => {
  names = await liveOn()
})
afterAll(async () => {
  const client = new pg.Client(`${inject('clusterUrl')}postgres`)
  await client.connect()
  await client.query(`drop database if exists ${copy} with (force)`)
  await client.end()
})

async function liveOn() {
  const [same, leaving, waiting, renamed, open] = [
    await given.inCustody(),
    await askToLeave(await given.inCustody()),
    await askToLeave(await given.inCustody()),
    await given.inCustody(),
    await given.inCustody(),
  ]
  const code = await sendCode(leaving)
  const arriving = await given.underWay()
  const later = await given.owner()
  const url = new URL(app.database.url)
  const dump = dumpOf(url.href).replaceAll(url.pathname.slice(1), copy)
  const psql = ['--quiet', '--set=ON_ERROR_STOP=1', `${inject('clusterUrl')}postgres`]
  execFileSync('psql', psql, { input: dump, stdio: ['pipe', 'ignore', 'pipe'] })

  // Whatever follows, the copy knows nothing of.
  await given.asked(later)
  await given.requested(later)
  for (const owner of [arriving, later]) await given.letThrough(owner)
  app.custody.other.advanceDays(61)
  await app.custody.other.pullName({ name: leaving.name, code })
  app.custody.other.advanceDays(5)
  const registry = (name: string) => app.custody.registry.getDomain(name)
  Object.assign(registry(waiting.name), { sponsor: 'other-one' })
  registry(renamed.name).nameservers.splice(0, 1, 'ns9.elsewhere.com')
  registry(open.name).statuses.delete('clientTransferProhibited')
  return { same, leaving, waiting, renamed, open, arriving, later }
}

async function askToLeave(owner: Owner): Promise<Owner> {
  await given.query('update domains set transfer_out_available_at = app_now() where id = $1', [
    owner.id,
  ])
  await owner.browser.post(`/domains/${owner.id}/transferOut`)
  return owner
}

/** The wait is over: the lock is open, and the code in the mail. */
async function sendCode({ id, email, browser }: Owner): Promise<string> {
  await given.query(
    `update transfers set created_at = created_at - interval '20 hours' where domain_id = $1`,
    [id],
  )
  await given.query(
    `update timers set fire_at = app_now() from transfers
     where timers.subject_id = transfers.id and transfers.domain_id = $1`,
    [id],
  )
  const { text } = await app.mailTo(email, 'authorization code')
  await until(async () => (await given.domain(browser, id)).transfer_out?.state === 'code_sent')
  return /^\s*([\w!*.-]{24})\s*$/m.exec(text)?.[1] ?? ''
}

const dumpOf = (url: string) =>
  execFileSync('pg_dump', ['--create', '--no-owner', '--dbname', url], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  }).replaceAll(/^\\(un)?restrict .*$/gm, '') // A new word each time.

async function reconcile(databaseUrl: string, ...options: string[]) {
  const pier = join(import.meta.dirname, '../pier.ts')
  const env = {
    ...app.env,
    DATABASE_URL: databaseUrl,
    DATABASE_ROLE: 'pier_worker',
  }
  return run(process.execPath, [pier, 'reconcile-registrar', ...options], { env }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
}

test('it refuses while a worker runs', async () => {
  const { code, stdout, stderr } = await reconcile(app.database.url)

  expect(stderr).toContain('Stop all workers, then run this again')
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
})

test('where the database drops the session with its lock, it says that it could not compare', async () => {
  const owner = new pg.Client(copyUrl)
  await owner.connect()
  await owner.query('begin; lock table domains in access exclusive mode')
  const running = reconcile(copyUrl)
  const dropLeader = async () => {
    const { rowCount } = await owner.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
         and objid = 7461002 and granted
         and database = (select oid from pg_database where datname = current_database())`,
    )
    return rowCount
  }
  await expect.poll(dropLeader).toBe(1)
  await owner.query('rollback')
  await owner.end()

  const { code, stdout, stderr } = await running

  expect(stderr).toContain('Not all domains could be compared')
  expect(stdout).not.toContain('domains compared') // It may have come to one of them.
  expect(code).toBe(2)
})

test('it names what the registry has done since, says what to do, and changes nothing', async () => {
  const domains = () => JSON.stringify(app.custody.registry.listDomains())
  const before = { copy: dumpOf(copyUrl), registry: domains() }

  const { code, stdout } = await reconcile(copyUrl)

  const of = ({ name }: { name: string }) =>
    stdout
      .split(/\n(?! )/)
      .filter((each) => each.startsWith(`${name}: `))
      .join('\n')
  expect(of(names.same)).toBe('')
  expect(of(names.leaving)).toMatch(/the registry has it with other-one since \d+ \w+ 20\d\d/)
  expect(of(names.leaving)).toContain("ends automatically at the worker's next check")
  expect(of(names.waiting)).toContain('To end it as gone, before the workers start: update')
  expect(of(names.renamed)).toMatch(/its nameservers at the registry: .*ns9\.elsewhere\.com/)
  expect(of(names.renamed)).toContain('"Take it over"')
  expect(of(names.open)).toContain('the database has it locked; the registry has it open')
  expect(of(names.arriving)).toContain('the domain has arrived')
  expect(of(names.later)).toBe('')
  expect(stdout).toContain('6 domains compared with the registry, 5 differ. Nothing was changed.')
  expect(code).toBe(1)
  expect({ copy: dumpOf(copyUrl), registry: domains() }).toEqual(before)
})

test('asked about every name, it finds one that came since', async () => {
  const { stdout } = await reconcile(copyUrl, '--every')

  expect(stdout).toContain(
    `${names.later.name}: the database has it elsewhere; the registry has it with us`,
  )
})

test('what it proposes ends a name that left as gone, once a worker runs', async () => {
  const { stdout } = await reconcile(copyUrl)
  const { id, name, email } = names.waiting
  const [, statements = ''] = new RegExp(`^${name}: .*\\n.*start: (.*)\\.$`, 'm').exec(stdout) ?? []
  const owner = new pg.Client(copyUrl)
  await owner.connect()
  await owner.query(statements)
  await owner.query(`insert into pgboss.job (name, data) values ('custody.check-holding', $1)`, [
    JSON.stringify({ domainId: id }),
  ])

  const { database, directDatabase, ...config } = app.config
  const product = await startProduct({
    ...config,
    database: { ...database, url: copyUrl },
    directDatabase: { ...directDatabase, url: copyUrl },
  })

  await app.mailTo(email, 'transferred out')
  const { rows } = await owner.query('select from custody_alarms where domain_id = $1', [id])
  expect(rows).toEqual([])
  await product.stop()
  await owner.end()
})
