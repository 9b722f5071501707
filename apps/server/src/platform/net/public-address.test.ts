import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPublicAddress } from './public-address.ts'

const open = [
  '1.1.1.1 8.8.8.8 100.63.255.255 100.128.0.0 172.15.0.1 172.32.0.1 193.0.0.1',
  '223.255.255.255 2606:4700::1111 2a00:1450:4001::1 2001:4860::8888',
].flatMap((row) => row.split(' '))
test.each(open)('%s is of the open internet', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

const closed = [
  '0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 127.9.9.9 169.254.169.254 172.16.0.1',
  '172.31.255.255 192.0.0.8 192.168.1.1 198.18.0.1 224.0.0.251 255.255.255.255 :: ::1',
  '::ffff:8.8.8.8 ::ffff:10.0.0.1 ::ffff:a00:1 ::10.0.0.1 64:ff9b::a00:1 64:ff9b:1::1',
  'fc00::1 fd12:3456::1 fe80::1 fe80::1%eth0 fec0::1 ff02::1 2001:db8::1 2002:a00:1::',
  '2001::1 100::1 localhost 10.0.0 0x7f.1 017700000001 2130706433',
].flatMap((row) => row.split(' '))
test.each([...closed, '', '1.1.1.1 '])('%j is not', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test('no way of writing an IPv4 address into an IPv6 one opens a door', () => {
  const byte = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(byte, byte, byte, byte, (...bytes) => {
      const dotted = bytes.join('.')
      for (const prefix of ['::ffff:', '::', '64:ff9b::', '::ffff:0:']) {
        expect(isPublicAddress(prefix + dotted)).toBe(false)
      }
    }),
  )
})
