/** One server that plays resolver and authority and answers as it likes, with expected verdicts. */
import { type Answer, AUTHENTIC_DATA } from 'dns-packet'
import type { Fqdn } from '../../src/platform/net/fqdn.ts'
import {
  createDomainControlVerifier,
  type DomainControlVerifier,
} from '../../src/providers/dns/domain-control.ts'
import type { Judged } from './judged.ts'
import {
  type Asked,
  sayTo,
  type Script,
  startRawDnsServer,
} from '@pier/stand-ins/dns/raw-dns-server'

const name = 'example.com' as Fqdn
const host = `_pier-challenge.${name}`
const value = 'token=abc expiry=2026-11-22T12:00:00Z'

type Seen = {
  result: Awaited<ReturnType<DomainControlVerifier['check']>>
  /** How often it was asked over each protocol. */
  asked: { udp: number; tcp: number }
}
type LyingCase = { says: string; judge: () => Promise<Judged[]> }

const onThisMachine = (address: string): boolean => address === '127.0.0.1'

async function check(script: Script, isAllowed = onThisMachine): Promise<Seen> {
  const server = await startRawDnsServer(script)
  try {
    const { port } = server
    const onlyForTests = { port, isAllowed }
    const verifier = createDomainControlVerifier({ resolver: server, onlyForTests })
    const result = await verifier.check(name, value)
    const count = (way: string) => server.asked.filter(({ via }) => via === way).length
    return { result, asked: { udp: count('udp'), tcp: count('tcp') } }
  } finally {
    await server.close()
  }
}

const text = (data: string, owner: string = host): Answer => ({
  type: 'TXT',
  name: owner,
  ttl: 60,
  data,
})
const ns = (data: string, owner: string = name): Answer => ({
  type: 'NS',
  name: owner,
  ttl: 60,
  data,
})
const alias = (owner: string, data: string): Answer => ({
  type: 'CNAME',
  name: owner,
  ttl: 1,
  data,
})
const address = (owner: string, data: string): Answer => ({ type: 'A', name: owner, ttl: 60, data })
const delegation = (asked: Asked): Answer[] => {
  if (asked.type === 'NS' && asked.name === name) return [ns(`ns1.${name}`)]
  return asked.type === 'A' ? [address(asked.name, '127.0.0.1')] : []
}
const isForText = ({ type }: Asked): boolean => type === 'TXT'
const isForToken = (asked: Asked): boolean => asked.name === host && isForText(asked)

/** An honest delegation, with these records in answer to TXT questions. */
const simple = (says: string, wanted: object, answers: Answer[]): LyingCase => ({
  says,
  async judge() {
    const script: Script = (asked) => [
      sayTo(asked, { answers: isForText(asked) ? answers : delegation(asked) }),
    ]
    return [{ got: (await check(script)).result, wanted }]
  },
})
const refused = (reason: string, seen?: string[]) => {
  return { verified: false, reason, ...(seen && { seen }) }
}

export const lyingCases: LyingCase[] = [
  simple('only a token under the name that was asked for counts', refused('no-record'), [
    text(value, `elsewhere.${name}`),
  ]),
  simple('aliases in a ring end', refused('wrong-value'), [
    alias(host, `a.${name}`),
    alias(`a.${name}`, host),
  ]),
  simple(
    'a domain whose name ends like ours is outside',
    refused('wrong-value', [`CNAME not${name}`]),
    [alias(host, `not${name}`), text(value, `not${name}`)],
  ),
  simple(
    'what is shown of a foreign record has no control characters and an end',
    { verified: false, seen: [`a\uFFFD\uFFFDb\uFFFD${'x'.repeat(240)}`] },
    [text(`a\u0000\u202Eb\n${'x'.repeat(240)}`)],
  ),
  {
    says: 'an answer that is not authoritative does not count',
    async judge() {
      const { result } = await check((asked) => [
        sayTo(asked, {
          isAuthoritative: false,
          answers: isForToken(asked) ? [text(value)] : delegation(asked),
        }),
      ])
      return [{ got: result, wanted: refused('no-delegation', [`ns1.${name}: not authoritative`]) }]
    },
  },
  {
    says: 'the right answers in that way are enough',
    async judge() {
      const { result, asked } = await check((asked) => [
        sayTo(asked, { answers: isForToken(asked) ? [text(value)] : delegation(asked) }),
      ])
      return [
        { got: result, wanted: { verified: true, via: 'authoritative' } },
        { got: asked, wanted: { tcp: 2 } },
      ]
    },
  },
  { says: 'signatures of the label itself show that it was given away', judge: judgeGivenAway },
  {
    says: 'more servers than a delegation has are not asked',
    async judge() {
      const many = Array.from({ length: 14 }, (_, index) => ns(`ns${index}.${name}`))
      const { result, asked } = await check((asked) => [
        sayTo(asked, {
          answers: asked.type === 'NS' && asked.name === name ? many : delegation(asked),
        }),
      ])
      return [
        { got: result, wanted: refused('no-delegation', ['14 name servers']) },
        { got: asked, wanted: { tcp: 0 } },
      ]
    },
  },
  {
    says: 'an address that turns private between two questions is not connected to',
    async judge() {
      const looked: string[] = []
      const { result, asked } = await check(
        (question) => [sayTo(question, { answers: delegation(question) })],
        (address) => {
          looked.push(address)
          return looked.length === 1 // Allowed when listed, refused when it is to be asked.
        },
      )
      const isLookedAtAgain = looked.length > 1
      return [
        { got: result, wanted: refused('timeout') },
        { got: { ...asked, isLookedAtAgain }, wanted: { tcp: 0, isLookedAtAgain: true } },
      ]
    },
  },
]

async function judgeGivenAway(): Promise<Judged[]> {
  const signature: Answer = {
    type: 'RRSIG',
    name: host,
    ttl: 60,
    data: {
      typeCovered: 'TXT',
      algorithm: 13,
      labels: 3,
      originalTTL: 60,
      expiration: 2_000_000_000,
      inception: 1_000_000_000,
      keyTag: 1,
      signersName: host,
      signature: Buffer.alloc(64),
    },
  }
  const { result } = await check((asked) => {
    const records = asked.via === 'udp' ? [text(value), signature] : []
    return [
      sayTo(asked, {
        flags: asked.via === 'udp' ? AUTHENTIC_DATA : 0,
        answers: isForToken(asked) ? records : delegation(asked),
        authorities: asked.via === 'tcp' ? [ns('ns1.other.net', host)] : [],
        isAuthoritative: asked.via === 'udp',
      }),
    ]
  })
  return [{ got: result, wanted: refused('wrong-value', ['NS ns1.other.net']) }]
}
