import { isIP, isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'

export const bindCookie = '__Host-bind'

/** Where a request comes from, for rate limits, the list of sessions and security mails. */
export type Client = {
  address: string
  network: string
  label: string
  bindCookie: string | undefined
}

export function clientOf(request: FastifyRequest): Client {
  return {
    address: addressOf(ipOf(request)),
    network: networkOf(ipOf(request)),
    label: deviceLabel(request.headers['user-agent'] ?? ''),
    bindCookie: request.cookies[bindCookie],
  }
}

/** A proxy may add a port, which would make every connection a different address. */
function ipOf({ ip, socket }: FastifyRequest): string {
  return isIP(ip) ? ip : (socket.remoteAddress ?? '')
}

/** One household holds a whole /64 of IPv6, so that is what counts as one address. */
export function addressOf(ip: string): string {
  const address = withoutMapping(ip)
  return isIPv4(address) ? address : `${ipv6Groups(address).slice(0, 4).join(':')}::/64`
}

/** The address without its last part: enough to recognise a place, too little to find a person. */
export function networkOf(ip: string): string {
  const address = withoutMapping(ip)
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  return `${ipv6Groups(address).slice(0, 3).join(':')}::/48`
}

const withoutMapping = (ip: string) => ip.replace(/^::ffff:(?=\d+\.)/i, '')

function ipv6Groups(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const start = head.split(':').filter(Boolean)
  const end = (tail ?? '').split(':').filter(Boolean)
  const zeros = Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0')
  return [...start, ...zeros, ...end]
}

/** "Firefox on Linux". Good enough to tell one's own devices apart. */
export function deviceLabel(userAgent: string): string {
  const browser = [
    ['Edg', 'Edge'],
    ['OPR', 'Opera'],
    ['Firefox', 'Firefox'],
    ['Chrome', 'Chrome'],
    ['Safari', 'Safari'],
  ].find(([mark]) => userAgent.includes(`${mark}/`))?.[1]
  const system = [
    ['iPhone', 'iPhone'],
    ['iPad', 'iPad'],
    ['Android', 'Android'],
    ['Windows', 'Windows'],
    ['Mac OS', 'Mac'],
    ['Linux', 'Linux'],
  ].find(([mark]) => userAgent.includes(mark ?? ''))?.[1]
  return `${browser ?? 'A browser'} on ${system ?? 'an unknown system'}`
}
