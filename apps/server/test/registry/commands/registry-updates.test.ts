import { expect, test } from 'vitest'
import { createAuthCode } from '../../../src/providers/registrar/auth-code.ts'
import {
  ds,
  listEvents,
  name,
  ourId,
  theirId,
  transfer,
  useRegistrars,
} from '../test-registrars.ts'

const { us, them, control, received, connect, given } = useRegistrars()

test('renewing twice from one date renews once', async () => {
  const { expiresAt } = given.ours()
  const renewal = { name, years: 2, expiresAt, amountCents: 2000, commandId: 'CMD-1' }

  const { expiresAt: until } = await us().renew(renewal)

  expect(until?.getUTCFullYear()).toBe(expiresAt.getUTCFullYear() + 2)
  await expect(us().renew({ ...renewal, amountCents: null })).rejects.toMatchObject({
    code: 'bad_request',
    results: [{ code: 2004 }],
  })
  const tooFar = { ...renewal, years: 9, expiresAt: until ?? expiresAt, amountCents: null }
  await expect(us().renew(tooFar)).rejects.toMatchObject({ code: 'not_eligible' })
  await expect(them().renew(tooFar)).rejects.toMatchObject({ code: 'not_ours' })
})

test('a name that expires is renewed by itself', async () => {
  const { expiresAt } = given.ours()
  control().advanceDays(366)

  const domain = await us().findDomain({ name })

  expect(domain?.graceStatuses).toEqual(['autoRenewPeriod'])
  expect(domain?.expiresAt?.getUTCFullYear()).toBe(expiresAt.getUTCFullYear() + 1)
  expect(await listEvents(us())).toMatchObject([{ kind: 'other' }])
})

test('nameservers and DS records change in one command, and only where they differ', async () => {
  given.ours({ nameservers: ['ns1.old.example', 'ns2.both.example'], dsRecords: [ds] })
  const input = {
    name,
    nameservers: ['NS1.new.example', 'ns2.both.example'],
    dsRecords: [{ ...ds, keyTag: 1 }],
    commandId: 'CMD-1',
  }

  await us().setNameservers(input)
  await us().setNameservers(input)

  expect(await us().findDomain({ name })).toMatchObject({
    nameservers: ['ns2.both.example', 'ns1.new.example'],
    dsRecords: [{ ...ds, keyTag: 1 }],
  })
  expect(received().filter((command) => command === 'update')).toHaveLength(1)
  expect(received().filter((command) => command === 'create')).toHaveLength(1)

  await us().setNameservers({ ...input, dsRecords: 'keep' })
  await us().setNameservers({ ...input, dsRecords: 'remove' })
  expect(control().getDomain(name).dsRecords).toEqual([])
})

test('the lock of custody is set and taken off, without touching other statuses', async () => {
  given.ours({ statuses: ['clientRenewProhibited', 'clientDeleteProhibited'] })

  await us().setLock({ name, isLocked: true, commandId: 'CMD-1' })
  await us().setLock({ name, isLocked: true, commandId: 'CMD-2' })
  const locked = [...control().getDomain(name).statuses]
  await us().setLock({ name, isLocked: false, commandId: 'CMD-3' })

  expect(locked.sort()).toEqual([
    'clientDeleteProhibited',
    'clientRenewProhibited',
    'clientTransferProhibited',
  ])
  expect([...control().getDomain(name).statuses]).toEqual(['clientRenewProhibited'])
  expect(received().filter((command) => command === 'update')).toHaveLength(2)
})

test('a code of ours lets the other pull the name; taken away, nobody can', async () => {
  given.ours()
  const code = createAuthCode()
  await expect(them().requestTransfer({ ...transfer, authCode: code })).rejects.toMatchObject({
    code: 'auth_code_invalid',
  })

  await us().setAuthCode({ name, authCode: code, commandId: 'CMD-1' })
  await us().setAuthCode({ name, authCode: null, commandId: 'CMD-2' })
  await expect(them().requestTransfer({ ...transfer, authCode: code })).rejects.toThrow()
  await us().setAuthCode({ name, authCode: code, commandId: 'CMD-3' })
  await them().requestTransfer({ ...transfer, authCode: code })
  control().advanceDays(5)

  expect(await us().findDomain({ name })).toMatchObject({
    isSponsoredByUs: false,
    sponsor: theirId,
  })
  expect(control().getDomain(name).codeHash).toBeNull()
})

test.for(['standard', 'centralnic-reseller'] as const)(
  'the holder changes to a contact of ours: %s',
  async (profile) => {
    given.ours()
    const client = connect(ourId, { profile })
    const contact = {
      name: 'Lena Lender',
      organisation: null,
      street: ['Quay 1'],
      city: 'Hull',
      state: null,
      postalCode: 'HU1 1AA',
      country: 'GB',
      phone: '+44.1482000000',
      email: 'lena@lender.example',
    }

    const registrantId = await client.createContact({ id: 'PIER-7', contact, commandId: 'CMD-1' })
    const change = { name, registrantId, commandId: 'CMD-2' }

    expect(await client.changeRegistrant(change)).toBe('done')
    expect(await client.findDomain({ name })).toMatchObject({ registrantId: 'PIER-7' })
    await expect(
      client.changeRegistrant({ ...change, registrantId: 'NOBODY' }),
    ).rejects.toMatchObject({ code: 'not_found' })
    await expect(
      client.createContact({ id: 'PIER-7', contact, commandId: 'CMD-3' }),
    ).rejects.toMatchObject({ code: 'already_exists' })
  },
)

test('a message is taken off the queue only after it was handled', async () => {
  given.ours()
  const change = { name, who: 'UDRP panel', caseId: 'D2026-1', reason: 'Complaint' }
  control().changeByOthers(change)
  const failing = async () => {
    throw new Error('The database is away')
  }

  await expect(us().drainEvents(failing, { eventsMax: 5 })).rejects.toThrow('database')
  const events = await listEvents(us())

  expect(events).toMatchObject([
    { kind: 'changed', name, by: 'UDRP panel', caseId: 'D2026-1', reason: 'Complaint' },
  ])
  expect(await listEvents(us())).toEqual([])
})

test.for([
  ['closeBefore', 1],
  ['closeAfter', 0],
] as const)('an acknowledgement cut off by %s leaves %i to come again', async ([kind, left]) => {
  given.theirs()
  await us().requestTransfer(transfer)
  const handle = async () => control().fail({ kind, command: 'poll' })

  await expect(them().drainEvents(handle, { eventsMax: 5 })).rejects.toMatchObject({
    code: 'temporarily_unavailable',
  })

  expect(await listEvents(them())).toHaveLength(left)
})
