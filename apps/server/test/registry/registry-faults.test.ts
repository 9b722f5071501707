import { expect, test } from 'vitest'
import { namespaces } from '../../src/providers/registrar/epp/xml/namespaces.ts'
import { askAboutRenewal, askAboutTransfer } from '../../src/providers/registrar/outcomes.ts'
import { ds, name, ourId, startRegistrars, transfer, useRegistrars } from './test-registrars.ts'

const { us, them, control, received, connect, given } = useRegistrars()

const asked = () => ({ name, since: new Date(control().now().getTime() - 10 * 86_400_000) })

test('a transfer that was refused at once is not taken for one that never arrived', async () => {
  given.theirs()
  const since = control().now()
  await us().requestTransfer(transfer)
  await them().rejectTransfer({ name, commandId: 'CMD-9' })

  expect(await askAboutTransfer(us(), { name, since })).toMatchObject({
    isAccepted: true,
    state: { status: 'clientRejected' },
  })
})

test.for([
  ['closeBefore', false],
  ['closeAfter', true],
] as const)(
  'a transfer cut off by %s is asked about, not sent again',
  async ([kind, isAccepted]) => {
    given.theirs()
    await us().findDomain({ name })
    control().fail({ kind, command: 'transfer' })

    await expect(us().requestTransfer(transfer)).rejects.toMatchObject({
      code: 'outcome_unknown',
      isRetryable: false,
      clientId: 'CMD-1',
    })
    const sent = received().filter((command) => command === 'transfer')

    expect(sent).toHaveLength(1)
    expect(await askAboutTransfer(us(), asked())).toMatchObject({ isAccepted })
    if (isAccepted) control().advanceDays(5)
    else await us().requestTransfer(transfer)
    const status = isAccepted ? 'serverApproved' : 'pending'
    expect(await askAboutTransfer(us(), asked())).toMatchObject({ state: { status } })
  },
)

test.for([
  ['closeBefore', 'notExecuted'],
  ['closeAfter', 'done'],
] as const)('a renewal cut off by %s is asked about', async ([kind, outcome]) => {
  const { expiresAt } = given.ours()
  const renewal = { name, years: 1, expiresAt, amountCents: 1000, commandId: 'CMD-1' }
  control().fail({ kind, command: 'renew' })

  await expect(us().renew(renewal)).rejects.toMatchObject({ code: 'outcome_unknown' })

  expect(await askAboutRenewal(us(), renewal)).toBe(outcome)
  const longAgo = new Date('2020-01-01T00:00:00.000Z')
  expect(await askAboutRenewal(us(), { ...renewal, expiresAt: longAgo })).toBe('unclear')
})

test('nameservers cut off after they were changed are not changed again', async () => {
  given.ours()
  const input = { name, nameservers: ['ns1.new.example'], dsRecords: [ds], commandId: 'CMD-1' }
  control().fail({ kind: 'closeAfter', command: 'update' })

  await expect(us().setNameservers(input)).rejects.toMatchObject({ code: 'outcome_unknown' })
  await us().setNameservers(input)

  expect(received().filter((command) => command === 'update')).toHaveLength(1)
})

test('a reply with a foreign client id leaves the outcome unknown, except in the reseller profile', async () => {
  given.theirs()
  control().fail({ kind: 'wrongClientId', command: 'transfer' })
  await expect(us().requestTransfer(transfer)).rejects.toMatchObject({ code: 'outcome_unknown' })
  await us().cancelTransfer({ name, commandId: 'CMD-2' })

  const reseller = connect(ourId, { profile: 'centralnic-reseller' })
  control().fail({ kind: 'wrongClientId', command: 'transfer' })

  expect(await reseller.requestTransfer(transfer)).toMatchObject({ status: 'pending' })
})

test('odd answers: 1000 for pending, dates of year 1, no data at all', async () => {
  given.theirs()
  control().fail({ kind: 'successForPending', command: 'transfer' })
  expect(await us().requestTransfer(transfer)).toMatchObject({ status: 'pending' })
  control().fail({ kind: 'sentinelDates', command: 'transfer' })
  expect(await us().findTransfer(name)).toMatchObject({ actAt: null, actBy: null })
  await us().cancelTransfer({ name, commandId: 'CMD-2' })
  control().fail({ kind: 'noTransferData', command: 'transfer' })
  expect(await us().requestTransfer(transfer)).toBeNull()
  expect(await askAboutTransfer(us(), asked())).toMatchObject({ state: { status: 'pending' } })
})

test('a server that fails now is asked again later, on the same session', async () => {
  given.ours()
  control().fail({ kind: 'refuse', command: 'info' })

  await expect(us().findDomain({ name })).rejects.toMatchObject({
    code: 'temporarily_unavailable',
    isRetryable: true,
  })
  expect(await us().findDomain({ name })).toMatchObject({ name })
  expect(received()).toEqual(['login', 'info', 'info'])
})

test('EPP extensions that the registry does not offer are not used', async () => {
  const { secDNS, rgp, loginSec } = namespaces
  const other = await startRegistrars({ without: [secDNS, rgp, loginSec] })
  other.control.addDomain({ name, sponsor: ourId, dsRecords: [ds] })

  expect(await other.us.readCapabilities()).toMatchObject({ hasSecDns: false, hasGrace: false })
  expect(await other.us.findDomain({ name })).toMatchObject({ dsRecords: [] })
  await expect(other.them.readCapabilities()).rejects.toMatchObject({ code: 'credentials' })
  await other.close()
})

test('the journal has what was done, also when nobody was told', async () => {
  given.theirs()
  control().fail({ kind: 'closeAfter', command: 'transfer' })
  control().fail({ kind: 'refuseAfter', command: 'update', code: 2400 })
  await expect(us().requestTransfer(transfer)).rejects.toThrow()
  await expect(us().requestTransfer(transfer)).rejects.toThrow()
  control().advanceDays(5)

  const lock = { name, isLocked: true, commandId: 'CMD-2' }
  await expect(us().setLock(lock)).rejects.toMatchObject({ code: 'temporarily_unavailable' })
  await us().setLock({ ...lock, isLocked: false, commandId: 'CMD-3' })

  const registrar = ourId
  expect(control().journal()).toMatchObject([
    { name, what: 'requested', registrar, clientId: 'CMD-1' },
    { name, what: 'moved', registrar, clientId: null },
    { name, what: 'locked', registrar, clientId: 'CMD-2' },
    { name, what: 'unlocked', registrar, clientId: 'CMD-3' },
  ])
})

test('a fault can wait for one name, or be chosen anew for every command', async () => {
  given.ours()
  given.ours({ name: 'other.com' })
  control().fail({ kind: 'refuse', name: 'other.com' })
  expect(await us().findDomain({ name })).toMatchObject({ name })
  await expect(us().findDomain({ name: 'other.com' })).rejects.toThrow('2400')
  expect(await us().findDomain({ name: 'other.com' })).toMatchObject({ isSponsoredByUs: true })

  control().failBy((command) => (command === 'info' ? { kind: 'docType' } : undefined))

  await expect(us().findDomain({ name })).rejects.toMatchObject({ isRetryable: true })
  await expect(us().findDomain({ name })).rejects.toMatchObject({ isRetryable: true })
  expect(await us().findTransfer(name)).toBeNull()
})
