import { execFileSync, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { makeCertificates } from './certificates.ts'
import { openNetwork, startOn, type Node } from './nodes.ts'

export type Cluster = Awaited<ReturnType<typeof openCluster>>
type Member = { name: string; role: string; state: string; timeline?: number }

const parts = resolve(import.meta.dirname, '../../deploy/parts')
const passwords = {
  PATRONI_RESTAPI_USERNAME: 'patroni',
  PATRONI_RESTAPI_PASSWORD: 'of-the-rest-interface',
  PATRONI_SUPERUSER_PASSWORD: 'of-the-admin',
  PATRONI_REPLICATION_PASSWORD: 'of-the-replication',
  PATRONI_REWIND_PASSWORD: 'of-the-rewind',
}

/**
 * Three nodes of PostgreSQL under Patroni with etcd, and HAProxy before them, with the files that
 * we ship: addresses as they say, folders of our own.
 */
export async function openCluster(folder: string) {
  const nodes = openNetwork()
  const ca = makeCertificates(folder, nodes)
  for (const node of nodes) startEtcd(folder, node)
  for (const node of nodes) startPatroni(folder, node)
  startHaproxy(folder)
  const cluster = {
    nodes,
    ca,
    adminUrl: `postgres://postgres:${passwords.PATRONI_SUPERUSER_PASSWORD}@127.0.0.1:5432/postgres?sslmode=verify-full&sslrootcert=${join(folder, 'n1/ca.pem')}`,
    /** As a supervisor does after a crash. */
    restart: (node: Node) => startPatroni(folder, node),
    restartEtcd: (node: Node) => startEtcd(folder, node),
    members: () => members(nodes, ca),
    async leader(): Promise<Node> {
      const { name } = (await members(nodes, ca)).find(({ role }) => role === 'leader') ?? {}
      const leader = nodes.find((node) => node.name === name)
      if (!leader) throw new Error('There is no leader')
      return leader
    },
    async switchOver(): Promise<void> {
      const { name, address } = await cluster.leader()
      const { status, text } = await ask(address, ca, ['POST', '/switchover', { leader: name }])
      if (status >= 300) throw new Error(`No switchover: ${status} ${text}`)
    },
    /** Until every node says that there are a leader and two synchronous standbys. */
    async untilWhole(patienceMs: number): Promise<void> {
      const until = performance.now() + patienceMs
      let seen: Member[][] = []
      while (performance.now() < until) {
        seen = await Promise.all(nodes.map((node) => members([node], ca)))
        if (seen.every(isWhole)) return
        await sleep(500)
      }
      throw new Error(`The cluster is not whole: ${JSON.stringify(seen)}`)
    },
  }
  await cluster.untilWhole(120_000)
  return cluster
}

function isWhole(members: Member[]): boolean {
  const roles = members.map(({ role }) => role).toSorted()
  const isRunning = members.every(({ state }) => /running|streaming/.test(state))
  const isOne = new Set(members.map(({ timeline }) => timeline)).size === 1
  return isRunning && isOne && roles.join() === 'leader,sync_standby,sync_standby'
}

/** What the first node that answers says; the nodes may be dying. */
async function members(nodes: Node[], ca: Buffer): Promise<Member[]> {
  for (const { address } of nodes) {
    const answer = await ask(address, ca, ['GET', '/cluster']).catch(() => undefined)
    if (answer?.status !== 200) continue
    const { members: said } = JSON.parse(answer.text) as { members: Member[] }
    if (said.some(({ role }) => role === 'leader')) return said
  }
  return []
}

function ask(
  host: string,
  ca: Buffer,
  [method, path, body]: [string, string, object?],
): Promise<{ status: number; text: string }> {
  const { PATRONI_RESTAPI_USERNAME: user, PATRONI_RESTAPI_PASSWORD: password } = passwords
  return new Promise((done, failed) => {
    const asked = request(
      { host, port: 8008, method, path, ca, auth: `${user}:${password}`, timeout: 20_000 },
      (reply) => {
        let text = ''
        reply.setEncoding('utf8').on('data', (part: string) => (text += part))
        reply.on('end', () => done({ status: reply.statusCode ?? 0, text }))
        reply.on('error', failed)
      },
    )
    asked.on('timeout', () => asked.destroy(new Error('no answer')))
    asked.on('error', failed)
    asked.setTimeout(method === 'GET' ? 2000 : 20_000)
    asked.end(body && JSON.stringify(body))
  })
}

function startEtcd(folder: string, { name, address, ...rest }: Node) {
  const own = join(folder, name)
  const text = readFileSync(join(parts, 'etcd.env'), 'utf8')
    .replaceAll('/etc/pier/tls', own)
    .replace('/var/lib/etcd/pier', join(own, 'etcd'))
    .replace('ETCD_NAME=n1', `ETCD_NAME=${name}`)
    .replaceAll(/(?<=_URLS=https:\/\/)10\.0\.0\.11/g, address)
  const env = parseEnv(text) as Record<string, string>
  startOn({ name, address, ...rest }, ['etcd'], { env, logFile: join(own, 'etcd.log') })
}

function startPatroni(folder: string, node: Node) {
  const { name, address } = node
  const own = join(folder, name)
  const text = readFileSync(join(parts, 'patroni.yml'), 'utf8')
    .replaceAll('/etc/pier/tls', own)
    .replace('/var/lib/postgresql/15/pier', join(own, 'data'))
    .replace('/var/lib/postgresql/pgpass-pier', join(own, 'pgpass'))
    .replace('/run/postgresql', own)
  writeFileSync(join(own, 'patroni.yml'), text)
  const env = {
    ...passwords,
    PATRONI_NAME: name,
    PATRONI_RESTAPI_LISTEN: `${address}:8008`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
    PATRONI_POSTGRESQL_LISTEN: `${address}:5432`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:5432`,
  }
  startOn(node, ['patroni', join(own, 'patroni.yml')], { env, logFile: join(own, 'patroni.log') })
}

function startHaproxy(folder: string) {
  const file = join(folder, 'haproxy.cfg')
  const text = readFileSync(join(parts, 'haproxy.cfg'), 'utf8')
  writeFileSync(file, text.replaceAll('/etc/pier/tls', join(folder, 'n1')))
  execFileSync('haproxy', ['-c', '-q', '-f', file])
  spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
}
