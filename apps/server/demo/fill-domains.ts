import { toASCII } from 'tr46'
import { invariant } from '../src/platform/app-error.ts'
import type { CustodyWorld } from '../test/custody-world/custody-world.ts'
import { givenPayments } from '../test/given/given-payments.ts'
import type { NewName } from '../test/custody-world/other-registrar.ts'
import type { Payments } from '@pier/stand-ins/payments/payments'
import type { TestBrowser } from '../test/test-browser.ts'
import { dnsHouses, nameOfWen, namesOfMara } from './demo-names.ts'
import { expectStatus } from './expect-status.ts'
import { waitUntil } from './wait-until.ts'

export type World = {
  enter: (name: string) => Promise<TestBrowser>
  custody: CustodyWorld
  payments: Payments
  setClock: (daysFromNow: number) => Promise<void>
  recordValue: (value: { name: string; dollars: number }) => Promise<void>
}

type DomainView = {
  id: string
  unicode: string
  status: string
  transfer: { act_by: string | null } | null
  transfer_refusal: string | null
}
type ChangeView = { id: string; state: string }

/** The names that others will borrow on, and by owner those in custody from the beginning. */
export type Collateral = { names: NewName[]; held: Record<string, string[]> }

/** Verified names, and some that have been in custody long enough to leave. */
export async function bringDomains(world: World, { names, held }: Collateral): Promise<void> {
  const { enter, custody, payments, setClock } = world
  const owned = [...namesOfMara, nameOfWen].map(({ name, isLocked }) => ({
    name: toASCII(name) ?? name,
    isLocked,
  }))
  await custody.other.addNames([...owned, ...names, ...dnsHouses.map((name) => ({ name }))])

  await setClock(-88)
  const adding = await enter('mara')
  await givenPayments(() => payments).paidByCard(adding, 100)
  for (const { name, isProved = false } of namesOfMara) {
    await addName(world, adding, { name, isProved })
  }
  const { mara: ofMara = [], ...ofOthers } = held
  for (const [owner, own] of Object.entries(ofOthers)) {
    const browser = await enter(owner)
    await givenPayments(() => payments).paidByCard(browser, 100)
    for (const name of own) await addName(world, browser, { name, isProved: false })
  }

  await setClock(-87)
  const mara = await enter('mara')
  const proved = namesOfMara.filter(({ isProved }) => isProved)
  for (const { name } of proved) await untilStatus(mara, name, 'EXTERNAL_VERIFIED')

  const ofMaraToo = [...ofMara, 'oldlighthouse.org', 'northquay.com']
  await moveIn(world, { ...ofOthers, mara: ofMaraToo }, -87)
  await changeServers(world)
  await moveIn(world, { mara: ['weathervane.co'] }, -35)
}

/** Names on their way into custody, and out of it. */
export async function moveDomains(world: World): Promise<void> {
  const { enter, setClock } = world
  const wen = await enter('wen')
  await addName(world, wen, { name: nameOfWen.name, isProved: false })
  await moveIn(world, { wen: [nameOfWen.name] }, -9)

  await setClock(-3)
  const mara = await enter('mara')
  await askTransfer(world, mara, 'saltmarsh.io')
  await untilAsked(mara, 'saltmarsh.io')
  await askTransfer(world, mara, 'ferrywire.net')
  await untilAsked(mara, 'ferrywire.net')
}

/** As of today: what each is worth, and one that is leaving. */
export async function presentDomains({ enter, recordValue }: World): Promise<void> {
  for (const { name, valueDollars } of [...namesOfMara, nameOfWen]) {
    if (valueDollars) await recordValue({ name, dollars: valueDollars })
  }
  const mara = await enter('mara')
  for (const name of ['mooringline.net', 'bücherhafen.de']) {
    const { id } = await readDomain(mara, name)
    expectStatus(await mara.post(`/domains/${id}/verify`), 200) // The old record is spent.
  }
  const wen = await enter('wen')
  const leaving = await readDomain(wen, nameOfWen.name)
  expectStatus(await wen.post(`/domains/${leaving.id}/transferOut`), 200)
}

export async function addName(
  { custody }: World,
  browser: TestBrowser,
  { name, isProved }: { name: string; isProved: boolean },
): Promise<void> {
  const reply = await browser.post('/domains/add', { domain: name })
  expectStatus(reply, 200)
  type Added = { verificationRecord: string; verificationHost: string }
  const { verificationRecord: value, verificationHost: host } = reply.json<Added>()
  if (isProved) await custody.other.publishTxt(toASCII(name) ?? name, { host, value })
}

/** Requested on a day, and let through by the registry five days later. */
async function moveIn(
  world: World,
  namesOf: Record<string, string[]>,
  daysFromNow: number,
): Promise<void> {
  const ofEach = async (act: (browser: TestBrowser, name: string) => Promise<void>) => {
    for (const [owner, names] of Object.entries(namesOf)) {
      const browser = await world.enter(owner)
      for (const name of names) await act(browser, name)
    }
  }
  await world.setClock(daysFromNow)
  await ofEach((browser, name) => askTransfer(world, browser, name))
  await ofEach(untilAsked)
  await world.setClock(daysFromNow + 6)
  await ofEach((browser, name) => untilStatus(browser, name, 'CUSTODY_PAID'))
}

export async function askTransfer(
  { custody }: World,
  browser: TestBrowser,
  name: string,
): Promise<void> {
  const { id } = await readDomain(browser, name)
  await waitUntil(async () => {
    const reply = await browser.post(`/domains/${id}/quote`, { operation: 'transfer' })
    return reply.json<{ state: string }>().state === 'ready'
  })
  const { code } = custody.other.readName(toASCII(name) ?? name)
  expectStatus(await browser.post(`/domains/${id}/transfer`, { transferCode: code }), 200)
}

/** Waits until the registry has answered: pending there, or refused. */
export const untilAsked = (browser: TestBrowser, name: string): Promise<void> =>
  waitUntil(async () => {
    const { transfer, transfer_refusal } = await readDomain(browser, name)
    return transfer?.act_by != null || transfer_refusal !== null
  })

/** A history of nameservers: to one provider, to the next, and back. */
async function changeServers({ enter, setClock }: World): Promise<void> {
  for (const [index, house] of dnsHouses.entries()) {
    await setClock(-60 + index * 15)
    const mara = await enter('mara')
    const { id } = await readDomain(mara, 'oldlighthouse.org')
    const nameservers = [`ns1.${house}`, `ns2.${house}`]
    expectStatus(await mara.post(`/domains/${id}/editNS`, { nameservers }), 200)
    await untilChanged(mara, id)
  }
  await setClock(-44)
  const mara = await enter('mara')
  const { id } = await readDomain(mara, 'oldlighthouse.org')
  const last = await untilChanged(mara, id)
  expectStatus(await mara.post(`/domains/${id}/nameservers/undo`, { change_id: last.id }), 200)
  await untilChanged(mara, id)
}

/** Returns the newest change, once the registry has it. */
async function untilChanged(browser: TestBrowser, id: string): Promise<ChangeView> {
  let last: ChangeView | undefined
  await waitUntil(async () => {
    const reply = await browser.get(`/domains/${id}/nameservers`)
    last = reply.json<{ changes: ChangeView[] }>().changes[0]
    return last?.state === 'done'
  })
  invariant(last, 'there is a change')
  return last
}

export const untilStatus = (browser: TestBrowser, name: string, status: string) =>
  waitUntil(async () => (await readDomain(browser, name)).status === status)

export async function readDomain(browser: TestBrowser, name: string): Promise<DomainView> {
  const reply = await browser.get(`/domains?search=${encodeURIComponent(name)}`)
  expectStatus(reply, 200)
  const { domains } = reply.json<{ domains: DomainView[] }>()
  const domain = domains.find(({ unicode }) => unicode === name)
  invariant(domain, `the demo has ${name}`)
  return domain
}
