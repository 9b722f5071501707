import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { startInbox } from '../../apps/stand-ins/src/inbox/inbox.ts'
import { suppliedCompany } from '../../apps/server/test/secrets.ts'
import { makeSealCertificate } from '../../apps/stand-ins/src/timestamps/seal-certificate.ts'
import { freePort, startCluster } from '../local/postgres.ts'
import { startNginx, startPgbouncer } from './parts.ts'
import { runInImage, startInImage, user, type Sandbox } from './sandbox.ts'

export type Town = Awaited<ReturnType<typeof openTown>>
export type Roots = { server: string; web: string }
export type Node = 'api1' | 'api2' | 'web1' | 'web2' | 'worker1' | 'worker2'
export const nodes: readonly Node[] = ['api1', 'api2', 'web1', 'web2', 'worker1', 'worker2']

/** What people fill in after the setup. Nobody is at these places but the relay. */
const supplied = (smtpPort: number) => ({
  both: {
    COMPLIANCE_MAIL: 'seals@mail.example',
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    STRIPE_SECRET_KEY: 'sk_live_invented',
    STRIPE_WEBHOOK_SECRETS: 'whsec_invented',
    NOWPAYMENTS_API_KEY: 'invented',
    NOWPAYMENTS_IPN_SECRETS: 'invented',
    REGISTRAR_HOST: '127.0.0.1',
    REGISTRAR_PORT: '9',
    REGISTRAR_USER: 'pier-one',
    REGISTRAR_CONTACT: 'PIER-CUSTODY',
    DNS_RESOLVER: '127.0.0.1:9',
    ...suppliedCompany,
  },
  worker: { REGISTRAR_PASSWORD: 'invented', ...makeSealCertificate() },
})

/**
 * A deployment as an administrator makes it: PostgreSQL with passwords on its socket alone, `pier
 * setup` from the image, PgBouncer for the API, nginx with TLS, a mail relay.
 */
export async function openTown(
  folder: string,
  { root, ending }: { root: string; ending: (end: () => unknown) => void },
) {
  const logFile = join(folder, 'log')
  const cluster = await startCluster(join(folder, 'postgres'), { password: 'of-the-admin' })
  ending(() => cluster.stop())
  const inbox = await startInbox({ smtpPort: 0, httpPort: 0, mailsMax: 20_000 })
  ending(() => inbox.close())
  const ports = await pickPorts()
  const origin = `https://localhost:${ports['https']}`
  const etc = join(folder, 'etc')
  mkdirSync(etc)
  chownSync(etc, user, user)
  const binds = { [join(folder, 'postgres')]: '/run/postgresql', [etc]: '/var/lib/pier-api' }
  const databasePort = new URL(cluster.url()).port
  const admin = `postgres://postgres:of-the-admin@%2Frun%2Fpostgresql:${databasePort}/postgres`
  const options = `--origin ${origin} --database ${admin} --pooler 127.0.0.1:${ports.pgbouncer}`
  const command = ['src/pier.js', 'setup', '/var/lib/pier-api', ...options.split(' ')]
  await runInImage({ root, command, env: {}, binds, logFile })
  fillIn(etc, supplied(inbox.smtpPort))

  const pgbouncer = startPgbouncer(join(folder, 'pgbouncer'), {
    usersFile: join(etc, 'pgbouncer-users.txt'),
    port: String(ports.pgbouncer),
    databasePort,
  })
  ending(pgbouncer.stop)
  const nginx = startNginx(join(folder, 'nginx'), ports)
  ending(nginx.stop)
  return {
    folder,
    logFile,
    ports,
    origin,
    inbox,
    ca: nginx.ca,
    changeNginx: (from: string, to: string) => nginx.change(from, to),
    databaseUrl: cluster.url('pier'),
    socket: { [join(folder, 'postgres')]: '/run/postgresql' },
    etc,
    env: readEnv(etc),
  }
}

async function pickPorts(): Promise<Record<string, number>> {
  const wanted = [
    'http',
    'https',
    'inside',
    'pgbouncer',
    ...nodes,
    ...nodes.map((node) => `${node}-metrics`),
  ]
  const ports = new Set<number>()
  // One that is free now may be named twice.
  while (ports.size < wanted.length) ports.add(await freePort())
  return Object.fromEntries([...ports].map((port, place) => [wanted[place], port]))
}

/** As people do: the empty lines, and at the end what else is to be said. */
function fillIn(etc: string, { both, worker }: ReturnType<typeof supplied>) {
  for (const [name, values] of Object.entries({ 'pier.env': both, 'worker.env': worker })) {
    let text = readFileSync(join(etc, name), 'utf8')
    for (const [key, value] of Object.entries(values)) {
      const line = `${key}=${value}\n`
      text = text.includes(`${key}=\n`) ? text.replace(`${key}=\n`, line) : `${text}${line}`
    }
    writeFileSync(join(etc, name), text)
  }
}

function readEnv(etc: string) {
  const read = (name: string) =>
    parseEnv(readFileSync(join(etc, `${name}.env`), 'utf8')) as Record<string, string>
  return {
    api: { ...read('pier'), ...read('api') },
    worker: { ...read('pier'), ...read('worker') },
    web: read('web'),
    owner: { ...read('pier'), ...read('owner') },
  }
}

/** Starts one process from an image, in place of the one before it, and waits until it is ready. */
export async function startNode(
  town: Town,
  { roots, running, node }: { roots: Roots; running: Partial<Record<Node, Sandbox>>; node: Node },
): Promise<void> {
  const { env, ports, socket: binds, logFile } = town
  const kind = node.slice(0, -1) as 'api' | 'web' | 'worker'
  const of = {
    api: { root: roots.server, command: ['src/main-api.js'], ready: `${ports[node]}/health/ready` },
    worker: {
      root: roots.server,
      command: ['src/main-worker.js'],
      ready: `${ports[`${node}-metrics`]}/health/ready`,
    },
    web: { root: roots.web, command: ['server.js'], ready: `${ports[node]}/health/ready` },
  }[kind]
  const own = {
    PORT: String(ports[node]),
    METRICS_PORT: String(ports[`${node}-metrics`]),
    API_ORIGIN: `http://127.0.0.1:${ports['inside']}`,
  }
  const { root, command } = of
  running[node] = await startInImage({
    root,
    command,
    binds,
    logFile,
    env: { ...env[kind], ...own },
  })
  await untilReady(`http://127.0.0.1:${of.ready}`, node)
}

async function untilReady(url: string, what: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const reply = await fetch(url, { headers: { connection: 'close' } }).catch(() => undefined)
    if (reply?.ok) return
    await sleep(100)
  }
  throw new Error(`${what} did not get ready`)
}
