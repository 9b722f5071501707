/**
 * `pnpm proof smuggling`: raw requests that hide a second one, through the web alone and behind
 * nginx in three settings. A stand-in for the API counts what arrives: no more requests than
 * the first reader found.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSocketServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createWeb } from '../../apps/web/server/web.ts'
import { corpus, countHidden, noteUnreadable, sendRaw } from './corpus.ts'

type Arrived = { method: string; url: string }
const arrived: Arrived[] = []
const api = createServer((request, reply) => {
  const { method = '', url = '' } = request
  arrived.push({ method, url })
  request.resume()
  reply.setHeader('content-type', 'application/json').end(JSON.stringify({ url }))
})
noteUnreadable(api, (url) => arrived.push({ method: '', url }))
await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
const web = await createWeb({
  apiOrigin: new URL(`http://127.0.0.1:${(api.address() as AddressInfo).port}`),
  publicHost: 'pier.example',
  https: true,
  trustedProxyHops: 1,
  files: null,
  renderPage: (_request, reply) => reply.end('page'),
  logLevel: 'silent',
})
await web.listen({ host: '127.0.0.1', port: 0 })
const webPort = (web.server.address() as AddressInfo).port

/** Common setups: the default, with keep-alive connections, and without buffering. */
const settings: Record<string, string> = {
  'as it comes': '',
  'kept connections': 'proxy_http_version 1.1; proxy_set_header Connection "";',
  'no buffer':
    'proxy_http_version 1.1; proxy_set_header Connection ""; proxy_request_buffering off;',
}
const ways: [string, number, 'node' | 'nginx'][] = [['the web alone', webPort, 'node']]
const stops: (() => void)[] = []
for (const [name, lines] of Object.entries(settings))
  ways.push([`nginx, ${name}`, await startNginx(lines), 'nginx'])

let wrong = 0
let sent = 0
for (const [way, port, reader] of ways)
  for (const [name, { bytes, follow }] of Object.entries(corpus)) {
    arrived.length = 0
    await sendRaw(port, bytes)
    sent++
    const next = await fetch(`http://127.0.0.1:${port}/api/next`)
    const own = (await next.json()) as { url: string }
    if (countHidden(arrived) !== follow[reader] || own.url !== '/api/next') {
      wrong++
      console.log(`wrong: ${name} through ${way}: ${JSON.stringify(arrived)}`)
    }
  }
for (const stop of stops) stop()
await web.close()
api.closeAllConnections()
api.close()
console.log(
  `proof smuggling: ${Object.keys(corpus).length} raw requests through ${ways.length} ways, ` +
    `${sent} in all: ${wrong} with a request more or less than was made, or an answer of another`,
)
process.exit(wrong === 0 ? 0 : 1)

async function startNginx(lines: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'pier-nginx-'))
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ')
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;
    events {}
    http { access_log off; ${temporary}
      upstream web { server 127.0.0.1:${webPort}; keepalive 8; }
      server { listen 127.0.0.1:${port};
        location / { proxy_pass http://web; ${lines}
          proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; } } }`,
  )
  const child = spawn('/usr/sbin/nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: 'inherit',
  })
  stops.push(() => child.kill())
  for (let tries = 0; tries < 50; tries++) {
    const isUp = await fetch(`http://127.0.0.1:${port}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return port
    await sleep(100)
  }
  throw new Error('nginx did not start')
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createSocketServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
