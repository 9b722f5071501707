import { isIP, isIPv4 } from 'node:net'

type Caller = { ip: string; socket: { remoteAddress?: string | undefined } }

/** A proxy may add a port, which would make every connection a different address. */
export const ipOf = ({ ip, socket }: Caller): string =>
  isIP(ip) ? ip : (socket.remoteAddress ?? '')

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
