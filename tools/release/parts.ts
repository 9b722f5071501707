import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { join, resolve } from 'node:path'

const deploy = resolve(import.meta.dirname, '../../deploy')
const postgresUser = ['--reuid=postgres', '--regid=postgres', '--clear-groups']

/** A part that we did not write, from this machine's packages, with the configuration that we ship. */
export type Part = { stop: () => Promise<void> }

/** Our own configuration of PgBouncer, with where things are here. */
export function startPgbouncer(
  folder: string,
  { usersFile, port, databasePort }: Record<string, string>,
): Part {
  const text = readFileSync(join(deploy, 'parts/pgbouncer.ini'), 'utf8')
    .replace('port=5432', `port=${databasePort}`)
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('/etc/pier/pgbouncer-users.txt', join(folder, 'users.txt'))
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o777)
  writeFileSync(join(folder, 'users.txt'), readFileSync(usersFile ?? ''), { mode: 0o644 })
  writeFileSync(join(folder, 'pgbouncer.ini'), text)
  return asPart('setpriv', [...postgresUser, 'pgbouncer', '-q', join(folder, 'pgbouncer.ini')])
}

/** Our own configuration of nginx, with a certificate of our own making and where things are here. */
export function startNginx(folder: string, ports: Record<string, number>) {
  mkdirSync(folder, { recursive: true })
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')]
  const fresh = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30'
  const named = '-subj /CN=localhost -addext subjectAltName=DNS:localhost'
  const files = `-keyout ${key} -out ${certificate}`
  execFileSync('openssl', `${fresh} ${named} ${files}`.split(' '), { stdio: 'ignore' })
  const places = {
    '127.0.0.1:3001': 'web1',
    '127.0.0.1:3002': 'web2',
    '127.0.0.1:4001': 'api1',
    '127.0.0.1:4002': 'api2',
    '127.0.0.1:8081': 'inside',
    'listen 80;': 'http',
    'listen 443 ': 'https',
  }
  let text = readFileSync(join(deploy, 'parts/nginx.conf'), 'utf8')
    .replaceAll(/ *listen \[::\].*\n/g, '') // Whoever builds need not have IPv6.
    .replaceAll('/tmp/', `${folder}/`)
    .replace('/run/nginx.pid', join(folder, 'nginx.pid'))
    .replaceAll('/etc/pier/tls', folder)
  for (const [said, own] of Object.entries(places)) {
    const here = `127.0.0.1:${ports[own]}`
    text = text.replace(said, said.replace(/127\.0\.0\.1:\d+|(?<=listen )\d+/, here))
  }
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, text)
  const part = asPart('nginx', ['-c', file, '-g', 'daemon off;'])
  return {
    ...part,
    ca: readFileSync(certificate),
    /** It goes on with the changed configuration. */
    change(from: string, to: string) {
      writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
      execFileSync('nginx', ['-c', file, '-s', 'reload'], { stdio: 'ignore' })
    },
  }
}

function asPart(file: string, args: string[]): Part {
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  return {
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

export type Answer = { status: number; text: string }

/** The connection of a browser at this address: kept open, and verified. */
export function openConnection(origin: string, { ca, from }: { ca: Buffer; from: string }) {
  const agent = new Agent({ ca, keepAlive: true, localAddress: from })
  return {
    ask(method: string, path: string, body?: object, token?: string): Promise<Answer> {
      return new Promise((done, failed) => {
        const headers = {
          ...(body && { 'content-type': 'application/json' }),
          ...(token && { 'x-access-token': token }),
        }
        const asked = request(`${origin}${path}`, { method, agent, headers }, (reply) => {
          let text = ''
          reply.setEncoding('utf8').on('data', (part: string) => (text += part))
          reply.on('end', () => done({ status: reply.statusCode ?? 0, text }))
          reply.on('error', failed)
        })
        asked.on('error', failed)
        asked.setTimeout(30_000, () => asked.destroy(new Error('no answer for 30 s')))
        asked.end(body && JSON.stringify(body))
      })
    },
    close: () => agent.destroy(),
  }
}
