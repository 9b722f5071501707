import { existsSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { dayMs } from '@pier/protocol/time'
import type { Check, Finding } from './deployment.ts'

/** As docs/operations.md has them: times of backups and drills, what pgBackRest is told, the database. */
const placesHere = {
  times: '/var/lib/prometheus/node-exporter',
  config: '/etc/pgbackrest/pgbackrest.conf',
  data: '/var/lib/postgresql',
}

const kinds = [
  {
    what: 'database backups',
    file: 'pier_backup.prom',
    daysMax: 2,
    script: 'backup.sh full',
  },
  { what: 'restore drill', file: 'pier_restore.prom', daysMax: 9, script: 'restore-drill.sh' },
] as const
type Kind = (typeof kinds)[number]

/** How old the copies of the database are, and whether they outlive its disk. */
export function listCopyChecks(
  isDatabaseHere: () => Promise<boolean>,
  places = placesHere,
): Check[] {
  return [
    ...kinds.map((kind) => ({
      what: kind.what,
      look: () => findOld(kind, { folder: places.times, isDatabaseHere }),
    })),
    ...(existsSync(places.config)
      ? [{ what: 'second backup location', look: async () => findSameDisk(places) }]
      : []),
  ]
}

async function findOld(
  { file, daysMax, script }: Kind,
  { folder, isDatabaseHere }: { folder: string; isDatabaseHere: () => Promise<boolean> },
): Promise<Finding | undefined> {
  const path = join(folder, file)
  const mend = `Run ${script}, and see that cron does: "Backups, and coming back" in docs/operations.md`
  if (!existsSync(path)) {
    if (await isDatabaseHere()) return { fault: `none was ever made: ${path} is missing`, mend }
    throw new Error(`${path} is missing; check on the database server`)
  }
  const [, seconds] = /_finished_seconds\S* (\d+)/.exec(readFileSync(path, 'utf8')) ?? []
  const days = (Date.now() - Number(seconds) * 1000) / dayMs
  if (days <= daysMax) return undefined
  return { fault: `the last was ${Math.floor(days)} days ago`, mend }
}

/** As Linux numbers it. */
const tmpfs = 0x01021994

/** A folder on the disk of the database is gone with it, whatever it is called. */
function findSameDisk({ config, data }: typeof placesHere): Finding | undefined {
  const text = readFileSync(config, 'utf8')
  const read = (name: string) => new RegExp(`^${name} *= *(.*\\S)`, 'm').exec(text)?.[1]
  const isElsewhere = !/^(posix|cifs)$/.test(read('repo2-type') ?? 'posix') || read('repo2-host')
  if (isElsewhere) return undefined
  const path = read('repo2-path')
  if (!path) {
    return {
      fault: `${config} has no repo2-path`,
      mend: 'Take it from deploy/parts/pgbackrest.conf',
    }
  }
  const mend = `Mount the disk of another machine at ${dirname(path)}, or take repo2-type=s3; then stanza-create and backup.sh full`
  const place = statSync(path, { throwIfNoEntry: false })
  if (!place) return { fault: `${path} is missing`, mend }
  const own = statSync(read('pg1-path') ?? data, { throwIfNoEntry: false }) ?? statSync(data)
  if (statfsSync(path).type === tmpfs) return { fault: `${path} is in memory`, mend }
  if (place.dev !== own.dev) return undefined
  return { fault: `${path} is on the database disk and would be lost with it`, mend }
}
