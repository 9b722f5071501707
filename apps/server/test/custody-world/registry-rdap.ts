/** What the registry's own RDAP server answers about its names, in the form of RFC 9083. */
import type { RegistryDomain } from '../registry/registry-state.ts'
import type { RdapHandler } from '@pier/stand-ins/rdap/rdap-server'

type Source = {
  endings: readonly string[]
  /** The address of this server; known once it listens. */
  origin: () => string
  findDomain: (name: string) => RegistryDomain | undefined
  describeRegistrar: (id: string) => { name: string; ianaId: string }
  now: () => Date
}

export type RdapFault = { status: number; times: number; retryAfter?: string | undefined }

export function createRegistryRdap(source: Source) {
  const faults: RdapFault[] = []
  const answer = (path: string): Answer => {
    if (path === '/dns.json') return { status: 200, body: listServers(source) }
    const fault = takeFault(faults)
    if (fault) return { ...fault, body: {} }
    const name = /^\/domain\/([^/?]+)$/.exec(path)?.[1] ?? ''
    const domain = source.findDomain(name.toLowerCase())
    return domain ? { status: 200, body: present(domain, source) } : { status: 404, body: notFound }
  }
  const handle: RdapHandler = (request, reply) => {
    const { status, body, retryAfter } = answer(request.url ?? '/')
    const wait = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
    reply.writeHead(status, { 'content-type': 'application/rdap+json', ...wait })
    reply.end(JSON.stringify(body))
  }
  return { handle, fail: (fault: RdapFault): void => void faults.push({ ...fault }) }
}

type Answer = { status: number; body: object; retryAfter?: string | undefined }

function takeFault(faults: RdapFault[]): RdapFault | undefined {
  const [first] = faults
  if (!first) return undefined
  first.times -= 1
  if (first.times <= 0) faults.shift()
  return first
}

const listServers = ({ endings, origin }: Source) => ({
  version: '1.0',
  services: [[endings, [`${origin()}/`]]],
})

const notFound = { rdapConformance: ['rdap_level_0'], errorCode: 404, title: 'Not found' }

function present(domain: RegistryDomain, { describeRegistrar, now }: Source) {
  const registrar = describeRegistrar(domain.sponsor)
  const events: [string, Date | null][] = [
    ['registration', domain.createdAt],
    ['expiration', domain.expiresAt],
    ['transfer', domain.transferredAt],
    ['last update of RDAP database', now()],
  ]
  return {
    rdapConformance: ['rdap_level_0'],
    objectClassName: 'domain',
    handle: domain.roid,
    ldhName: domain.name,
    status: domain.statuses.size === 0 ? ['active'] : [...domain.statuses].map(toRdapStatus),
    events: events.flatMap(([eventAction, at]) =>
      at === null ? [] : [{ eventAction, eventDate: at.toISOString() }],
    ),
    nameservers: domain.nameservers.map((ldhName) => ({
      objectClassName: 'nameserver',
      ldhName,
    })),
    secureDNS: { delegationSigned: domain.dsRecords.length > 0, dsData: domain.dsRecords },
    entities: [
      {
        objectClassName: 'entity',
        roles: ['registrar'],
        publicIds: [{ type: 'IANA Registrar ID', identifier: registrar.ianaId }],
        vcardArray: ['vcard', [['fn', {}, 'text', registrar.name]]],
      },
    ],
  }
}

/** RDAP writes `clientTransferProhibited` as `client transfer prohibited` (RFC 8056). */
const toRdapStatus = (status: string): string =>
  status.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
