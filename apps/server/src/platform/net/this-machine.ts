import { isIP } from 'node:net'

/** Whether a host of the configuration is this machine, so that nothing to it goes over a network. */
export function isThisMachine(host: string): boolean {
  const plain = host.replace(/^\[(.*)\]$/, '$1')
  if (plain === '' || plain === 'localhost' || plain.startsWith('/')) return true
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'))
}
