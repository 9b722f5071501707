import { expect, test } from 'vitest'
import type { DomainInfo, TransferState } from '../../../providers/registrar/registrar-port.ts'
import type { Command } from '../commands/commands.repository.ts'
import type { Holding } from '../holdings/holdings.repository.ts'
import type { Transfer } from '../transfers/transfers.repository.ts'
import {
  listRegistrarDifferences,
  type FoundName,
  type KnownName,
} from './registrar-differences.ts'

const day = (text: string) => new Date(`${text}T00:00:00Z`)
const at = day('2026-11-01')
const held: Holding = {
  domainId: 'D1',
  arrivedAt: at,
  expiresAt: day('2027-05-01'),
  nameservers: ['ns1.a.com', 'ns2.a.com'],
  dsRecords: [],
  isUnlocked: false,
  checkedAt: at,
  leftAt: null,
  seen: null,
  seenAt: null,
  lookAskedAt: null,
}
const info: DomainInfo = {
  name: 'a.com',
  roid: null,
  sponsor: 'pier-one',
  isSponsoredByUs: true,
  statuses: ['clientTransferProhibited', 'clientDeleteProhibited'],
  graceStatuses: [],
  nameservers: ['ns2.a.com', 'ns1.a.com'],
  dsRecords: [],
  registrantId: null,
  createdAt: null,
  expiresAt: day('2027-05-01'),
  lastTransferAt: day('2026-11-12'),
  updatedAt: null,
}
const gone = { ...info, sponsor: 'other-one', isSponsoredByUs: false }
const pending = {
  name: 'a.com',
  status: 'pending',
  requestedBy: 'pier-one',
  isRequestedByUs: true,
  actAt: day('2026-11-20'),
} as TransferState
const moving = (direction: 'in' | 'out', state: string) =>
  ({ id: 'T1', direction, state, codeAt: at }) as Transfer
const order = (kind: string, input: object) => ({ id: 'C1', number: '7', kind, input }) as Command

const compare = (known: Partial<KnownName>, found: Partial<FoundName> = {}) =>
  listRegistrarDifferences(
    { holding: undefined, transfer: undefined, commands: [], ...known },
    { info, transfer: null, ...found },
  ).map(({ what, propose }) => `${what} → ${propose}`)

const agreeing: [string, Partial<KnownName>, Partial<FoundName>][] = [
  ['in custody, locked', { holding: held }, {}],
  [
    'open for a transfer out, and still here',
    { holding: { ...held, isUnlocked: true }, transfer: moving('out', 'code_sent') },
    { info: { ...info, statuses: ['ok'] } },
  ],
  ['on its way in', { transfer: moving('in', 'requested') }, { info: gone, transfer: pending }],
  ['not yet asked for', { transfer: moving('in', 'asked') }, { info: gone }],
  ['at another registrar', {}, { info: gone }],
]

test.each(agreeing)('a name agrees: %s', (_, known, found) => {
  expect(compare(known, found)).toEqual([])
})

const differing: [string, Partial<KnownName>, Partial<FoundName>, RegExp][] = [
  [
    'it left, and it was open for that',
    { holding: { ...held, isUnlocked: true }, transfer: moving('out', 'code_sent') },
    { info: gone },
    /with other-one since 12 Nov 2026 → its transfer out T1 ends automatically/,
  ],
  [
    'it left, and its wait was not over',
    { holding: held, transfer: moving('out', 'waiting') },
    { info: gone },
    /had requested.*update transfers set state = 'code_sent' where id = 'T1'; update holdings .*'D1'/,
  ],
  [
    'it left, and nobody had asked',
    { holding: held },
    { info: null },
    /another registrar or none → nobody had requested.*insert into transfers .*'D1'/,
  ],
  [
    'its lock is open',
    { holding: held },
    { info: { ...info, statuses: ['clientDeleteProhibited'] } },
    /locked; the registry has it open → .*asks? for the code again/,
  ],
  [
    'its transfer out was stopped',
    { holding: { ...held, isUnlocked: true }, transfer: moving('out', 'code_sent') },
    {},
    /open for a transfer; the registry has it locked → .*Give T1 up/,
  ],
  [
    'its nameservers were changed',
    { holding: held },
    { info: { ...info, nameservers: ['ns9.b.com'] } },
    /nameservers at the registry: ns9\.b\.com → .*"Take it over"/,
  ],
  [
    'an order waits that would change them back',
    {
      holding: held,
      commands: [order('set_nameservers', { nameservers: ['ns1.c.com'], dsRecords: [] })],
    },
    { info: { ...info, nameservers: ['ns9.b.com'] } },
    /order 7 waits to set the nameservers ns1\.c\.com; .* ns9\.b\.com → .*'refused'.*'C1'/,
  ],
  [
    'it was renewed',
    { holding: held },
    { info: { ...info, expiresAt: day('2028-05-01') } },
    /until 1 May 2027; the registry until 1 May 2028 → it was renewed since/,
  ],
  [
    'somebody else asks for it',
    { holding: held },
    {
      info: { ...info, statuses: [...info.statuses, 'pendingTransfer'] },
      transfer: { ...pending, requestedBy: 'other-one', isRequestedByUs: false },
    },
    /pendingTransfer, asked for by other-one, goes through on 20 Nov 2026 → /,
  ],
  [
    'it has arrived',
    { transfer: moving('in', 'requested') },
    {},
    /has arrived → the worker records/,
  ],
  [
    'its transfer in has ended',
    { transfer: moving('in', 'requested') },
    { info: gone },
    /without success → the worker records/,
  ],
  [
    'it was asked for and arrived since',
    { transfer: moving('in', 'asked'), commands: [order('request_transfer', {})] },
    {},
    /not sent yet; the domain is with us → before the workers start: .*'sent'.*'C1'/,
  ],
  [
    'it was asked for since',
    { transfer: moving('in', 'asked') },
    { info: gone, transfer: pending },
    /in progress at the registry → the worker finds this/,
  ],
  ['it came without our knowing', {}, {}, /the registry has it with us → /],
]

test.each(differing)('a name differs: %s', (_, known, found, expected) => {
  const differences = compare(known, found)

  expect(differences).toHaveLength(1)
  expect(differences[0]).toMatch(expected)
})
