/** Commands for a domain we hold: nameservers, renewals, the lock, and transfers out. */
import { invariant } from '../../../platform/app-error.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { createAuthCode } from '../../../providers/registrar/auth-code.ts'
import { askAboutRenewal } from '../../../providers/registrar/outcomes.ts'
import type { Registrar, RegistrarError } from '../../../providers/registrar/registrar-port.ts'
import { renderMail } from '../../../providers/mail/mail-page.ts'
import { MailRefused } from '../../../providers/mail/mailer.ts'
import { DnsError } from '../../../providers/dns/dns-message.ts'
import { getLockedDomain } from '../../domains/domains.service.ts'
import { mailAddressOf, recordSentMail } from '../../notifications/notifications.service.ts'
import {
  codesOf,
  done,
  findAnyDomain,
  isRefusal,
  refusedBy,
  stuck,
  type Outcome,
  type Run,
  type Worker,
} from '../commands/command-run.ts'
import { markSent } from '../commands/commands.repository.ts'
import { codeMail } from './custody-mails.ts'
import { saveHolding } from '../holdings/holdings.repository.ts'
import { findRenewal } from '../renewals/renewals.repository.ts'
import { completeRenewal, failRenewal } from '../renewals/renewals.service.ts'
import { findTransfer } from '../transfers/transfers.repository.ts'
import {
  completeTransferOut,
  endTransferOut,
  findObstacle,
  recordCodeSent,
} from '../transfers/transfers-out.service.ts'

/** Sends only the differences from the registry's state, so a second run sends nothing twice. */
export const runNameservers: Run<'set_nameservers'> = async (worker, command, { name }) => {
  const { registrar } = worker.custodyTools
  const { nameservers, dsRecords } = command.input
  const unknown = await findUnknownHost(worker, nameservers)
  if (unknown)
    return refuse(`${unknown} has no IP address in the DNS, so it cannot be a nameserver.`)
  try {
    await registrar.setNameservers({ name, nameservers, dsRecords, commandId: command.id })
  } catch (error) {
    if (!refusedBy(error)) throw error
    return refuse('The registry rejected these nameservers.', error)
  }
  const info = await registrar.findDomain({ name })
  invariant(info, `the registry knows ${name}`)
  const { nameservers: set, dsRecords: signed } = info
  const record: Outcome['record'] = (tx, domain) =>
    saveHolding(tx, domain.id, { nameservers: set, dsRecords: signed })
  return { ...done(record), seen: info }
}

const refuse = (message: string, error?: RegistrarError) =>
  done(undefined, {
    state: 'refused',
    message,
    error: error && codesOf(error),
    registrarRef: error?.serverId,
  })

/** Refuses a host without an address; a failed lookup is no refusal. */
async function findUnknownHost({ custodyTools }: Worker, hosts: string[]) {
  for (const host of hosts) {
    const addresses = await custodyTools.resolver
      .listAddresses(host, AbortSignal.timeout(5000))
      .catch((error: unknown) => {
        if (error instanceof DnsError) return null
        throw error
      })
    if (addresses?.length === 0) return host
  }
  return null
}

export const runRenewal: Run<'renew'> = async (worker, command, { name }) => {
  const { db, custodyTools } = worker
  const { registrar } = custodyTools
  const { renewalId } = command.input
  const renewal = await findRenewal(db, renewalId)
  if (renewal?.state !== 'asked') return done()
  const asked = { name, years: 1, expiresAt: renewal.expiresAt }
  if (command.sentAt) {
    const outcome = await askAboutRenewal(registrar, asked)
    if (outcome === 'unclear')
      return stuck('The expiry date changed, but not through our renewal', undefined)
    if (outcome === 'done') return recordRenewed(worker, name, renewalId)
  }
  await inTransaction(db, (tx) => markSent(tx, command.id))
  try {
    await registrar.renew({ ...asked, amountCents: renewal.feeCents, commandId: command.id })
  } catch (error) {
    if (!refusedBy(error)) throw error
    return done((tx, domain) => failRenewal(tx, domain, renewalId), {
      state: 'refused',
      message: 'The registry did not renew the domain. The fee is back on your balance.',
      error: codesOf(error),
      registrarRef: error.serverId,
    })
  }
  return recordRenewed(worker, name, renewalId)
}

async function recordRenewed({ custodyTools }: Worker, name: string, renewalId: string) {
  const info = await custodyTools.registrar.findDomain({ name })
  const expiresAt = info?.expiresAt
  invariant(expiresAt, `the registry says until when ${name} is renewed`)
  const record: Outcome['record'] = (tx, domain) =>
    completeRenewal(tx, domain, { renewalId, expiresAt })
  return { ...done(record), seen: info }
}

/** Creates a code, sets it at the registry and mails it, unsaved. A rerun creates a new one. */
export const runOpenOut: Run<'open_transfer_out'> = async (worker, command, { id, name }) => {
  const { db, custodyTools, mailer } = worker
  const { registrar } = custodyTools
  const commandId = command.id
  const transfer = await findTransfer(db, command.input.transferId)
  if (!transfer || transfer.endedAt || transfer.state !== 'opening') return done()
  const lookAgain = () =>
    inTransaction(db, async (tx) => {
      const domain = await getLockedDomain(tx, id)
      const isWanted = (await findTransfer(tx, transfer.id))?.state === 'opening'
      const to = await mailAddressOf(tx, domain.userId)
      return { domain, to, isWanted, obstacle: await findObstacle(tx, domain, transfer) }
    })
  const keep = async (reason: string) => {
    await lockIfOpen(registrar, { name, commandId })
    const seen = await findAnyDomain(registrar, name)
    return { ...done((tx, locked) => endTransferOut(tx, locked, { transfer, reason })), seen }
  }
  const { obstacle } = await lookAgain()
  if (obstacle) return keep(obstacle)
  const authCode = createAuthCode()
  await registrar.setAuthCode({ name, authCode, commandId })
  await registrar.setLock({ name, isLocked: false, commandId })
  // Read before mailing: if this fails, the second run does not mail a second code.
  const seen = await findAnyDomain(registrar, name)

  // The registry is slow and a mailed code cannot be recalled, so check again.
  const { domain, to, ...now } = await lookAgain()
  if (!now.isWanted) return done() // The closing command is next in the queue.
  if (now.obstacle) return keep(now.obstacle)
  invariant(to, 'an owner has an address')
  const content = renderMail(codeMail(domain.unicodeName, authCode.reveal()))
  try {
    await mailer.send({ id: commandId, to, ...content })
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    return keep('The email with the code could not be delivered.')
  }
  const record: Outcome['record'] = async (tx, locked) => {
    await recordSentMail(tx, { id: commandId, userId: domain.userId, kind: 'transferCode', to })
    await recordCodeSent(tx, locked, transfer)
  }
  return { ...done(record), seen }
}

/** Locks only if an earlier run unlocked it: under a court's lock no change is possible. */
async function lockIfOpen(registrar: Registrar, named: { name: string; commandId: string }) {
  const info = await registrar.findDomain({ name: named.name })
  if (!info?.statuses.includes('clientTransferProhibited')) await lockAgain(registrar, named)
}

async function lockAgain(registrar: Registrar, named: { name: string; commandId: string }) {
  await registrar.setAuthCode({ ...named, authCode: null })
  await registrar.setLock({ ...named, isLocked: true })
}

/** Voids the code and locks again; a transfer already requested with the code is rejected. */
export const runCloseOut: Run<'close_transfer_out'> = async (worker, command, { name }) => {
  const { registrar } = worker.custodyTools
  const { transferId, reason } = command.input
  const transfer = await findTransfer(worker.db, transferId)
  if (!transfer || transfer.endedAt) return done()
  const commandId = command.id
  await registrar.rejectTransfer({ name, commandId }).catch((error: unknown) => {
    if (!isRefusal(error, 'not_pending', 'not_ours', 'not_found')) throw error
  })
  const info = await findAnyDomain(registrar, name)
  if (!info?.isSponsoredByUs) return done((tx, domain) => completeTransferOut(tx, domain, transfer))
  await lockAgain(registrar, { name, commandId })
  const seen = await findAnyDomain(registrar, name)
  return { ...done((tx, domain) => endTransferOut(tx, domain, { transfer, reason })), seen }
}

export const runLock: Run<'lock'> = async ({ custodyTools }, command, { name }) => {
  await custodyTools.registrar
    .setLock({ name, isLocked: true, commandId: command.id })
    .catch((error: unknown) => {
      if (!refusedBy(error)) throw error // The alarm that ordered it stays open anyway.
    })
  return { ...done(), seen: await findAnyDomain(custodyTools.registrar, name) }
}
