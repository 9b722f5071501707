/** Settings with which production refuses to start, each with how to fix it. */
import { tmpdir } from 'node:os'
import { resolve, sep } from 'node:path'
import { listUnnamed } from './variables/company.ts'
import { isThisMachine } from './net/this-machine.ts'
import { liveCryptoApi, namesOfWorker, type Environment } from './environment.ts'

export function listUnsafe(env: Environment): string[] {
  return [
    ...listUnnamed(env),
    env.PASSWORD_COST !== 'full' && 'PASSWORD_COST must be full in production',
    !env.PUBLIC_ORIGIN.startsWith('https:') && 'PUBLIC_ORIGIN must be https in production',
    env.STRIPE_API_BASE && 'STRIPE_API_BASE is for stand-ins and must not be set in production',
    !/^(sk|rk)_live_/.test(env.STRIPE_SECRET_KEY) &&
      'STRIPE_SECRET_KEY must be a live key in production',
    env.NOWPAYMENTS_CALLBACK_URL?.startsWith('http:') &&
      'NOWPAYMENTS_CALLBACK_URL must be https in production',
    env.NOWPAYMENTS_API_BASE !== liveCryptoApi &&
      `NOWPAYMENTS_API_BASE must be ${liveCryptoApi} in production`,
    ...(['REGISTRAR_CA', 'DNS_STANDIN_PORT', 'RDAP_STANDIN_CA'] as const).map(
      (name) =>
        env[name] !== undefined && `${name} is for stand-ins and must not be set in production`,
    ),
    ...(['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const).map(
      (name) =>
        isOpenWire(env[name]) &&
        `${name} must have sslmode=verify-full where the database is on another machine`,
    ),
    ...(['S3_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const).map(
      (name) => isPlainHttp(env[name]) && `${name} must be https where it is on another machine`,
    ),
    !isThisMachine(env.METRICS_HOST) &&
      env.METRICS_TOKEN === undefined &&
      'METRICS_TOKEN is missing: others reach METRICS_HOST',
    isShared(env.DATA_FOLDER) &&
      'DATA_FOLDER must be a folder of our own, not one where everybody on the machine writes',
  ].filter((fault) => typeof fault === 'string' && fault !== '') as string[]
}

/** Over a network, a connection that is not encrypted and verified can be read and changed. */
function isOpenWire(url: string | undefined): boolean {
  if (url === undefined) return false
  const { hostname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  return !isThisMachine(host) && searchParams.get('sslmode') !== 'verify-full'
}

const isPlainHttp = (url: string | undefined): boolean =>
  url?.startsWith('http:') === true && !isThisMachine(new URL(url).hostname)

const sharedFolders = [tmpdir(), '/tmp', '/var/tmp', '/dev/shm']
const isShared = (folder: string): boolean =>
  sharedFolders.some((shared) => `${resolve(folder)}${sep}`.startsWith(`${resolve(shared)}${sep}`))

/** Whoever takes over the API would otherwise have the registrar and the e-seal as well. */
export const listWorkerKeys = (source: Record<string, string | undefined>): string[] =>
  namesOfWorker
    .filter((name) => source[name] !== undefined)
    .map((name) => `${name} is for the worker alone: take it out of the environment of the API`)
