import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { challengeHostOf } from '../../src/providers/dns/challenge-host.ts'
import { makeChallenge } from '../../src/modules/domains/verification/challenge.ts'
import type { Fqdn } from '../../src/platform/net/fqdn.ts'
import { readConfig } from '../../src/platform/config.ts'
import { makeSecret } from '../../src/platform/crypto/secret-text.ts'
import { createLog } from '../../src/platform/log.ts'
import { createDnsResolver } from '../../src/providers/dns/dns-resolver.ts'
import { createDomainControlVerifier } from '../../src/providers/dns/domain-control.ts'
import { openBootstrapSource } from '../../src/providers/rdap/bootstrap-source.ts'
import { createRegistrationDataSource } from '../../src/providers/rdap/registration-data.ts'
import { createEppRegistrar } from '../../src/providers/registrar/epp/epp-registrar.ts'
import { type CustodyWorld, startCustodyWorld } from './custody-world.ts'
import { makeSecrets } from '../secrets.ts'

const now = new Date('2026-11-15T12:00:00Z')
const secrets = await makeSecrets()
let world: CustodyWorld
let product: Awaited<ReturnType<typeof openProduct>>

beforeAll(async () => {
  world = await startCustodyWorld(secrets, { startsAt: now })
  product = await openProduct(world)
})
afterAll(async () => {
  await product?.close()
  await world?.close()
})

test('a name that appears while all runs is proved by a record that its holder publishes', async () => {
  const name = 'harbour-lights.com' as Fqdn
  const host = challengeHostOf(name)
  const { value } = makeChallenge(now)
  const before = await product.control.check(name, value)

  await world.other.addName({ name })
  await world.other.publishTxt(name, { host, value })

  expect(before).toMatchObject({ verified: false, reason: 'no-delegation' })
  expect(await product.control.check(name, value)).toMatchObject({
    verified: true,
    via: 'authoritative',
    nameservers: [`ns1.${name}`, `ns2.${name}`],
  })

  await world.other.removeTxt(name, { host: '_pier-challenge', value })
  await expect
    .poll(async () => (await product.control.check(name, value)).verified, { timeout: 5000 })
    .toBe(false)
})

test('a signed name is verified by DNSSEC through its DS records at the registry', async () => {
  const name = 'sealed-harbour.ai' as Fqdn
  await world.other.addName({ name, isSigned: true })
  const { value } = makeChallenge(now)

  await world.other.publishTxt(name, { host: '_pier-challenge', value })

  expect(await product.control.check(name, value)).toMatchObject({ verified: true, via: 'dnssec' })
  expect(world.other.readName(name).dsRecords).not.toEqual([])
  expect(await product.data.lookup(name, now)).toMatchObject({ dnssecSigned: true })
})

test('the registry says over RDAP what it knows, and of a free name that it is free', async () => {
  const name = 'old-lantern.net' as Fqdn
  await world.other.addName({ name, isLocked: true, createdDaysAgo: 400, expiresInDays: 90 })

  expect(await product.data.lookup(name, now)).toMatchObject({
    isRegistered: true,
    statuses: ['client transfer prohibited'],
    registrar: { name: 'The other registrar', ianaId: '9995' },
    nameservers: [`ns1.${name}`, `ns2.${name}`],
    registeredAt: new Date('2025-10-11T12:00:00Z'),
    expiresAt: new Date('2027-02-13T12:00:00Z'),
    transferredAt: null,
    dnssecSigned: false,
  })
  expect(await product.data.lookup('free-name.com' as Fqdn, now)).toMatchObject({
    isRegistered: false,
  })
})

test('a locked name is refused, an unlocked one comes in with its code and leaves with a code of ours', async () => {
  const name = 'tall-ship.org'
  await world.other.addName({ name, code: 'its-Code&1', isLocked: true, premiumCents: 250_000 })
  const pull = { years: 1, amountCents: 250_000, commandId: 'CMD-1' }
  const transferIn = () =>
    product.registrar.requestTransfer({ name, authCode: makeSecret('its-Code&1'), ...pull })
  await expect(transferIn()).rejects.toMatchObject({ code: 'transfer_prohibited' })

  world.other.setLock({ name, isLocked: false })
  expect(await transferIn()).toMatchObject({ status: 'pending' })
  world.other.approveTransfer(name)
  expect(world.other.readName(name)).toMatchObject({ isHere: false, code: null })

  const authCode = makeSecret('Out-with-it-99')
  const { REGISTRAR_CONTACT: registrantId } = secrets
  await product.registrar.changeRegistrant({ name, registrantId, commandId: 'CMD-2' })
  await product.registrar.setAuthCode({ name, authCode, commandId: 'CMD-3' })
  world.other.advanceDays(61)
  await expect(world.other.pullName({ name, code: 'wrong' })).rejects.toMatchObject({
    code: 'auth_code_invalid',
  })
  await world.other.pullName({ name, code: authCode.reveal() })
  world.other.advanceDays(5)
  expect(world.other.readName(name)).toMatchObject({ isHere: true, registrantId })
})

test('a transfer that the other registrar rejects leaves the name where it is', async () => {
  const name = 'no-thanks.com'
  await world.other.addName({ name })
  const code = world.other.renewCode(name)
  await product.registrar.requestTransfer({
    name,
    authCode: makeSecret(code),
    years: 1,
    amountCents: 1000,
    commandId: 'CMD-4',
  })

  world.other.rejectTransfer(name)

  expect(world.other.readName(name)).toMatchObject({
    isHere: true,
    transfer: { status: 'clientRejected' },
  })
  expect(() => world.other.rejectTransfer(name)).toThrow()
})

test('nothing of all this broke a schema', () => {
  expect(world.received.length).toBeGreaterThan(10)
  expect(world.violations).toEqual([])
})

test('after a restart the registry knows its names, and they resolve', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pier-world-'))
  const file = join(folder, 'registry.json')
  const name = 'kept-name.com' as Fqdn
  try {
    const first = await startCustodyWorld(secrets, { startsAt: now, file })
    await first.other.addNames([
      { name, code: 'keep-me-1' },
      { name: 'kept-signed.com', isSigned: true },
      { name: 'nowhere.com', isWithoutDns: true },
    ])
    await first.other.publishTxt(name, { host: '@', value: 'hello "you"' })
    const firstProduct = await openProduct(first)
    const asked = { name, authCode: makeSecret('keep-me-1'), years: 1, amountCents: null }
    await firstProduct.registrar.requestTransfer({ ...asked, commandId: 'CMD-5' })
    await firstProduct.close()
    await first.close()

    const weekLater = new Date(now.getTime() + 7 * 86_400_000)
    const second = await startCustodyWorld(secrets, { startsAt: weekLater, file })

    expect(second.other.readName(name)).toMatchObject({
      isHere: false,
      transfer: { status: 'serverApproved' },
      txtRecords: [{ host: name, value: 'hello "you"' }],
    })
    const resolver = createDnsResolver(readConfig(envOf(second)).dns.resolver)
    const signal = AbortSignal.timeout(5000)
    expect(await resolver.ask({ name, type: 'TXT' }, signal)).toMatchObject({ code: 'NOERROR' })
    expect(await resolver.ask({ name: 'kept-signed.com', type: 'NS' }, signal)).toMatchObject({
      isAuthentic: true,
    })
    await second.close()
  } finally {
    rmSync(folder, { recursive: true })
  }
})

const envOf = ({ env }: CustodyWorld) => ({
  PIER_MODE: 'test',
  DATABASE_URL: 'postgres://nobody@127.0.0.1/nothing',
  PUBLIC_ORIGIN: 'http://localhost:4300',
  SMTP_URL: 'smtp://127.0.0.1:9',
  ...secrets,
  ...env,
})

/** What the product builds from the environment of this world. */
async function openProduct(of: CustodyWorld) {
  const config = readConfig(envOf(of))
  const resolver = createDnsResolver(config.dns.resolver)
  const { bootstrapUrl: url, hostIntervalMs, ...reach } = { ...config.rdap, resolver }
  const log = createLog({ level: 'silent', name: 'test' })
  const bootstrap = await openBootstrapSource({ url, folder: config.dataFolder, log, ...reach })
  const { commandsPerMinute, password, ...account } = config.registrar
  if (!password) throw new Error('the world gave no password of the registrar')
  const settings = { commandsPerMinute }
  const registrar = createEppRegistrar({ ...account, password, settings })
  return {
    control: createDomainControlVerifier(config.dns),
    data: createRegistrationDataSource({ bootstrap, hostIntervalMs, ...reach }),
    registrar,
    close: async (): Promise<void> => {
      bootstrap.stop()
      await registrar.close()
    },
  }
}
