import { expect, test } from 'vitest'
import { addressOf, ipOf, networkOf } from '../../../platform/net/address-of.ts'
import { deviceLabel } from './client.ts'

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1', 'Safari on iPhone'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/156.0 Safari/537.36 Edg/156.0', 'Edge on Windows'],
  ['curl/8.0', 'A browser on an unknown system'],
])('a device is named so that its owner knows it: %s', (userAgent, label) => {
  expect(deviceLabel(userAgent)).toBe(label)
})

test.each([
  ['203.0.113.77', '203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::6', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
])('%s counts as %s and is shown as %s', (ip, address, network) => {
  expect(addressOf(ip)).toBe(address)
  expect(networkOf(ip)).toBe(network)
})

test('a port that a proxy adds makes no address of its own: the proxy itself is counted', () => {
  const socket = { remoteAddress: '198.51.100.7' }
  expect(ipOf({ ip: '203.0.113.77', socket })).toBe('203.0.113.77')
  expect(ipOf({ ip: '203.0.113.77:5555', socket })).toBe('198.51.100.7')
})
