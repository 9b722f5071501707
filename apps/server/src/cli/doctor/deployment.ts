import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { readApiConfig, readWorkerConfig, type Config } from '../../platform/config.ts'

/** What is wrong, and what whoever runs the deployment does about it. */
export type Finding = { fault: string; mend: string }

/**
 * Returns nothing where all is well. What it throws kept it from looking: that is a fault of its
 * own, which another check names.
 */
export type Check = { what: string; look: () => Promise<Finding | undefined> }

type Env = Record<string, string>
export type Deployment = {
  api: Env
  worker: Env
  web: Env
  owner: Env
  verifier: Env
}

/** The files that `pier setup` wrote and people filled in, as each process gets them. */
export function readDeployment(folder: string): Deployment {
  const read = (name: string) => parseEnv(readFileSync(join(folder, name), 'utf8')) as Env
  const both = read('pier.env')
  return {
    api: { ...both, ...read('api.env') },
    worker: { ...both, ...read('worker.env') },
    web: read('web.env'),
    owner: read('owner.env'),
    verifier: read('verify.env'),
  }
}

/** The configurations that can be read: what needs one that cannot is not looked at. */
export type Configs = { api?: Config; worker?: ReturnType<typeof readWorkerConfig> }

export function listConfigurationChecks(
  folder: string,
  { api, worker, web }: Deployment,
  configs: Configs,
): Check[] {
  const read = (what: string, files: string, work: () => void): Check => ({
    what,
    look: async () => {
      try {
        work()
        return undefined
      } catch (error) {
        const fault = (error as Error).message.replace(/^Configuration:\n/, '')
        return { fault, mend: `Correct the lines in ${files}. .env.example explains each one` }
      }
    },
  })
  return [
    read('configuration of the API', 'pier.env and api.env', () => {
      configs.api = readApiConfig(api)
    }),
    read('configuration of the worker', 'pier.env and worker.env', () => {
      configs.worker = readWorkerConfig(worker)
    }),
    { what: 'configuration of the web', look: async () => findFaultOfWeb(web, api) },
    { what: 'file permissions', look: async () => findOpenFiles(folder) },
  ]
}

function findFaultOfWeb(web: Env, api: Env): Finding | undefined {
  if (web['NODE_ENV'] !== 'production') {
    return { fault: 'NODE_ENV is not production', mend: 'Write NODE_ENV=production into web.env' }
  }
  if (web['PUBLIC_ORIGIN'] === api['PUBLIC_ORIGIN']) return undefined
  return {
    fault: `PUBLIC_ORIGIN is ${web['PUBLIC_ORIGIN']} in web.env and ${api['PUBLIC_ORIGIN']} in pier.env`,
    mend: 'Set both to the address that people open',
  }
}

/** What another program reads may belong to its group: Prometheus, PgBouncer, the mail server, etcd. */
const ofOthers = /^(pgbouncer-users\.txt|metrics-token|postgres-password|mail-report\.curl)$/

function findOpenFiles(folder: string): Finding | undefined {
  const listIn = (below: string, wanted: RegExp, mask: number) =>
    (existsSync(join(folder, below)) ? readdirSync(join(folder, below)) : [])
      .filter((name) => wanted.test(name))
      .map((name) => join(below, name))
      .filter((name) => (statSync(join(folder, name)).mode & mask) !== 0)
  const own = listIn('', /\.env$/, 0o077)
  const others = [...listIn('', ofOthers, 0o007), ...listIn('tls', /(\.key|^privkey\.pem)$/, 0o007)]
  if (own.length + others.length === 0) return undefined
  const paths = (names: string[]) => names.map((name) => join(folder, name)).join(' ')
  return {
    fault: `other users on this machine can read ${[...own, ...others].join(', ')}`,
    mend: [
      ...(own.length > 0 ? [`chmod 600 ${paths(own)}`] : []),
      ...(others.length > 0 ? [`chmod o= ${paths(others)}`] : []),
    ].join('; '),
  }
}
