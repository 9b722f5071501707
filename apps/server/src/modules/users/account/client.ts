import type { FastifyRequest } from 'fastify'
import { addressOf, ipOf, networkOf } from '../../../platform/net/address-of.ts'

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
