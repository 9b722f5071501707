/** Settings with which production refuses to start, each with how to fix it. */
import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { resolve, sep } from 'node:path'
import { liveCryptoApi, type Environment } from './environment.ts'

export function listUnsafe(env: Environment): string[] {
  return [
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
    isOpenWire(env.DATABASE_URL) &&
      'DATABASE_URL must have sslmode=verify-full where the database is on another machine',
    isShared(env.DATA_FOLDER) &&
      'DATA_FOLDER must be a folder of our own, not one where everybody on the machine writes',
  ].filter((fault) => typeof fault === 'string' && fault !== '') as string[]
}

/** Over a network, a connection that is not encrypted and verified can be read and changed. */
function isOpenWire(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  return !isThisMachine(host) && searchParams.get('sslmode') !== 'verify-full'
}

function isThisMachine(host: string): boolean {
  const plain = host.replace(/^\[(.*)\]$/, '$1')
  if (plain === '' || plain === 'localhost' || plain.startsWith('/')) return true
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'))
}

const sharedFolders = [tmpdir(), '/tmp', '/var/tmp', '/dev/shm']
const isShared = (folder: string): boolean =>
  sharedFolders.some((shared) => `${resolve(folder)}${sep}`.startsWith(`${resolve(shared)}${sep}`))

const ofWorker = [
  'CUSTODY_PRIVATE_KEY',
  'CHAIN_PRIVATE_KEY',
  'SEAL_P12',
  'SEAL_PASSPHRASE',
  'REGISTRAR_PASSWORD',
]

/** Whoever takes over the API would otherwise have the registrar and the e-seal as well. */
export const listWorkerKeys = (source: Record<string, string | undefined>): string[] =>
  ofWorker
    .filter((name) => source[name] !== undefined)
    .map((name) => `${name} is for the worker alone: take it out of the environment of the API`)
