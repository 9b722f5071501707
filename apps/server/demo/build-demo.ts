import { Secret, TOTP } from 'otpauth'
import sharp from 'sharp'
import { readDomainName } from '../src/modules/domains/names/domain-name.ts'
import { recordValuation } from '../src/modules/domains/domains.service.ts'
import { invariant } from '../src/platform/app-error.ts'
import { readConfig, type Config } from '../src/platform/config.ts'
import { inTransaction, openDatabase, type Database } from '../src/platform/db/database.ts'
import { createLog } from '../src/platform/log.ts'
import type { CustodyWorld } from '../test/custody-world/custody-world.ts'
import type { Payments } from '@pier/stand-ins/payments/payments'
import { startProduct } from '../test/product.ts'
import type { TestBrowser } from '../test/test-browser.ts'
import { expectStatus } from './expect-status.ts'
import { compareBooks, fillBalances, moveBalances } from './fill-balances.ts'
import { bringDomains, moveDomains, presentDomains } from './fill-domains.ts'
import { inviteOperators, type OperatorSecrets } from './fill-operators.ts'
import { askForLoans, bringListedNames, negotiate } from './fill-market.ts'
import { demoPassword, people, type Person } from './people.ts'
import { collateral, collateralValues, playLoans } from './loans/play-loans.ts'

/**
 * Builds the demo world by doing what people do: through the API, with real mails, while the clock
 * moves from three months ago to now. No rule is bypassed.
 */
export type DemoNotes = { mfaSecret: string; operatorSecrets: OperatorSecrets }

const day = 86_400
const firstDay = -90

/** When the registry's clock starts, so that it can move together with ours. */
export const demoStartsAt = () => new Date(Date.now() + firstDay * day * 1000)

type Surroundings = {
  inboxUrl: string
  payments: Payments
  custody: CustodyWorld
  /** Where the payment providers reach us. */
  port: number
}

export async function buildDemo(
  env: Record<string, string>,
  { inboxUrl, payments, custody, port }: Surroundings,
): Promise<DemoNotes> {
  const config = readConfig({ ...env, LOG_LEVEL: 'error', TRUSTED_PROXY_HOPS: '1' })
  const owner = openOwner(config)
  const moveClock = startClock({ owner, payments, custody })
  const product = await startProduct(config)
  await product.app.listen({ port, host: '127.0.0.1' })
  try {
    const { browserOf, enter, leave } = openBrowsers(product.browser)
    const setClock = async (daysFromNow: number) => {
      await leave()
      await moveClock(daysFromNow)
    }
    const value = (given: Value) => recordValue(owner, given)
    const quiet = { enter, payments, custody, setClock, recordValue: value }
    const world = { ...quiet, setClock: playLoans(quiet) }
    const arrive = async (daysAgo: number) => {
      await world.setClock(-daysAgo)
      const arriving = people.filter((person) => person.joinedDaysAgo === daysAgo)
      for (const person of arriving) await settleIn(browserOf(person.email), person, inboxUrl)
    }
    await arrive(90)
    await bringDomains(world, collateral)
    await arrive(21)
    await fillBalances(world)
    await bringListedNames(world)
    await moveDomains(world)
    await askForLoans(world)
    await world.setClock(-2)
    for (const name of ['mara', 'wen', 'tomas', 'signe', 'ada'])
      await readNotices(await enter(name))
    await giveSecondDevice(product.browser(), 'mara@demo.example')
    const mfaSecret = await turnMfaOn(product.browser(), 'ada@demo.example', -2)
    expectStatus(await (await enter('ilya')).post('/users/deletion'), 200)
    await moveBalances(world)
    await presentDomains(world)
    for (const given of collateralValues) await value(given)
    await negotiate(world)
    await compareBooks(product)
    await moveClock(0) // Authenticator apps use the real time.
    return { mfaSecret, operatorSecrets: await inviteOperators(product, { owner, config }) }
  } finally {
    await moveClock(0)
    await product.stop()
    await owner.destroy()
  }
}

const openOwner = ({ database }: Config) => {
  const log = createLog({ level: 'error', name: 'demo' })
  return openDatabase({ url: database.url, role: undefined, poolMax: 2, log })
}

type Clocks = Pick<Surroundings, 'payments' | 'custody'> & { owner: Database }

/** Moves all clocks together, the registry's first: what is due there is there when we ask. */
function startClock({ owner, payments, custody }: Clocks) {
  let today = 0
  return async (daysFromNow: number): Promise<void> => {
    const missedMs = Date.now() + daysFromNow * day * 1000 - custody.registry.now().getTime()
    if (missedMs > 0) custody.other.advanceDays(missedMs / 1000 / day)
    payments.card.advance((daysFromNow - today) * day)
    today = daysFromNow
    await owner.pool.query('update clock_offset set ahead_seconds = $1', [daysFromNow * day])
  }
}

/** Everybody has one browser, and logs out before the clock is moved: no session lasts so long. */
function openBrowsers(open: () => TestBrowser) {
  const browsers = new Map<string, TestBrowser>()
  const entered = new Map<string, Promise<TestBrowser>>()
  const browserOf = (email: string): TestBrowser => {
    const browser = browsers.get(email) ?? open()
    browsers.set(email, browser)
    return browser
  }
  const enter = (name: string): Promise<TestBrowser> => {
    const email = `${name}@demo.example`
    const entering = entered.get(email) ?? logIn(browserOf(email), email)
    entered.set(email, entering)
    return entering
  }
  const leave = async (): Promise<void> => {
    // The logout of a session that has already ended is refused, which does not matter.
    for (const entering of entered.values()) await (await entering).post('/users/logout')
    entered.clear()
  }
  return { browserOf, enter, leave }
}

type Value = { name: string; dollars: number }

function recordValue(owner: Database, { name, dollars }: Value): Promise<void> {
  const read = readDomainName(name)
  invariant('name' in read, `${name} is a name`)
  const value = { amountCents: dollars * 100, source: 'Demo appraisal', days: 90 }
  const said = { ...value, name: read.name.ascii, decisionId: null }
  return inTransaction(owner, (tx) => recordValuation(tx, said))
}

async function settleIn(browser: TestBrowser, person: Person, inboxUrl: string) {
  const { name, email, address, contract, bank, coins, isVerified = true, hasPicture } = person
  expectStatus(await browser.register({ name, email, password: demoPassword }), 200)
  if (isVerified) {
    const token = await findLink(inboxUrl, email, 'verify')
    expectStatus(await browser.post('/users/verify-email', { token }), 204)
  }
  const pfp = hasPicture ? await drawPicture() : null
  expectStatus(await browser.post('/users/profile', { ...address, contract, pfp }), 204)
  const details = [
    bank && { rail: 0, ...bank },
    coins && { rail: 1, asset: 'USDC', network: 'Ethereum', address: coins },
  ]
  for (const given of details) {
    if (given) expectStatus(await browser.put('/users/payout-details', given), 200)
  }
  expectStatus(await browser.post('/users/logout'), 204)
}

async function logIn(browser: TestBrowser, email: string): Promise<TestBrowser> {
  expectStatus(await browser.logIn({ email, password: demoPassword }), 200)
  return browser
}

async function giveSecondDevice(browser: TestBrowser, email: string) {
  browser.userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1'
  await logIn(browser, email)
  expectStatus(await browser.get('/users/self'), 200)
}

/** Only notifications of the last days are left unread. */
async function readNotices(browser: TestBrowser): Promise<void> {
  for (const message of [false, true]) {
    expectStatus(await browser.post('/notifications/read-all', { message }), 204)
  }
}

async function turnMfaOn(browser: TestBrowser, email: string, daysFromNow: number) {
  await logIn(browser, email)
  const { secret } = (await browser.post('/users/mfa/start')).json<{ secret: string }>()
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const mfa = totp.generate({ timestamp: Date.now() + daysFromNow * day * 1000 })
  expectStatus(await browser.post('/users/mfa/confirm', { mfa }), 200)
  return secret
}

async function findLink(inboxUrl: string, email: string, name: string): Promise<string> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const reply = await fetch(`${inboxUrl}/api/mails?to=${encodeURIComponent(email)}`)
    for (const mail of (await reply.json()) as { text: string }[]) {
      const token = new RegExp(`#${name}=([\\w-]{43})`).exec(mail.text)?.[1]
      if (token) return token
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
  }
  throw new Error(`No mail with a ${name} link came for ${email}`)
}

/** A small harbour at dusk, so that one of them has a profile picture. */
async function drawPicture(): Promise<string> {
  const side = 400
  const pixels = Buffer.alloc(side * side * 3)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) pixels.set(duskColour(x, y), (y * side + x) * 3)
  }
  const png = await sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

function duskColour(x: number, y: number): number[] {
  if (y >= 215 && y < 229 && x >= 40 && x < 270) return [0x0b, 0x1f, 0x24] // The pier.
  if (y >= 230) return [0x0b, 0x4a, 0x57] // The water.
  return Math.hypot(x - 270, y - 190) < 70 ? [0xff, 0xc6, 0x33] : [0xf0, 0x8c, 0x7a]
}
