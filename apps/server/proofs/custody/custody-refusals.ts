/**
 * Every row of the table of refusals, by the registry's rules or by a fault: what the owner is
 * told, what becomes of the fee, and whether a person has to look.
 */
import { invariant } from '../../src/platform/app-error.ts'
import type { NewName } from '../../test/custody-world/other-registrar.ts'
import type { RegistryFault } from '../../test/registry/registry-faults.ts'
import { type House, inLanes, type Person } from './custody-house.ts'
import { askFor } from './custody-story.ts'

type Wanted = {
  state: 'asked' | 'requested' | 'failed'
  fee: 'kept' | 'back'
  words: string | null
  isForPerson: boolean
}
type Row = {
  what: string
  given?: Partial<NewName>
  fault?: Omit<RegistryFault, 'name'>
  /** What happens between quote and request. */
  meanwhile?: (house: House, name: string) => void
  hasWrongCode?: boolean
  wanted: Wanted
}

const held: Wanted = { state: 'asked', fee: 'kept', words: null, isForPerson: true }
const accepted: Wanted = { state: 'requested', fee: 'kept', words: null, isForPerson: false }
const refused = (words: string): Wanted => {
  return { state: 'failed', fee: 'back', words, isForPerson: false }
}
const answer = (code: number, wanted: Wanted, times = 1): Row => {
  return { what: String(code), fault: { kind: 'refuse', command: 'transfer', code, times }, wanted }
}
const answerAfter = (code: number): Row => ({
  what: `${code}, executed`,
  fault: { kind: 'refuseAfter', command: 'transfer', code },
  wanted: accepted,
})
const spoilt = (kind: RegistryFault['kind']): Row => {
  return { what: kind, fault: { kind, command: 'transfer' }, wanted: accepted }
}

const ofTransfers: Row[] = [
  ...[2000, 2001, 2002, 2003, 2005, 2100, 2101, 2102, 2103, 2201, 2307].map((code) =>
    answer(code, held),
  ),
  answer(2004, refused('The price has changed.')),
  answer(2106, refused('It cannot be transferred yet')),
  answer(2300, refused('Another transfer of this domain')),
  answer(2303, refused('The registry does not know this domain.')),
  answer(2304, refused('The domain is locked.')),
  ...[2305, 2306, 2308].map((code) => answer(code, refused('The registry does not allow this'))),
  ...[2400, 2500].map((code) => answer(code, accepted, 2)),
  // As long as our own balance at the registry is used up.
  answer(2104, { ...held, isForPerson: true }, 1000),
  answer(2104, accepted, 2),
  ...[2002, 2300].map(answerAfter),
  ...(['closeBefore', 'closeAfter', 'docType', 'wrongClientId'] as const).map(spoilt),
  ...(['successForPending', 'sentinelDates', 'noTransferData'] as const).map(spoilt),
  { what: '2202 by rule', hasWrongCode: true, wanted: refused('The authorization code is wrong.') },
  { what: '2304 by rule', given: { isLocked: true }, wanted: refused('The domain is locked.') },
  {
    what: '2304 by the registry itself',
    meanwhile: ({ world }, name) =>
      world.registry.getDomain(name).statuses.add('serverTransferProhibited'),
    wanted: refused('The registry has locked it'),
  },
  {
    what: '2106 by rule',
    given: { createdDaysAgo: 20 },
    wanted: refused('in the last 60 days'),
  },
  {
    what: '2004 by rule',
    given: { premiumCents: 9000 },
    meanwhile: ({ world }, name) => {
      world.registry.getDomain(name).premiumCents = 12_000
    },
    wanted: refused('The price has changed.'),
  },
  {
    what: '2303 by rule',
    meanwhile: ({ world }, name) => world.registry.forgetDomain(name),
    wanted: refused('The registry does not know this domain.'),
  },
]

const balanceCents = 50_000

export async function playRefusals(house: House): Promise<{ rows: number; wrong: number }> {
  let wrong = 0
  const cases = ofTransfers.map((row, index) => ({ row, name: `refusal-${index}.com` }))
  await house.world.other.addNames(
    cases.map(({ row, name }) => ({ name, isWithoutDns: true, ...row.given })),
  )
  await inLanes(10, cases, async ({ row, name }) => {
    const { owner, id } = await takeOnList(house, name)
    const code = house.world.other.readName(name).code ?? ''
    await askFor(owner, id, row.hasWrongCode ? `XXXX${code.slice(4)}` : code, () => {
      row.meanwhile?.(house, name)
      if (row.fault) house.world.registry.fail({ ...row.fault, name })
    })
    const seen = await watch(house, { owner, id, wanted: row.wanted })
    if (seen === null) return
    wrong++
    console.error(`${row.what}: ${JSON.stringify(seen)} instead of ${JSON.stringify(row.wanted)}`)
  })
  return { rows: cases.length, wrong }
}

/** A user with money, and the name added to their domains. */
export async function takeOnList(house: House, name: string) {
  const owner = await house.register()
  await house.topUp(owner.id, balanceCents)
  const { id } = await owner.get<{ id: string }>('POST', '/domains/add', { domain: name })
  return { owner, id }
}

const patienceMs = 30_000

/** Null once it is as wanted and stays so; otherwise what was seen last. */
async function watch(
  house: House,
  { owner, id, wanted }: { owner: Person; id: string; wanted: Wanted },
): Promise<Wanted | null> {
  const endsAt = performance.now() + patienceMs
  for (;;) {
    const seen = await look(house, owner, id)
    const isSame =
      seen.state === wanted.state &&
      seen.fee === wanted.fee &&
      seen.isForPerson === wanted.isForPerson &&
      (wanted.words === null ? seen.words === null : seen.words?.includes(wanted.words))
    if (isSame) return null
    if (performance.now() > endsAt) return seen
    await new Promise((resolve) => {
      setTimeout(resolve, 250)
    })
  }
}

async function look(house: House, owner: Person, id: string): Promise<Wanted> {
  const [transfer] = await house.rows<{ state: Wanted['state']; needs: string | null }>(
    'select state, needs_operator as needs from transfers where domain_id = $1',
    [id],
  )
  invariant(transfer, 'there is a transfer')
  const path = `/domains/${id}`
  const domain = await owner.get<{ transfer_refusal: string | null }>('GET', path)
  return {
    state: transfer.state,
    fee: (await readBalance(house, owner)) === balanceCents ? 'back' : 'kept',
    words: domain.transfer_refusal,
    isForPerson: transfer.needs !== null,
  }
}

export async function readBalance(house: House, owner: Person): Promise<number> {
  const [balance] = await house.rows<{ cents: string }>(
    'select available_cents as cents from ledger_balances where user_id = $1',
    [owner.id],
  )
  return Number(balance?.cents)
}
