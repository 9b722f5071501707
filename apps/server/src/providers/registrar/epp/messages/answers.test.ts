import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAnswer, readGreeting } from './answers.ts'
import {
  listKnownHosts,
  readDomainInfo,
  readEvent,
  readRenewedUntil,
  readTransfer,
} from './domain-answers.ts'
import { chooseFeeVersion, formatAmount, parseAmount, readQuote } from './fees.ts'
import { namespaces } from '../xml/namespaces.ts'
import { readXml, type XmlElement } from '../xml/xml-reader.ts'

const us = { ourId: 'pier-one' }
const epp = (inner: string) => `<epp xmlns="${namespaces.epp}">${inner}</epp>`
const response = (code: number, inner: string) =>
  epp(`<response><result code="${code}"><msg>Text</msg></result>${inner}
    <trID><clTRID>C-1</clTRID><svTRID>S-1</svTRID></trID></response>`)
const data = (inner: string) => `<resData>${inner}</resData>`
const extension = (inner: string) => `<extension>${inner}</extension>`
const domain = `xmlns:domain="${namespaces.domain}"`
const queue = (inner: string) => `<msgQ count="1" id="77"><qDate>2026-02-03T04:05:06Z</qDate>
  <msg>Moved.</msg></msgQ>${inner}`

const info = response(
  1000,
  data(`<domain:infData ${domain}><domain:name>EXAMPLE.com</domain:name>
    <domain:roid>D1-X</domain:roid><domain:status s="clientTransferProhibited"/>
    <domain:registrant>H-1</domain:registrant><domain:ns><domain:hostObj>NS1.a.example</domain:hostObj>
    <domain:hostAttr><domain:hostName>ns2.a.example</domain:hostName></domain:hostAttr></domain:ns>
    <domain:clID>PIER-ONE</domain:clID><domain:crDate>2020-01-02T03:04:05.6Z</domain:crDate>
    <domain:exDate>2027-01-02T03:04:05Z</domain:exDate>
    <domain:trDate>0001-01-01T00:00:00.0Z</domain:trDate></domain:infData>`) +
    extension(`<rgp:infData xmlns:rgp="${namespaces.rgp}"><rgp:rgpStatus s="autoRenewPeriod"/>
      </rgp:infData><s:infData xmlns:s="${namespaces.secDNS}"><s:dsData><s:keyTag>7</s:keyTag>
      <s:alg>13</s:alg><s:digestType>2</s:digestType><s:digest>ab12</s:digest></s:dsData></s:infData>`),
)
const transferData = (status: string, actor = 'other-one') =>
  `<domain:trnData ${domain}><domain:name>example.com</domain:name>
    <domain:trStatus>${status}</domain:trStatus><domain:reID>pier-one</domain:reID>
    <domain:reDate>2026-01-02T00:00:00Z</domain:reDate><domain:acID>${actor}</domain:acID>
    <domain:acDate>0001-01-01T00:00:00.0Z</domain:acDate></domain:trnData>`

/** The same document with another prefix on each element. */
function rename(element: XmlElement, next: () => string): string {
  const prefix = next()
  const head = Object.entries(element.attributes).map(([key, value]) => ` ${key}="${value}"`)
  const children = element.children.map((child) => rename(child, next)).join('\n')
  const tag = `${prefix}:${element.name}`
  const text = element.children.length > 0 ? '' : `<![CDATA[${element.text}]]>`
  return `<${tag} xmlns:${prefix}="${element.namespace}"${head.join('')}>${text}${children}</${tag}>`
}

const readAll = (xml: string) => {
  const answer = readAnswer(xml)
  const { results, message, clientId, serverId } = answer
  return {
    ids: { results, message, clientId, serverId },
    info: readDomainInfo(answer, us),
    transfer: readTransfer(answer, us),
    event: message && readEvent(answer, message, us),
  }
}

test.for([info, response(1301, queue(data(transferData('pending'))))])(
  'prefixes mean nothing',
  (xml) => {
    const expected = readAll(xml)
    const prefix = fc.stringMatching(/^[a-zA-Z_][\w.-]{0,6}$/).filter((one) => !/^xml/i.test(one))
    fc.assert(
      fc.property(fc.array(prefix, { minLength: 1, maxLength: 9 }), (prefixes) => {
        let index = 0
        const next = () => prefixes[index++ % prefixes.length] ?? 'p'
        expect(readAll(rename(readXml(xml), next))).toEqual(expected)
      }),
      { numRuns: 50 },
    )
  },
)

test('an info is read with its extensions; year 1 is no date', () => {
  expect(readDomainInfo(readAnswer(info), us)).toEqual({
    name: 'example.com',
    roid: 'D1-X',
    sponsor: 'PIER-ONE',
    isSponsoredByUs: true,
    statuses: ['clientTransferProhibited'],
    graceStatuses: ['autoRenewPeriod'],
    nameservers: ['ns1.a.example', 'ns2.a.example'],
    dsRecords: [{ keyTag: 7, algorithm: 13, digestType: 2, digest: 'AB12' }],
    registrantId: 'H-1',
    createdAt: new Date('2020-01-02T03:04:05.600Z'),
    expiresAt: new Date('2027-01-02T03:04:05.000Z'),
    lastTransferAt: null,
    updatedAt: null,
  })
})

test.for([1000, 1001])('a transfer answered with %i is what its status says', (code) => {
  const transfer = readTransfer(readAnswer(response(code, data(transferData('pending')))), us)

  expect(transfer).toMatchObject({ status: 'pending', isRequestedByUs: true, actAt: null })
})

test.for(['unknown', 'INTERNAL', 'Unknown'])('the actor "%s" is nobody', (actor) => {
  const answer = readAnswer(response(1000, data(transferData('serverApproved', actor))))

  expect(readTransfer(answer, us)?.actBy).toBeNull()
})

test('a transfer that says nothing, or nothing known, is none', () => {
  expect(readTransfer(readAnswer(response(1000, '')), us)).toBeNull()
  expect(readTransfer(readAnswer(response(1000, data(transferData('odd')))), us)).toBeNull()
})

test('parts out of order and CDATA are read all the same', () => {
  const xml = response(1301, data(transferData('clientRejected')) + queue('')).replace(
    'Moved.',
    '<![CDATA[Moved & gone]]>',
  )
  const answer = readAnswer(xml)

  expect(answer.message).toMatchObject({ id: '77', text: 'Moved & gone' })
  expect(readTransfer(answer, us)?.status).toBe('clientRejected')
})

test('an empty queue with a success is no message', () => {
  expect(readAnswer(response(1000, '<msgQ count="0" id=""/>')).message).toBeNull()
  expect(readAnswer(response(1000, '<msgQ count="0"/>')).message).toBeNull()
})

test('every result and every reason of a refusal is kept, but no code', () => {
  const xml = epp(`<response><result code="2004"><msg>Range</msg>
    <value><d:pw xmlns:d="${namespaces.domain}">hidden</d:pw></value>
    <extValue><value><undef/></value><reason>Too dear</reason></extValue></result>
    <result code="2306"><msg>Policy</msg></result><trID><svTRID>S</svTRID></trID></response>`)

  expect(readAnswer(xml).results).toEqual([
    { code: 2004, message: 'Range', reasons: ['Too dear'] },
    { code: 2306, message: 'Policy', reasons: [] },
  ])
})

test('a queued message says what it is about', () => {
  const read = (inner: string) => {
    const answer = readAnswer(response(1301, queue(inner)))
    return answer.message && readEvent(answer, answer.message, us)
  }
  const pending = `<domain:panData ${domain}><domain:name paResult="1">Example.com</domain:name>
    <domain:paTRID><clTRID>C-9</clTRID><svTRID>S-9</svTRID></domain:paTRID>
    <domain:paDate>2026-01-02T00:00:00Z</domain:paDate></domain:panData>`
  const changed = `<c:changeData xmlns:c="${namespaces.changePoll}"><c:who>URS Admin</c:who>
    <c:caseId type="urs">urs123</c:caseId><c:reason>URS Lock</c:reason></c:changeData>`
  const infData = `<domain:infData ${domain}><domain:name>example.com</domain:name></domain:infData>`

  expect(read('')).toMatchObject({ kind: 'other', id: '77', text: 'Moved.' })
  expect(read(data(transferData('pending')))).toMatchObject({ kind: 'transfer' })
  expect(read(data(pending))).toMatchObject({
    kind: 'pendingResult',
    name: 'example.com',
    isDone: true,
    clientId: 'C-9',
  })
  expect(read(data(infData) + extension(changed))).toMatchObject({
    kind: 'changed',
    name: 'example.com',
    by: 'URS Admin',
    caseId: 'urs123',
    reason: 'URS Lock',
  })
})

test('hosts that are taken are known, and a renewal says until when', () => {
  const hosts = `<h:chkData xmlns:h="${namespaces.host}"><h:cd><h:name avail="0">NS1.a</h:name></h:cd>
    <h:cd><h:name avail="true">ns2.a</h:name></h:cd></h:chkData>`
  const renewed = `<domain:renData ${domain}><domain:name>example.com</domain:name>
    <domain:exDate>2029-01-02T00:00:00Z</domain:exDate></domain:renData>`

  expect(listKnownHosts(readAnswer(response(1000, data(hosts))))).toEqual(['ns1.a'])
  expect(readRenewedUntil(readAnswer(response(1000, data(renewed))))).toEqual(
    new Date('2029-01-02T00:00:00.000Z'),
  )
})

const asked = { name: 'example.com', operation: 'transfer', years: 1 } as const
const quote10 = (inner: string, currency = 'USD', head = 'avail="1"') =>
  readAnswer(
    response(
      1000,
      extension(`<f:chkData xmlns:f="${namespaces.fee10}"><f:currency>${currency}</f:currency>
        <f:cd ${head}><f:objID>EXAMPLE.com</f:objID><f:class>Premium</f:class>${inner}</f:cd></f:chkData>`),
    ),
  ).extension

test('a price is the sum of fees and credits of the command and years asked', () => {
  const inner = `<f:command name="renew"><f:fee>1.00</f:fee></f:command>
    <f:command name="transfer"><f:period unit="y">2</f:period><f:fee>9.00</f:fee></f:command>
    <f:command name="transfer"><f:period unit="m">12</f:period><f:fee>743.7500</f:fee>
      <f:fee>0.25</f:fee><f:credit>-4.00</f:credit></f:command>`

  expect(readQuote(quote10(inner), '1.0', asked)).toEqual({
    ...asked,
    amountCents: 74_000,
    feeClass: 'Premium',
    isPremium: true,
  })
  expect(readQuote(quote10(inner, 'EUR'), '1.0', asked)).toBeNull()
  expect(readQuote(quote10(inner, 'USD', 'avail="0"'), '1.0', asked)).toBeNull()
  expect(readQuote(quote10('<f:reason>no</f:reason>'), '1.0', asked)).toBeNull()
})

test('sums are whole cents, and never guessed', () => {
  expect(['0', '12', '12.5', '743.7500', '-4.00', '0.001'].map(parseAmount)).toEqual([
    0, 1200, 1250, 74_375, -400, 1,
  ])
  for (const text of ['', '1,5', '1e3', 'NaN', '1.', '.5', '1 2']) {
    expect(() => parseAmount(text)).toThrow('decimal')
  }
  expect([0, 5, 74_375].map(formatAmount)).toEqual(['0.00', '0.05', '743.75'])
  expect(() => formatAmount(1.5)).toThrow('no sum')
})

test('the newest fee version that was offered is used', () => {
  expect(chooseFeeVersion([namespaces.fee07, namespaces.fee10])).toBe('1.0')
  expect(chooseFeeVersion([namespaces.fee07])).toBe('0.7')
  expect(chooseFeeVersion(['urn:ietf:params:xml:ns:fee-0.5'])).toBeNull()
})

test.for([
  ['<!DOCTYPE epp [<!ENTITY a "b">]><epp>&a;</epp>', 'DOCTYPE'],
  ['<epp>', 'well-formed'],
  ['<a:epp/>', 'well-formed'],
  ['hello', 'well-formed'],
  ['<epp>'.repeat(40) + '</epp>'.repeat(40), 'nested too deep'],
  ['<epp/>', 'not EPP'],
  [epp(''), 'no result'],
  [epp('<response><result code="x"/></response>'), 'no code'],
])('what is no answer is refused: %s', ([xml = '', why = '']) => {
  expect(() => readAnswer(xml)).toThrow(why)
})

test('a greeting says what the server can do', () => {
  const xml = epp(`<greeting><svID>Server</svID><svDate>2026-01-01T00:00:00Z</svDate><svcMenu>
    <version>1.0</version><lang>en</lang><lang>de</lang><objURI>urn:a</objURI><svcExtension>
    <extURI>urn:b</extURI></svcExtension></svcMenu></greeting>`)

  expect(readGreeting(xml)).toEqual({
    serverId: 'Server',
    languages: ['en', 'de'],
    objects: ['urn:a'],
    extensions: ['urn:b'],
  })
  expect(() => readGreeting(info)).toThrow('greeting')
})
