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
  { socketFolder, usersFile, port, databasePort }: Record<string, string>,
): Part {
  const text = readFileSync(join(deploy, 'parts/pgbouncer.ini'), 'utf8')
    .replace('host=/run/postgresql', `host=${socketFolder} port=${databasePort}`)
    .replace(/^listen_addr =$/m, `listen_addr = 127.0.0.1\nlisten_port = ${port}`)
    .replace('/run/pgbouncer', folder)
    .replace('/etc/pier/pgbouncer-users.txt', join(folder, 'users.txt'))
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o777)
  writeFileSync(join(folder, 'users.txt'), readFileSync(usersFile ?? ''), { mode: 0o644 })
  writeFileSync(join(folder, 'pgbouncer.ini'), text)
  return asPart('setpriv', [...postgresUser, 'pgbouncer', '-q', join(folder, 'pgbouncer.ini')])
}

/** Our own configuration of nginx, with a certificate of our own making and where things are here. */
export function startNginx(folder: string, ports: Record<string, number>): Part & { ca: Buffer } {
  mkdirSync(folder, { recursive: true })
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')]
  const fresh = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'
  const named = '-subj /CN=localhost -addext subjectAltName=DNS:localhost'
  const files = `-keyout ${key} -out ${certificate}`
  execFileSync('openssl', `${fresh} ${named} ${files}`.split(' '), { stdio: 'ignore' })
  const places = {
    'web-1:3000': 'web1',
    'web-2:3000': 'web2',
    'api-1:4000': 'api1',
    'api-2:4000': 'api2',
  }
  let text = readFileSync(join(deploy, 'parts/nginx.conf'), 'utf8')
    .replaceAll('/tmp/', `${folder}/`)
    .replaceAll('/etc/pier/tls', folder)
  for (const [name, own] of Object.entries(places)) {
    text = text.replace(name, `127.0.0.1:${ports[own]}`)
  }
  for (const port of [8080, 8443, 8081]) {
    text = text.replace(`listen ${port}`, `listen 127.0.0.1:${ports[port]}`)
  }
  writeFileSync(join(folder, 'nginx.conf'), text)
  const part = asPart('nginx', ['-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'])
  return { ...part, ca: readFileSync(certificate) }
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
        asked.end(body && JSON.stringify(body))
      })
    },
    close: () => agent.destroy(),
  }
}
