import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster } from '../local/postgres.ts'
import { queryDatabase } from '../local/stack.ts'
import { openProof } from '../proofs/open-proof.ts'
import { openBackups, type Backups } from './backups.ts'
import { asTarget, drill, openCopy, secondsBefore, type Told } from './copies.ts'
import { openWorld, type World } from './world.ts'
import { startWriters } from './writers.ts'

/**
 * `pnpm proof restore`: a database that people write to is copied, encrypted, to two places; then its
 * machine and the copies beside it are gone. From the second place it comes back as it was at a given
 * second, and as it was last archived, by the drill that a deployment runs every week. `pier verify`
 * must hold on it. A wrong passphrase and a missing segment must be noticed. `--small` is for every CI
 * run; the full size has 50,000 loans and the archive time-out that we ship.
 */
const isSmall = process.argv.includes('--small')
const archiveSeconds = isSmall ? 5 : 60
const loans = isSmall ? 0 : 50_000
const lostSecondsMax = 1

const proof = openProof('restore')
const { folder, failures, say, ending } = proof
await proof.run(prove)

async function prove(): Promise<string> {
  const backups = openBackups(folder, { archiveSeconds })
  process.env['PGBACKREST_CONFIG_PATH'] = backups.configPath
  const cluster = await startCluster(backups.primary, { include: backups.archiveFile })
  let isRunning = true
  ending(() => isRunning && cluster.stop())
  backups.setPort(new URL(cluster.url()).port)
  await backups.pgbackrest('stanza-create')
  const world = await openWorld(cluster, { etc: join(folder, 'pier'), loans })
  ending(() => world.close())
  await world.seal()
  say('a database with its roles and a world in it')

  const written = await copyUnderLoad(world, backups)
  say(`two copies, to the second ${new Date(written.target).toISOString()} and beyond`)
  cluster.stop()
  isRunning = false
  const lostAt = Date.now()
  await written.stop()
  backups.loseMachine()
  const told = {
    PGBACKREST_CONFIG_PATH: backups.configPath,
    CHAIN_PUBLIC_KEYS: world.chainKeys,
  }
  const restored = await restoreTo(written, told)
  const last = await restoreNewest(written, lostAt, told)
  await tryWhatMustFail(backups, written, told)
  const { megabytes, backupSeconds, writes } = written
  return (
    `${megabytes} MB, ${(backups.sizeOf('second') / 1024).toFixed(0)} KB encrypted, ` +
    `backup ${backupSeconds.toFixed(1)} s under ${writes.length} writes, ` +
    `restored in ${restored.tookSeconds} s, to the second: lost ${restored.lostSeconds.toFixed(2)} s, ` +
    `${restored.verified}; machine and disk gone: lost ${last.lostSeconds.toFixed(1)} s, ` +
    `archived every ${archiveSeconds} s; a wrong passphrase and a missing segment are noticed`
  )
}

type Written = Awaited<ReturnType<typeof copyUnderLoad>>

/** Copies to both places while people write, then lets them go on beyond the second of the target. */
async function copyUnderLoad(world: World, backups: Backups) {
  await untilArchived(world, 'select pg_walfile_name(pg_switch_wal()) as value')
  await backups.pgbackrest('check')
  const writers = await startWriters(world.db)
  ending(() => writers.stop())
  const began = performance.now()
  await backups.pgbackrest('--type=full', '--repo=1', 'backup')
  const backupSeconds = (performance.now() - began) / 1000
  await backups.pgbackrest('--type=full', '--repo=2', 'backup')
  say('backed up')
  await world.seal()
  const ask = (text: string) => queryDatabase<{ value: string }>(world.url, text)
  // Between the backup and the target lies a segment that can be missing.
  const [missing] = await ask('select pg_walfile_name(pg_switch_wal()) as value')
  await sleep(2000)
  const target = Math.ceil((Date.now() + 500) / 1000) * 1000
  await sleep(target - Date.now() + 1500)
  const [size] = await ask('select pg_database_size(current_database()) as value')
  await untilArchived(world, 'select pg_walfile_name(pg_switch_wal()) as value')
  await world.seal()
  // A bad moment to lose the machine is shortly before the next segment is sent.
  await untilArchived(world, 'select pg_walfile_name(pg_current_wal_lsn()) as value')
  await sleep(archiveSeconds * 0.85 * 1000)
  failures.push(...writers.failed.slice(0, 3).map((error) => `a write failed: ${String(error)}`))
  return {
    target,
    backupSeconds,
    megabytes: (Number(size?.value) / 1024 / 1024).toFixed(0),
    missing: missing?.value ?? '',
    writes: writers.acknowledged,
    stop: writers.stop,
  }
}

/** Waits until the segment that the query names has been sent to both places. */
async function untilArchived({ url }: World, query: string): Promise<void> {
  const [wanted] = await queryDatabase<{ value: string }>(url, query)
  for (let tries = 0; tries < 6000; tries++) {
    const [row] = await queryDatabase<{ value: string | null }>(
      url,
      'select last_archived_wal as value from pg_stat_archiver',
    )
    if ((row?.value ?? '') >= (wanted?.value ?? '')) return
    await sleep(100)
  }
  throw new Error(`${wanted?.value} was not archived`)
}

/** As it was at that second: whatever was acknowledged by then is there, and nothing begun later. */
async function restoreTo({ target, writes }: Written, told: Omit<Told, 'FOLDER'>) {
  const FOLDER = join(folder, 'to-the-second')
  const copy = await openCopy({ ...told, FOLDER, TARGET: asTarget(target) })
  ending(() => copy.drop())
  say(copy.said)
  const { kept } = copy
  const missing = writes.filter(({ key, ackedAt }) => ackedAt <= target && !kept.has(key))
  const early = writes.filter(({ key, beganAt }) => beganAt > target && kept.has(key))
  const later = writes.filter(({ beganAt }) => beganAt > target)
  if (missing.length > 0) failures.push(`${missing.length} acknowledged writes are missing`)
  if (early.length > 0) failures.push(`${early.length} writes from after the second are there`)
  if (kept.size === 0 || later.length === 0) failures.push('nothing was written around the second')
  const lostSeconds = secondsBefore(target, writes, kept)
  if (lostSeconds > lostSecondsMax) failures.push(`lost ${lostSeconds} s before the second`)
  await copy.drop()
  const [, tookSeconds, verified] = / in ([\d.]+) s.*?; (.*), [\d.]+ s$/.exec(copy.said) ?? []
  if (!verified?.endsWith(' 0 faults')) failures.push(`verified: ${verified}`)
  if (/\b0 (loans|events|seals|lines)/.test(verified ?? '')) failures.push(`empty: ${verified}`)
  return { lostSeconds, tookSeconds, verified }
}

/** As it was last archived: what the machine took with it is lost. */
async function restoreNewest({ writes }: Written, lostAt: number, told: Omit<Told, 'FOLDER'>) {
  const METRICS = join(folder, 'restore.prom')
  const copy = await openCopy({ ...told, METRICS, FOLDER: join(folder, 'newest') })
  ending(() => copy.drop())
  say(copy.said)
  const lostSeconds = secondsBefore(lostAt, writes, copy.kept)
  if (lostSeconds > archiveSeconds + 5) failures.push(`lost ${lostSeconds} s with the machine`)
  const noted = readFileSync(METRICS, 'utf8')
  if (!/^pier_restore_drill_finished_seconds\{place="2"\} \d+$/m.test(noted)) {
    failures.push('the time of the drill was not written down')
  }
  await copy.drop()
  return { lostSeconds }
}

/** What has to fail, and to say why. */
async function tryWhatMustFail(
  backups: Backups,
  { target, missing }: Written,
  told: Omit<Told, 'FOLDER'>,
) {
  const expectFailure = async (what: string, why: RegExp, more: Partial<Told>) => {
    const { isGood, said } = await drill({ ...told, FOLDER: join(folder, 'failing'), ...more })
    say(`${what}: ${said.split('\n').at(-1)}`)
    if (isGood || !why.test(said)) failures.push(`${what} gave: ${said}`)
  }
  const PGBACKREST_CONFIG_PATH = backups.configWithOtherPassphrase()
  await expectFailure('a wrong passphrase', /no archive that can be read/, {
    PGBACKREST_CONFIG_PATH,
  })
  backups.loseSegment(missing)
  const TARGET = asTarget(target)
  await expectFailure('a missing segment, to the second', /ended before configured/, { TARGET })
  await expectFailure('a missing segment, all of it', /a segment is missing/, {})
}
