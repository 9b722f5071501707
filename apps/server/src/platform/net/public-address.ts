import { BlockList, isIP } from 'node:net'

/**
 * Whether an address that a stranger supplied is on the public internet. Checked before each packet
 * and each connection to it, so that nobody reaches our own network through us.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !reserved.check(address, 'ipv4')
  if (family !== 6 || address.includes('%')) return false
  // Only one eighth of IPv6 is assigned; addresses that map or tunnel IPv4 are not needed.
  return givenOut.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
}

const givenOut = new BlockList()
givenOut.addSubnet('2000::', 3, 'ipv6')

const reserved = new BlockList()
const reservedNets: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // shared by carriers
  ['127.0.0.0', 8],
  ['169.254.0.0', 16], // link-local, and the metadata of clouds
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['2001::', 23], // Teredo and other assignments of the protocol itself
  ['2001:db8::', 32],
  ['2002::', 16], // 6to4
  ['3fff::', 20],
]
for (const [net, prefix] of reservedNets) {
  reserved.addSubnet(net, prefix, net.includes(':') ? 'ipv6' : 'ipv4')
}
