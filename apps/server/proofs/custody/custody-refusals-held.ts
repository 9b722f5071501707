/** The table rows about a domain in custody, and those in which the registry refuses the login. */
import { invariant } from '../../src/platform/app-error.ts'
import { makeCertificate } from '../../test/registry/certificate.ts'
import type { RegistryFault } from '../../test/registry/registry-faults.ts'
import { type House, type Person, until } from './custody-house.ts'
import { readBalance, takeOnList } from './custody-refusals.ts'
import { askFor } from './custody-story.ts'

type Held = { name: string; id: string; owner: Person }

/** Each case throws when it does not go as it should. */
export async function playHeldRefusals(house: House): Promise<{ rows: number; wrong: number }> {
  const held = await arriveWhileCalledBack(house)
  const cases: (readonly [string, () => Promise<void>])[] = [
    ...[2004, 2105].map((code) => [`renewal ${code}`, () => renew(house, held, code)] as const),
    ['host 2302', () => changeThoughHostExists(house, held)],
    ...[2303, 2304, 2306].map(
      (code) => [`nameservers ${code}`, () => changeInVain(house, held, code)] as const,
    ),
    ['holding 2201', () => loseSight(house, held)],
    ...[2200, 2501, 2502].map((code) => [`login ${code}`, () => knock(house, { code })] as const),
    ['another certificate', () => knock(house, { ca: makeCertificate().cert })],
  ]
  let wrong = 0
  for (const [what, play] of cases) {
    await play().catch((error: unknown) => {
      wrong++
      console.error(`${what}:`, error)
    })
  }
  return { rows: cases.length + 1, wrong }
}

const statusOf = async ({ owner, id }: Held): Promise<string> =>
  (await owner.get<{ status: string }>('GET', `/domains/${id}`)).status

/** 2301: cancelled after the registry has let it through, so it arrives. */
async function arriveWhileCalledBack(house: House): Promise<Held> {
  const { other } = house.world
  const name = 'refusal-held.com'
  await other.addName({ name, isWithoutDns: true })
  const held = { name, ...(await takeOnList(house, name)) }
  const { owner, id } = held
  const before = await readBalance(house, owner)
  await askFor(owner, id, other.readName(name).code ?? '')
  await until('the registry has it', () => other.readName(name).transfer?.status === 'pending')
  other.approveTransfer(name)
  await owner.get('DELETE', `/domains/${id}/transfer`)
  await until('it arrives', async () => (await statusOf(held)) === 'CUSTODY_PAID')
  invariant(other.readName(name).isLocked, 'what arrived is locked')
  invariant((await readBalance(house, owner)) < before, 'and its fee is spent')
  return held
}

const failFor = ({ world }: House, fault: RegistryFault) => world.registry.fail(fault)

async function refuseWith(words: string, reply: Promise<{ status: number; text: string }>) {
  const { text } = await reply
  const { code, message } = JSON.parse(text) as { code?: string; message?: string }
  invariant(code === 'registry_refused' && message?.includes(words), `it says why: ${text}`)
}

async function renew(house: House, { owner, id, name }: Held, code: number): Promise<void> {
  const before = await readBalance(house, owner)
  let quote = { state: 'asking', quote_id: '' }
  await until('there is a price', async () => {
    quote = await owner.get('POST', `/domains/${id}/quote`, { operation: 'renew' })
    return quote.state === 'ready'
  })
  failFor(house, { kind: 'refuse', command: 'renew', code, name })
  const asked = owner.call('POST', `/domains/${id}/renew`, { quote_id: quote.quote_id })
  await refuseWith('The registry did not renew the domain.', asked)
  invariant((await readBalance(house, owner)) === before, 'the fee is back')
}

/** Servers that are in the DNS but that the registry does not know yet. */
const hosts = (ending: string) => [`a.nic.${ending}`, `b.nic.${ending}`]

async function changeThoughHostExists(house: House, { owner, id, name }: Held): Promise<void> {
  const nameservers = hosts('com')
  failFor(house, { kind: 'refuseAfter', command: 'create', code: 2302, name: 'a.nic.com' })
  await owner.get('POST', `/domains/${id}/editNS`, { nameservers })
  const isChanged = () => house.world.other.readName(name).nameservers.join() === nameservers.join()
  await until('a host that is there already is no obstacle', isChanged)
}

async function changeInVain(house: House, { owner, id, name }: Held, code: number): Promise<void> {
  const before = house.world.other.readName(name).nameservers.join()
  failFor(house, { kind: 'refuse', command: 'update', code, name })
  const asked = owner.call('POST', `/domains/${id}/editNS`, { nameservers: hosts('net') })
  await refuseWith('The registry rejected these nameservers.', asked)
  invariant(house.world.other.readName(name).nameservers.join() === before, 'nothing is changed')
}

/** 2201 about a name in custody: an alarm, and it stays on hold until a person has looked. */
async function loseSight(house: House, { owner, id, name }: Held): Promise<void> {
  failFor(house, { kind: 'refuse', command: 'info', code: 2201, name })
  await house.enqueue('custody.check-holding', { domainId: id })
  await until('it is on hold', async () => {
    return (await owner.get<{ on_hold: boolean }>('GET', `/domains/${id}`)).on_hold
  })
}

let knocks = 0

/** A refused login is tried once, however much work waits; a new worker tries again. */
async function knock(house: House, { code, ca }: { code?: number; ca?: string }): Promise<void> {
  const { world, workers } = house
  const logins = () => world.received.filter((command) => command === 'login').length
  const name = `refusal-door-${knocks++}.com`
  await world.other.addName({ name, isWithoutDns: true })
  const { owner, id } = await takeOnList(house, name)
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  const before = logins()
  if (code) failFor(house, { kind: 'refuse', command: 'login', code })
  workers.push(await house.startWorker(ca ? { REGISTRAR_CA: ca } : {}))

  const look = () =>
    owner.get<{ state: string }>('POST', `/domains/${id}/quote`, { operation: 'transfer' })
  await look()
  await until('it was tried twice', async () => {
    const tried = await house.rows(
      `select from pgboss.job where name = 'custody.quote' and retry_count >= 1 and state = 'retry'`,
    )
    return tried.length > 0
  })
  invariant(logins() - before === (code ? 1 : 0), `${logins() - before} logins at a shut door`)
  invariant((await look()).state === 'asking', 'and nothing is made up')
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  workers.push(await house.startWorker())
  await until('the price is there', async () => (await look()).state === 'ready')
}
