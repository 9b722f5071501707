import { request } from 'node:https'
import { connect } from 'node:tls'
import type { Check, Finding } from './deployment.ts'

const daysLeft = 14
const patienceMs = 10_000
/** An address of documentation, RFC 5737: nobody has it. */
const invented = '203.0.113.77'

/** What people reach, asked the way that people go: by the public address, through every proxy. */
export function listFrontChecks(publicOrigin: string): Check[] {
  const url = new URL(publicOrigin)
  return [
    { what: 'certificate', look: () => findFaultOfCertificate(url) },
    { what: 'the proxies', look: () => findFaultOfProxies(url) },
  ]
}

async function findFaultOfCertificate({ hostname, port }: URL): Promise<Finding | undefined> {
  const mend = `Get one for ${hostname} (certbot, lego), put it into /etc/pier/tls and reload nginx`
  const found = await new Promise<Date | Error>((done) => {
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname })
    socket.setTimeout(patienceMs, () => socket.destroy(new Error('no answer')))
    socket.once('secureConnect', () => {
      done(new Date(socket.getPeerCertificate().valid_to))
      socket.destroy()
    })
    socket.once('error', done)
  })
  if (found instanceof Error) return { fault: found.message, mend }
  const days = (found.getTime() - Date.now()) / 86_400_000
  if (days >= daysLeft) return undefined
  return { fault: `it ends in ${Math.floor(days)} days`, mend }
}

type Answer = { status: number; text: string; own: string }
type Seen = { address: string; own: string }

/**
 * Limits and the list of sessions go by a visitor's address, so nobody may choose their own, and
 * not everybody may have the proxy's.
 */
async function findFaultOfProxies(url: URL): Promise<Finding | undefined> {
  const answers = [await askWhoIAm(url, {}), await askWhoIAm(url, { 'x-forwarded-for': invented })]
  const [plain, forged] = answers.map(readSeen)
  if (!plain || !forged) {
    const said = answers.map(({ status }) => status || 'nothing').join(', then ')
    return {
      fault: `a request to ${url.origin} is answered with ${said}`,
      mend: 'Start web and API (journalctl -u "pier-*" shows errors), and route to them as in deploy/parts/nginx.conf',
    }
  }
  if (forged.address === invented) {
    return {
      fault: 'x-forwarded-for from visitors is trusted, so rate limits can be bypassed',
      mend: 'Let the first proxy overwrite the header (nginx: $remote_addr). Set TRUSTED_PROXY_HOPS in web.env to the exact number of proxies',
    }
  }
  if (isOfProxy(plain)) {
    return {
      fault: `all visitors appear to come from ${plain.address}, the address of a proxy`,
      mend: 'Count every proxy in TRUSTED_PROXY_HOPS: 1 in pier.env for our web server, 1 in web.env for the one in front of it',
    }
  }
  return undefined
}

/** Nothing where it is not our API that answers. */
function readSeen({ status, text, own }: Answer): Seen | undefined {
  if (status !== 200) return undefined
  const [, address] = /^\{"address":"([^"]+)"\}$/.exec(text) ?? []
  return address === undefined ? undefined : { address, own }
}

/** Seen from the same machine a visitor's address may be a private one, but then it is their own. */
function isOfProxy({ address, own }: Seen): boolean {
  return (
    address !== own && /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1|f[cd])/.test(address)
  )
}

/** Who keeps silent is an answer, too. That nobody is there the check of the certificate says. */
function askWhoIAm(url: URL, headers: Record<string, string>): Promise<Answer> {
  return new Promise((done, failed) => {
    const asked = request(new URL('/api/health/seen', url), { headers, agent: false }, (reply) => {
      const own = reply.socket.localAddress ?? ''
      let text = ''
      reply.setEncoding('utf8').on('data', (part: string) => (text += part))
      reply.on('end', () => done({ status: reply.statusCode ?? 0, text, own }))
      reply.on('error', failed)
    })
    asked.setTimeout(patienceMs, () => {
      done({ status: 0, text: '', own: '' })
      asked.destroy()
    })
    asked.on('error', failed)
    asked.end()
  })
}
