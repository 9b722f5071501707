/**
 * The registrar port over EPP. Updates are differences against what the registry says now, so that
 * asking again after a lost answer sends only what is still missing.
 */
import { randomUUID } from 'node:crypto'
import { createAuthCode } from '../auth-code.ts'
import {
  type Command,
  type Contact,
  type FeeOperation,
  type FeeQuote,
  type Registrar,
  type RegistrarCapabilities,
  type RegistrarEvent,
  type RenewInput,
  type TransferInput,
  type TransferState,
} from '../registrar-port.ts'
import type { Greeting } from './messages/answers.ts'
import { writePollAck, writePollRequest } from './messages/command-frames.ts'
import { readContactId, readEvent } from './messages/domain-answers.ts'
import { readRenewedUntil, readTransfer } from './messages/domain-answers.ts'
import * as frames from './messages/domain-frames.ts'
import {
  ask,
  type Epp,
  findDomain,
  getDomain,
  isRefusal,
  refuseOurselves,
  transform,
  type TransformOptions,
} from './epp-commands.ts'
import { chooseFeeVersion, feeAgreed, feeCheck, readQuote } from './messages/fees.ts'
import { namespaces } from './xml/namespaces.ts'
import { setNameservers } from './nameservers.ts'
import { contactCreate } from './messages/object-frames.ts'
import { type ProfileName, profiles } from './messages/profiles.ts'
import { type Account, createSession } from './session/session.ts'
import { defaultSettings, type SessionSettings } from './session/settings.ts'

export type EppRegistrarOptions = Account & {
  profile: ProfileName
  /** What people call us, in place of our account at the registry. */
  ownName?: string
  settings?: Partial<SessionSettings>
}

export function createEppRegistrar(options: EppRegistrarOptions): Registrar {
  const profile = profiles[options.profile]
  const session = createSession(options, profile, { ...defaultSettings, ...options.settings })
  const epp: Epp = { session, profile, ourId: options.user }
  return {
    readCapabilities: async () => describe(await session.readGreeting()),
    quote: (asked) => quote(epp, asked),
    async findDomain(asked) {
      const found = await findDomain(epp, asked)
      return found?.isSponsoredByUs
        ? { ...found, sponsor: options.ownName ?? found.sponsor }
        : found
    },
    requestTransfer: (input) => requestTransfer(epp, input),
    findTransfer: (name) => findTransfer(epp, name),
    async cancelTransfer({ name, commandId }) {
      await transform(epp, 'transfer', commandId, () => frames.domainTransfer('cancel', name))
    },
    async rejectTransfer({ name, commandId }) {
      await transform(epp, 'transfer', commandId, () => frames.domainTransfer('reject', name))
    },
    setNameservers: (input) => setNameservers(epp, input),
    setLock: (input) => setLock(epp, input),
    renew: (input) => renew(epp, input),
    async setAuthCode({ name, authCode, commandId }) {
      await transform(epp, 'update', commandId, () => frames.domainUpdate({ name, authCode }))
    },
    changeRegistrant: (input) => changeRegistrant(epp, input),
    createContact: (input) => createContact(epp, input),
    drainEvents: (handle, { eventsMax }) => drainEvents(epp, handle, eventsMax),
    close: () => session.close(),
  }
}

const describe = ({ objects, extensions }: Greeting): RegistrarCapabilities => ({
  feeVersion: chooseFeeVersion(extensions),
  hasSecDns: extensions.includes(namespaces.secDNS),
  hasGrace: extensions.includes(namespaces.rgp),
  hasChangePoll: extensions.includes(namespaces.changePoll),
  hasSecureAuthInfo: extensions.includes(namespaces.secureAuthInfo),
  hasHostObjects: objects.includes(namespaces.host),
})

async function quote(
  epp: Epp,
  asked: { name: string; operation: FeeOperation; years: number },
): Promise<FeeQuote> {
  const version = chooseFeeVersion((await epp.session.readGreeting()).extensions)
  if (version === null) throw refuseOurselves('unsupported', 'This registrar quotes no fees')
  const answer = await ask(
    epp,
    'check',
    () => frames.domainCheck(asked.name),
    () => [feeCheck(version, asked)],
  )
  const quote = readQuote(answer.extension, version, asked)
  if (!quote) throw refuseOurselves('policy', 'The registrar has no price for this')
  return quote
}

async function requestTransfer(
  epp: Epp,
  { amountCents, commandId, ...asked }: TransferInput & Command,
): Promise<TransferState | null> {
  const answer = await transform(
    epp,
    'transfer',
    commandId,
    () => frames.domainTransferRequest(asked),
    agreeTo('transfer', amountCents),
  )
  return readTransfer(answer, epp)
}

/** Null if no transfer was ever requested, or if the name does not exist. */
async function findTransfer(epp: Epp, name: string): Promise<TransferState | null> {
  try {
    const answer = await ask(epp, 'transfer', () => frames.domainTransfer('query', name))
    return readTransfer(answer, epp)
  } catch (error) {
    if (isRefusal(error, 'not_pending') || isRefusal(error, 'not_found')) return null
    throw error
  }
}

async function renew(
  epp: Epp,
  { amountCents, commandId, ...asked }: RenewInput & Command,
): Promise<{ expiresAt: Date | null }> {
  const build = () => frames.domainRenew(asked)
  const answer = await transform(epp, 'renew', commandId, build, agreeTo('renew', amountCents))
  return { expiresAt: readRenewedUntil(answer) }
}

/** A sum that cannot be named to the registrar is not agreed to. */
function agreeTo(command: 'transfer' | 'renew', amountCents: number | null): TransformOptions {
  if (amountCents === null) return {}
  const extensions = (greeting: Greeting) => {
    const version = chooseFeeVersion(greeting.extensions)
    if (version === null) throw refuseOurselves('unsupported', 'This registrar takes no fees')
    return [feeAgreed(version, command, amountCents)]
  }
  return { hasFee: true, extensions }
}

/** Nobody can move or delete it. Updates stay possible: the owner keeps control of the DNS. */
const custodyLock = ['clientTransferProhibited', 'clientDeleteProhibited']

async function setLock(
  epp: Epp,
  { name, isLocked, commandId }: { name: string; isLocked: boolean } & Command,
): Promise<void> {
  const { statuses } = await getDomain(epp, name)
  const wrong = custodyLock.filter((status) => statuses.includes(status) !== isLocked)
  if (wrong.length === 0) return
  const change = isLocked ? { add: { statuses: wrong } } : { remove: { statuses: wrong } }
  await transform(epp, 'update', commandId, () => frames.domainUpdate({ name, ...change }))
}

async function changeRegistrant(
  epp: Epp,
  { name, registrantId, commandId }: { name: string; registrantId: string } & Command,
): Promise<'done' | 'pending'> {
  const build = () => frames.domainUpdate({ name, registrantId })
  const extensions = epp.profile.registrantExtensions
  const { code } = await transform(epp, 'update', commandId, build, { extensions })
  return code === 1001 ? 'pending' : 'done'
}

/** The id in the answer counts: a gateway may give one of its own. */
async function createContact(
  epp: Epp,
  { id, contact, commandId }: { id: string; contact: Contact } & Command,
): Promise<string> {
  const build = () => contactCreate({ id, contact, authCode: createAuthCode() })
  return readContactId(await transform(epp, 'create', commandId, build)) ?? id
}

/** Handled first and acknowledged after that: what is lost in between comes again. */
async function drainEvents(
  epp: Epp,
  handle: (event: RegistrarEvent) => Promise<void>,
  eventsMax: number,
): Promise<number> {
  const poll = (write: (clientId: string) => string) => {
    const clientId = randomUUID()
    return epp.session.send({
      kind: 'poll',
      clientId,
      isSafe: true,
      write: () => write(clientId),
    })
  }
  let handled = 0
  while (handled < eventsMax) {
    const answer = await poll(writePollRequest)
    const { message } = answer
    if (!message) break
    await handle(readEvent(answer, message, epp))
    await poll((clientId) => writePollAck(message.id, clientId)).catch(ignoreGone)
    handled += 1
  }
  return handled
}

/** It was acknowledged already, by somebody else or by us before an answer was lost. */
function ignoreGone(error: unknown): void {
  if (!isRefusal(error, 'not_found')) throw error
}
