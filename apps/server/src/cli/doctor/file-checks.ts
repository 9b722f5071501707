import { existsSync, statfsSync } from 'node:fs'
import { AppError } from '../../platform/app-error.ts'
import type { Config } from '../../platform/config.ts'
import { createBucket } from '../../providers/bucket/bucket.ts'
import { createFileScan, eicar } from '../../providers/scan/file-scan.ts'
import type { Check, Configs, Finding } from './deployment.ts'

/** Where files are kept, and who reads them first. Nothing is written. */
export function listFileChecks(configs: Configs): Check[] {
  const { api, worker } = configs
  const known = [api, worker].filter((config) => config !== undefined)
  const isBucketWanted = known.some(({ bucket }) => bucket)
  return [
    ...known.map(({ dataFolder }) => ({
      what: 'storage',
      look: async () => findFaultOfStorage(dataFolder),
    })),
    ...(isBucketWanted ? [{ what: 'bucket', look: () => findFaultOfKeys(configs) }] : []),
    ...(api?.clamav ? [{ what: 'virus scan', look: () => findFaultOfScan(api) }] : []),
  ]
}

function findFaultOfStorage(dataFolder: string): Finding | undefined {
  if (!existsSync(dataFolder)) {
    return {
      fault: `${dataFolder} is missing`,
      mend: `Create it for the user that runs the process. The units in deploy/systemd create it automatically`,
    }
  }
  const { bavail, bsize } = statfsSync(dataFolder)
  if (bavail * bsize > 1_000_000_000) return undefined
  return { fault: `less than 1 GB is free at ${dataFolder}`, mend: 'Free disk space' }
}

/** API and worker have keys of their own. */
async function findFaultOfKeys({ api, worker }: Configs): Promise<Finding | undefined> {
  const ofApi = api && (await findFaultOfBucket(api))
  if (ofApi) return ofApi
  const ofWorker = worker && (await findFaultOfBucket(worker))
  return ofWorker && { ...ofWorker, fault: `for the worker: ${ofWorker.fault}` }
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
      ? 'Correct S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'
      : 'Correct S3_ENDPOINT, and let this machine reach it',
  }
}

async function findFaultOfScan(config: Config): Promise<Finding | undefined> {
  const verdict = await createFileScan(config)(Buffer.from(eicar)).catch((error: Error) => error)
  if (!verdict) {
    return {
      fault: 'it does not detect the EICAR test file',
      mend: 'Run freshclam to update its signatures',
    }
  }
  if (verdict instanceof AppError && verdict.code === 'file_unsafe') return undefined
  const { message } = verdict.cause instanceof Error ? verdict.cause : verdict
  return { fault: message, mend: 'Start clamd, or correct CLAMAV_SOCKET and its permissions' }
}
