import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { dayMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { givenHeldLoans } from '../../../../test/given/given-held-loans.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { TestBrowser } from '../../../../test/test-browser.ts'
import type { SignedFacts } from './certificate-text.ts'

const app = useTestApp({ withCustody: true })
const given = givenHeldLoans(app)

type Owner = { browser: TestBrowser; id: string; name: string; userId: string }
type Page = {
  code: string
  is_asked: boolean
  signed: { certificate: SignedFacts; text: string; signature: string; is_key_in_dns: boolean }
  key: { id: string; pem: string; fingerprint: string; dns_host: string; dns_text: string }
}

const turnOn = ({ browser, id }: Pick<Owner, 'browser' | 'id'>, withHandle = false) =>
  browser.put(`/domains/${id}/certificate`, { with_handle: withHandle })
const turnOff = ({ browser, id }: Owner) => browser.delete(`/domains/${id}/certificate`)
const visit = (code: string) => app.browser().get(`/custody/${code}`)

/** Made public, and signed by the worker. */
async function publish(owner: Owner, withHandle = false): Promise<Page> {
  const reply = await turnOn(owner, withHandle)
  const { code } = reply.json<{ code: string }>()
  return settled(code, ({ is_asked, signed }) => signed !== null && !is_asked)
}

async function settled(code: string, isSo: (page: Page) => boolean): Promise<Page> {
  let page: Page | undefined
  await until(async () => {
    page = (await visit(code)).json<Page>()
    return isSo(page)
  })
  if (!page) throw new Error('there is a page')
  return page
}

const noCertificate = { code: 'certificate_not_found', message: 'No certificate' }

async function expectNone(code: string) {
  const reply = await visit(code)
  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toEqual(noCertificate)
}

test('the owner of a name in custody makes public what we hold, since when, and how it stands', async () => {
  const owner = await given.inCustody()

  const { code, signed } = await publish(owner)

  expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){2}[2-9A-HJ-NP-Z]{4}$/)
  expect(JSON.parse(signed.text)).toEqual(signed.certificate)
  expect(signed.certificate).toMatchObject({
    code,
    address: `${app.config.publicOrigin}/custody/${code}`,
    domain: owner.name,
    owner_handle: null,
    on_hold: false,
    registry: {
      with_us: true,
      transfer_locked: true,
      delete_locked: true,
      read_at: expect.any(String) as string,
      expires_at: expect.any(String) as string,
    },
    rdap: expect.stringMatching(new RegExp(`^https://.+/domain/${owner.name}$`)) as string,
  })
})

test('a code is found as people type it: in small letters, without dashes', async () => {
  const { code } = await publish(await given.inCustody())

  const typed = await visit(encodeURIComponent(` ${code.toLowerCase().replaceAll('-', '')} `))

  expect(typed.json<Page>().code).toBe(code)
})

test('openssl finds the signature good with our key, and bad after one changed byte', async () => {
  const { signed, key } = await publish(await given.inCustody())
  const folder = await mkdtemp(join(tmpdir(), 'pier-certificate-'))
  const write = (name: string, bytes: string | Buffer) => writeFile(join(folder, name), bytes)
  const command = 'pkeyutl -verify -pubin -inkey key.pem -rawin -in certificate.json'
  const arguments_ = [...command.split(' '), '-sigfile', 'certificate.sig']
  const verify = () => promisify(execFile)('openssl', arguments_, { cwd: folder })
  await write('key.pem', key.pem)
  await write('certificate.sig', Buffer.from(signed.signature, 'base64'))

  await write('certificate.json', signed.text)
  const good = await verify()
  await write(
    'certificate.json',
    signed.text.replace('"transfer_locked": true', '"transfer_locked": tru3'),
  )
  const bad = verify()

  expect(good.stdout).toContain('Signature Verified Successfully')
  await expect(bad).rejects.toMatchObject({ code: 1 })
  expect(key.pem).toContain(key.dns_text)
  await rm(folder, { recursive: true })
})

test('the public answer has no mail address, no name, no value and no loan', async () => {
  const loan = await given.heldRunning()
  const owner = { browser: loan.borrower.browser, ...loan.name, userId: loan.borrowerId }

  const { code } = await publish(owner)
  const { body } = await visit(code)

  const self = await owner.browser.get('/users/self')
  const { email, name } = self.json<{ email: string; name: string }>()
  for (const secret of [email, name, owner.userId, owner.id, loan.id]) {
    expect(body).not.toContain(secret)
  }
  expect(body).not.toMatch(/loan|escrow|value|amount|lender|borrower/i)
})

test('the owner is named by handle only after having asked for it, and until taking it back', async () => {
  const owner = await given.inCustody()

  const named = await publish(owner, true)
  const { handle } = (await owner.browser.get(`/domains/${owner.id}/certificate`)).json<{
    handle: string
  }>()
  const unnamed = await publish(owner, false)

  expect(named.signed.certificate.owner_handle).toBe(handle)
  expect(handle).toMatch(/^[a-z]+-\d+$/)
  expect(unnamed.code).toBe(named.code)
  expect(unnamed.signed.certificate.owner_handle).toBeNull()
})

test('a name that is not in custody has no certificate', async () => {
  const owner = await given.owner()

  const reply = await turnOn(owner)

  expect(reply.statusCode).toBe(409)
  expect(reply.json()).toMatchObject({ code: 'certificate_needs_custody' })
})

test('a stranger can neither make it public, nor withdraw it, nor see whether it is', async () => {
  const owner = await given.inCustody()
  const { code } = await publish(owner)
  const stranger = { ...owner, browser: (await app.given.verifiedUser()).browser }

  const replies = [
    await turnOn(stranger),
    await turnOff(stranger),
    await stranger.browser.get(`/domains/${owner.id}/certificate`),
  ]

  for (const reply of replies) expect(reply.json()).toMatchObject({ code: 'domain_not_found' })
  expect((await visit(code)).statusCode).toBe(200)
})

test('a second click and two clicks at once make one certificate', async () => {
  const owner = await given.inCustody()

  const replies = await Promise.all([turnOn(owner), turnOn(owner)])
  replies.push(await turnOn(owner))

  const codes = new Set(replies.map((reply) => reply.json<{ code: string }>().code))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(codes.size).toBe(1)
})

test('a withdrawn code stays dead; the next certificate has another', async () => {
  const owner = await given.inCustody()
  const first = await publish(owner)

  await turnOff(owner)
  const again = await turnOff(owner)
  const second = await publish(owner)

  expect(again.statusCode).toBe(204)
  expect(second.code).not.toBe(first.code)
  await expectNone(first.code)
})

test('withdrawn, unknown and misspelt codes get the same answer', async () => {
  const owner = await given.inCustody()
  const { code } = await publish(owner)
  await turnOff(owner)

  for (const each of [code, '2222-3333-4444', 'x', '..%2F..%2Fkey', '%00', 'IIII-0000-1111']) {
    await expectNone(each)
    const check = await app.browser().post(`/custody/${each}/check`)
    expect(check.json()).toEqual(noCertificate)
  }
})

test('it ends when the name leaves us', async () => {
  const owner = await given.inCustody()
  const { code } = await publish(owner)
  await given.query('update domains set transfer_out_available_at = app_now() where id = $1', [
    owner.id,
  ])
  await owner.browser.post(`/domains/${owner.id}/transferOut`)
  await given.query(`update holdings set is_unlocked = true where domain_id = $1`, [owner.id])
  Object.assign(app.custody.registry.getDomain(owner.name), { sponsor: 'other-one' })

  await given.job('custody.check-holding', { domainId: owner.id })

  await expectNone(code)
  expect(await whyEnded(code)).toBe('left')
})

async function whyEnded(code: string): Promise<string | undefined> {
  const [row] = await given.rows<{ why: string }>(
    'select ended_why as why from custody_certificates where code = $1',
    [code],
  )
  return row?.why
}

test('it says that a name is on hold, and nothing of a hold that is to stay secret', async () => {
  const [open, secret] = [await given.inCustody(), await given.inCustody()]
  const pages = [await publish(open), await publish(secret)]
  const hold = (domainId: string, isSecret: boolean) =>
    given.query(
      `insert into domain_holds (domain_id, kind, note, is_secret, created_at)
       values ($1, 'court', 'Why it is', $2, app_now())`,
      [domainId, isSecret],
    )
  await hold(open.id, false)
  await hold(secret.id, true)

  const held = await settled(pages[0]?.code ?? '', ({ signed }) => signed.certificate.on_hold)
  const silent = (await visit(pages[1]?.code ?? '')).json<Page>()

  expect(held.signed.text).not.toContain('court')
  expect(silent).toMatchObject({ is_asked: false, signed: { certificate: { on_hold: false } } })
})

test('whoever reads it may have the registry read again, and gets a new time and signature', async () => {
  const owner = await given.inCustody()
  const before = await publish(owner)
  // Not a lock: one that is missing is put on again, perhaps before anybody has read that.
  const later = '2031-01-01T00:00:00.000Z'
  app.custody.registry.getDomain(owner.name).expiresAt = new Date(later)
  const makeOld = `update holdings set seen_at = seen_at - interval '2 hours' where domain_id = $1`
  await given.query(makeOld, [owner.id])

  const reply = await app.browser().post(`/custody/${before.code}/check`)

  expect(reply.statusCode).toBe(204)
  const fresh = await settled(
    before.code,
    ({ signed }) => signed.certificate.registry?.expires_at === later,
  )
  expect(fresh.signed.signature).not.toBe(before.signed.signature)
})

test('one address can have it read again ten times in ten minutes', async () => {
  const { code } = await publish(await given.inCustody())
  const visitor = app.browser()

  const replies = []
  for (let tries = 0; tries < 11; tries++)
    replies.push(await visitor.post(`/custody/${code}/check`))

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([...Array<number>(10).fill(204), 429])
})

test('the key is public, and the page does not say that the DNS has it while it has not', async () => {
  const owner = await given.inCustody()
  const before = await publish(owner)
  const { dns_host: host, dns_text: text } = before.key

  expect(host).toBe(`custody-key.${new URL(app.config.publicOrigin).hostname}`)
  expect(before.signed.is_key_in_dns).toBe(false)
  expect((await app.browser().get('/custody/key')).json()).toEqual(before.key)
  expect(text).toMatch(/^MCowBQYDK2VwAyEA[\w+/]{43}=$/)
})

test('it ends when the name goes to the lender, who may make one of their own', async () => {
  const loan = await given.heldRunning({ term: 30 })
  const owner = { browser: loan.borrower.browser, ...loan.name, userId: loan.borrowerId }
  const { code } = await publish(owner)
  await app.database.moveClock(31 * dayMs)

  await loan.as('BORROWER').submit('finalize', { outcome: 'SURRENDER', domain: loan.name.name })

  await expectNone(code)
  expect(await whyEnded(code)).toBe('new_owner')
  await loan.as('LENDER').read() // Logs in again: a month has passed.
  const next = await publish({ ...owner, browser: loan.lender.browser })
  expect(next.code).not.toBe(code)
  const { held_since, public_since } = next.signed.certificate
  expect(Date.parse(public_since) - Date.parse(held_since)).toBeLessThan(60_000)
})
