import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { dayMs } from '@pier/protocol/time'
import { AppError } from '../../platform/app-error.ts'
import type { Config } from '../../platform/config.ts'
import { createBucket } from '../../providers/bucket/bucket.ts'
import { createFileScan, eicar } from '../../providers/scan/file-scan.ts'
import type { Check, Finding } from './deployment.ts'

/** Where backups and drills leave their times for Prometheus, as docs/operations.md has it. */
const timesFolder = '/var/lib/prometheus/node-exporter'

/** Where files are kept, who reads them first, and how old the copies of all are. Nothing is written. */
export function listFileChecks(config: Config, folders: string[]): Check[] {
  return [
    ...folders.map((folder) => ({
      what: 'storage',
      look: async () => findFaultOfStorage(folder),
    })),
    ...listCopyChecks(timesFolder),
    ...(config.bucket ? [{ what: 'bucket', look: () => findFaultOfBucket(config) }] : []),
    ...(config.clamav ? [{ what: 'virus scan', look: () => findFaultOfScan(config) }] : []),
  ]
}

export const listCopyChecks = (folder: string): Check[] => [
  {
    what: 'copies of the database',
    look: async () =>
      findOld(join(folder, 'pier_backup.prom'), 2, 'Run backup.sh full, and see that cron does'),
  },
  {
    what: 'restore drill',
    look: async () =>
      findOld(join(folder, 'pier_restore.prom'), 9, 'Run restore-drill.sh, and see that cron does'),
  },
]

function findOld(file: string, daysMax: number, mend: string): Finding | undefined {
  if (!existsSync(file)) {
    throw new Error(`${file} is not here; look on the machine of the database`)
  }
  const [, seconds] = /_finished_seconds\S* (\d+)/.exec(readFileSync(file, 'utf8')) ?? []
  const days = (Date.now() - Number(seconds) * 1000) / dayMs
  if (days <= daysMax) return undefined
  return { fault: `the last was ${Math.floor(days)} days ago`, mend }
}

function findFaultOfStorage(dataFolder: string): Finding | undefined {
  if (!existsSync(dataFolder)) {
    return {
      fault: `${dataFolder} is not there`,
      mend: `Make it, for whoever runs the process; the units of deploy/systemd do it by themselves`,
    }
  }
  const { bavail, bsize } = statfsSync(dataFolder)
  if (bavail * bsize > 1_000_000_000) return undefined
  return { fault: `less than 1 GB is free at ${dataFolder}`, mend: 'Make room' }
}

/** A key that may not list is told 403 of what is not there: only what else is said is a fault. */
async function findFaultOfBucket(config: Config): Promise<Finding | undefined> {
  const refused = await createBucket(config)
    ?.get('doctor')
    .catch((error: Error) => error)
  if (!(refused instanceof Error)) return undefined
  const { message } = refused.cause instanceof Error ? refused.cause : refused
  if (/NoSuchKey|AccessDenied/.test(message)) return undefined
  const isAnswer = message.startsWith('The bucket answers')
  return {
    fault: message,
    mend: isAnswer
      ? 'Mend S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'
      : 'Mend S3_ENDPOINT, and let this machine reach it',
  }
}

async function findFaultOfScan(config: Config): Promise<Finding | undefined> {
  const verdict = await createFileScan(config)(Buffer.from(eicar)).catch((error: Error) => error)
  if (!verdict) {
    return { fault: 'it passes what every scanner knows', mend: 'Run freshclam for its signatures' }
  }
  if (verdict instanceof AppError && verdict.code === 'file_unsafe') return undefined
  const { message } = verdict.cause instanceof Error ? verdict.cause : verdict
  return { fault: message, mend: 'Start clamd, or mend CLAMAV_SOCKET and who may write to it' }
}
