import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createSchemaCheck, schemaPath } from '../../../../../test/registry/schemas/schema-check.ts'
import { makeSecret } from '../../../../platform/crypto/secret-text.ts'
import {
  writeCommand,
  writeHello,
  writeLogin,
  writeLogout,
  writePollAck,
  writePollRequest,
} from './command-frames.ts'
import {
  domainCheck,
  domainInfo,
  domainRenew,
  domainTransfer,
  domainTransferRequest,
  domainUpdate,
  secDnsUpdate,
} from './domain-frames.ts'
import { feeAgreed, feeCheck } from './fees.ts'
import { namespaces } from '../xml/namespaces.ts'
import { contactCreate, hostCheck, hostCreate } from './object-frames.ts'
import { profiles } from './profiles.ts'
import { redactFrame } from '../session/redact.ts'
import type { Markup } from '../xml/xml-writer.ts'
import { findChild, readXml } from '../xml/xml-reader.ts'

const schema = createSchemaCheck()
afterAll(() => schema.close())

const name = 'example.com'
const authCode = makeSecret('a&<b>"9\']]>')
const password = makeSecret('foo-BAR2')
const long = makeSecret('a-password-that-is-longer-than-16')
const expiresAt = new Date('2027-03-04T23:59:59.000Z')
const ds = { keyTag: 12345, algorithm: 13, digestType: 2, digest: 'AB'.repeat(32) }
const otherDs = { ...ds, keyTag: 54321 }
const objects = [namespaces.domain, namespaces.host, namespaces.contact]
const login = { user: 'pier-one', password, objects, extensions: [namespaces.rgp], language: 'en' }
const contact = {
  name: 'Jürgen Müller',
  organisation: 'Pier & Söhne "GmbH"',
  street: ['Hafen 1', 'Tor <3>'],
  city: 'Köln',
  state: null,
  postalCode: '50667',
  country: 'DE',
  phone: '+49.2211234',
  email: 'desk@pier.example',
}
const quoted = { name, operation: 'transfer', years: 1 } as const
const request = domainTransferRequest({ name, years: 1, authCode })
const renew = domainRenew({ name, years: 2, expiresAt })
const keysys = profiles['centralnic-reseller'].registrantExtensions()

const wrap = (command: Markup, extensions: Markup[] = []) =>
  writeCommand(command, { clientId: 'PIER-0001', extensions })

/** Every frame that the client can write. */
const frames: Record<string, string> = {
  hello: writeHello(),
  login: writeLogin(login, 'PIER-0001'),
  loginBare: writeLogin({ ...login, extensions: [] }, 'PIER-0001'),
  loginLong: writeLogin(
    { ...login, password: long, extensions: [namespaces.loginSec] },
    'PIER-0001',
  ),
  logout: writeLogout('PIER-0001'),
  pollRequest: writePollRequest('PIER-0001'),
  pollAck: writePollAck('4711', 'PIER-0001'),
  check: wrap(domainCheck(name)),
  checkFee10: wrap(domainCheck(name), [feeCheck('1.0', quoted)]),
  checkFee07: wrap(domainCheck(name), [feeCheck('0.7', quoted)]),
  info: wrap(domainInfo({ name })),
  infoWithCode: wrap(domainInfo({ name, authCode })),
  transferRequest: wrap(request),
  transferFee10: wrap(request, [feeAgreed('1.0', 'transfer', 74_375)]),
  transferFee07: wrap(request, [feeAgreed('0.7', 'transfer', 5)]),
  transferQuery: wrap(domainTransfer('query', name)),
  transferCancel: wrap(domainTransfer('cancel', name)),
  renew: wrap(renew),
  renewFee10: wrap(renew, [feeAgreed('1.0', 'renew', 2000)]),
  renewFee07: wrap(renew, [feeAgreed('0.7', 'renew', 2000)]),
  updateHosts: wrap(
    domainUpdate({
      name,
      add: { nameservers: ['ns1.new.example', 'ns2.new.example'] },
      remove: { nameservers: ['ns1.old.example'] },
    }),
    [secDnsUpdate({ add: [ds], remove: [otherDs] })],
  ),
  updateHostNames: wrap(
    domainUpdate({ name, add: { nameservers: ['ns1.new.example'] }, hasHostObjects: false }),
  ),
  updateDsAll: wrap(domainUpdate({ name }), [secDnsUpdate({ add: [ds], remove: 'all' })]),
  updateLock: wrap(
    domainUpdate({
      name,
      add: { statuses: ['clientTransferProhibited', 'clientDeleteProhibited'] },
      remove: { statuses: ['clientHold'] },
    }),
  ),
  updateCode: wrap(domainUpdate({ name, authCode })),
  updateNoCode: wrap(domainUpdate({ name, authCode: null })),
  updateRegistrant: wrap(domainUpdate({ name, registrantId: 'PIER-7' })),
  updateRegistrantKeysys: wrap(domainUpdate({ name, registrantId: 'PIER-7' }), keysys),
  hostCheck: wrap(hostCheck(['ns1.new.example', 'ns2.new.example'])),
  hostCreate: wrap(hostCreate('ns1.new.example')),
  contactCreate: wrap(contactCreate({ id: 'PIER-7', contact, authCode })),
}

test.for(Object.entries(frames))('%s keeps to the schemas', ([, xml]) => {
  expect(schema.findFault(xml)).toBeNull()
})

test('a second validator agrees on every frame', () => {
  const folder = mkdtempSync(join(tmpdir(), 'frames-'))
  const files = Object.entries(frames).map(([key, xml]) => {
    const file = join(folder, `${key}.xml`)
    writeFileSync(file, xml)
    return file
  })

  const args = ['--noout', '--nonet', '--schema', schemaPath, ...files]
  const { status, stderr } = spawnSync('xmllint', args, { encoding: 'utf8' })

  rmSync(folder, { recursive: true })
  expect(stderr.match(/ validates$/gm)).toHaveLength(files.length)
  expect(status).toBe(0)
})

test('the schemas refuse what is out of order', () => {
  const swapped = frames['renew']?.replace(/(<domain:name>.*?<\/domain:name>)(.*?Date>)/, '$2$1')

  expect(schema.findFault(swapped ?? '')).toContain('curExpDate')
})

test('any text that XML can carry arrives as it was sent, and the rest is refused', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: fc.constantFrom('&', '<', '>', '"', "'", ']]>', '😀', '\u0000', '\r', 'é') }),
  )
  fc.assert(
    fc.property(text, (code) => {
      let xml: string
      try {
        xml = wrap(domainUpdate({ name, authCode: makeSecret(code) }))
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
        expect(code).toMatch(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u)
        return
      }
      const update = findChild(readXml(xml), namespaces.epp, 'command', 'update')
      const changed = findChild(update, namespaces.domain, 'update', 'chg', 'authInfo', 'pw')
      expect(changed?.text).toBe(code)
      expect(schema.findFault(xml)).toBeNull()
    }),
    { numRuns: 500 },
  )
})

test('what is printed has no secret in it', () => {
  const printed = Object.values(frames).map(redactFrame).join('\n')

  for (const secret of [authCode, password, long]) expect(printed).not.toContain(secret.reveal())
  expect(printed).not.toMatch(/a&amp;|foo-BAR2|longer-than|Müller|Köln|desk@/)
  expect(printed).toContain('<pw>[cut]</pw>')
  expect(printed).toContain('<name>example.com</name>')
})

test.for([
  '<epp><x:pw xmlns:x="y"><![CDATA[a</x:pw>hidden]]></x:pw></epp>',
  '<epp><pw>hidden',
  '<epp><authInfo xmlns="z"><ext><deep>hidden</deep></ext></authInfo></epp>',
  '<loginSec:loginSec xmlns:loginSec="q"><loginSec:newPW>hidden</loginSec:newPW></loginSec:loginSec>',
])('no trick brings a secret into print: %s', (xml) => {
  expect(redactFrame(xml)).not.toContain('hidden')
})

test('a secret prints as one', () => {
  const held = { authCode }

  expect(`${String(authCode)} ${JSON.stringify(held)}`).toBe('[secret] {"authCode":"[secret]"}')
})

test('one gateway gets its extensions in alphabetical order', () => {
  const parts = [secDnsUpdate({ add: [], remove: 'all' }), ...keysys, feeCheck('0.7', quoted)]
  const sorted = profiles['centralnic-reseller'].orderExtensions(parts)

  expect(sorted.map(({ markup }) => markup.slice(1, 5))).toEqual(['fee:', 'keys', 'secD'])
})
