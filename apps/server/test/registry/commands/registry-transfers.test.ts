import { expect, test } from 'vitest'
import { makeSecret } from '../../../src/platform/crypto/secret-text.ts'
import {
  authCode,
  listEvents,
  name,
  startRegistrars,
  theirId,
  transfer,
  useRegistrars,
} from '../test-registrars.ts'

const { us, them, control, given } = useRegistrars()

test('a transfer in is approved by five days of silence, and both are told', async () => {
  const before = given.theirs().expiresAt

  const requested = await us().requestTransfer(transfer)
  control().advanceDays(4.9)
  const waiting = await us().findTransfer(name)
  control().advanceDays(0.2)

  expect(requested).toMatchObject({ status: 'pending', isRequestedByUs: true, actBy: theirId })
  expect(waiting).toMatchObject({ status: 'pending', actAt: requested?.actAt })
  expect(await us().findTransfer(name)).toMatchObject({ status: 'serverApproved' })
  const domain = await us().findDomain({ name })
  expect(domain).toMatchObject({ isSponsoredByUs: true, statuses: ['ok'] })
  expect(domain?.graceStatuses).toEqual(['transferPeriod'])
  expect(domain?.expiresAt?.getUTCFullYear()).toBe(before.getUTCFullYear() + 1)
  expect(await listEvents(us())).toMatchObject([
    { kind: 'transfer', transfer: { status: 'serverApproved', isRequestedByUs: true } },
  ])
  expect(await listEvents(them())).toMatchObject([
    { kind: 'transfer', transfer: { status: 'pending', isRequestedByUs: false } },
    { kind: 'transfer', transfer: { status: 'serverApproved' } },
  ])
})

test('ten years is the most a transfer leads to, and an automatic year is not added twice', async () => {
  given.theirs({ expiresAt: new Date('2035-12-01T00:00:00.000Z') })
  const renewed = { name: 'two.com', expiresAt: new Date('2026-01-20T00:00:00.000Z') }
  given.theirs(renewed)
  control().advanceDays(10)

  await us().requestTransfer(transfer)
  await us().requestTransfer({ ...transfer, name: 'two.com' })
  control().advanceDays(5)

  const [first, second] = [control().getDomain(name), control().getDomain('two.com')]
  expect(first.expiresAt).toEqual(new Date('2036-01-30T10:00:00.000Z'))
  expect(second.expiresAt).toEqual(new Date('2027-01-20T00:00:00.000Z'))
})

test('a wrong code is found out before anything is asked for', async () => {
  given.theirs()
  const wrong = makeSecret('guess')

  await expect(us().findDomain({ name, authCode: wrong })).rejects.toMatchObject({
    code: 'auth_code_invalid',
  })
  await expect(us().requestTransfer({ ...transfer, authCode: wrong })).rejects.toMatchObject({
    code: 'auth_code_invalid',
    results: [{ code: 2202 }],
    clientId: 'CMD-1',
  })
  expect(await us().findDomain({ name, authCode })).toMatchObject({ sponsor: theirId })
  expect(await us().findTransfer(name)).toBeNull()
})

test.for(['clientTransferProhibited', 'serverTransferProhibited'])(
  'a name with %s does not move, and the status is named',
  async (status) => {
    given.theirs({ statuses: [status] })

    await expect(us().requestTransfer(transfer)).rejects.toMatchObject({
      code: 'transfer_prohibited',
      results: [{ code: 2304, reasons: [status] }],
    })
  },
)

test('a name younger than sixty days does not move', async () => {
  given.theirs({ createdAt: control().now() })
  control().advanceDays(59)
  await expect(us().requestTransfer(transfer)).rejects.toMatchObject({ code: 'not_eligible' })

  control().advanceDays(2)

  expect(await us().requestTransfer(transfer)).toMatchObject({ status: 'pending' })
})

test('refusals: pending already, ours already, not there, two years', async () => {
  given.theirs()
  await us().requestTransfer(transfer)
  given.ours({ name: 'ours.com', code: 'code' })

  await expect(us().requestTransfer(transfer)).rejects.toMatchObject({ code: 'already_pending' })
  await expect(us().requestTransfer({ ...transfer, name: 'ours.com' })).rejects.toMatchObject({
    code: 'bad_request',
    results: [{ code: 2002 }],
  })
  await expect(us().requestTransfer({ ...transfer, name: 'none.com' })).rejects.toMatchObject({
    code: 'not_found',
  })
  given.theirs({ name: 'two.com' })
  await expect(
    us().requestTransfer({ ...transfer, name: 'two.com', years: 2 }),
  ).rejects.toMatchObject({ code: 'policy' })
  expect(await us().findDomain({ name: 'none.com' })).toBeNull()
})

test('a transfer that another asked for is not ours', async () => {
  given.ours({ code: authCode.reveal() })
  await them().requestTransfer(transfer)

  expect(await us().findTransfer(name)).toMatchObject({ status: 'pending', isRequestedByUs: false })
  await expect(us().cancelTransfer({ name, commandId: 'CMD-2' })).rejects.toMatchObject({
    code: 'not_ours',
  })
})

test('the one who asked may cancel, once', async () => {
  given.theirs()
  await us().requestTransfer(transfer)

  await us().cancelTransfer({ name, commandId: 'CMD-2' })

  expect(await us().findTransfer(name)).toMatchObject({ status: 'clientCancelled' })
  await expect(us().cancelTransfer({ name, commandId: 'CMD-3' })).rejects.toMatchObject({
    code: 'not_pending',
  })
  expect(await us().requestTransfer(transfer)).toMatchObject({ status: 'pending' })
})

test.for([['1.0'], ['0.7'], ['1.0', '0.7']] as const)(
  'premium names cost what was quoted, or nothing happens: fee %s',
  async (feeVersions) => {
    const other = await startRegistrars({ feeVersions: [...feeVersions] })
    try {
      const premium = { name, sponsor: theirId, code: authCode.reveal(), premiumCents: 74_375 }
      other.control.addDomain(premium)
      const asked = { name, operation: 'transfer', years: 1 } as const

      const quote = await other.us.quote(asked)

      expect(quote).toMatchObject({ amountCents: 74_375, feeClass: 'premium', isPremium: true })
      await expect(other.us.requestTransfer(transfer)).rejects.toMatchObject({
        code: 'fee_required',
      })
      await expect(
        other.us.requestTransfer({ ...transfer, amountCents: 1000 }),
      ).rejects.toMatchObject({ code: 'fee_mismatch' })
      const { amountCents } = quote
      expect(await other.us.requestTransfer({ ...transfer, amountCents })).toMatchObject({
        status: 'pending',
      })
      expect(await other.us.quote({ ...asked, name: 'free.com', years: 3 })).toMatchObject({
        amountCents: 3000,
        isPremium: false,
      })
      expect(other.registry.violations).toEqual([])
    } finally {
      await other.close()
    }
  },
)

test('a registrar without fees gives no quote and takes no sum', async () => {
  const other = await startRegistrars({ feeVersions: [] })
  other.control.addDomain({ name, sponsor: theirId, code: authCode.reveal() })
  const asked = { name, operation: 'renew', years: 1 } as const

  await expect(other.us.quote(asked)).rejects.toMatchObject({ code: 'unsupported' })
  await expect(other.us.requestTransfer({ ...transfer, amountCents: 1 })).rejects.toMatchObject({
    code: 'unsupported',
  })
  expect(await other.us.readCapabilities()).toMatchObject({ feeVersion: null, hasSecDns: true })
  await other.close()
})
