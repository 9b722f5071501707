/** Transfers as at gTLD registries: a code, five days to object, and one more year. */
import type { TransferStatus } from '../../../src/providers/registrar/registrar-port.ts'
import type { XmlElement } from '../../../src/providers/registrar/epp/xml/xml-reader.ts'
import { type Reply, writeTransfer } from './registry-answers.ts'
import { checkFee } from './registry-fees.ts'
import { RegistryRefusal } from './registry-refusal.ts'
import {
  addDays,
  addYears,
  hashCode,
  noteEffect,
  queueMessage,
  type RegistryDomain,
  type RegistryState,
} from '../registry-state.ts'

const lockDays = 60
const objectionDays = 5
const autoRenewGraceDays = 45
const yearsMax = 10

type Request = {
  registrar: string
  code: string | null
  years: number
  extension: XmlElement | null
  clientId: string | null
}

export function requestTransfer(
  state: RegistryState,
  domain: RegistryDomain,
  { registrar, code, years, extension, clientId }: Request,
): Reply {
  const { now } = state
  if (domain.sponsor === registrar) throw new RegistryRefusal(2002, 'The domain is yours already')
  checkCode(domain, code)
  if (domain.transfer?.status === 'pending') throw new RegistryRefusal(2300)
  const lock = [...domain.statuses].find((status) => /TransferProhibited$|^pending/.test(status))
  if (lock) throw new RegistryRefusal(2304, lock)
  if (now < addDays(domain.transferredAt ?? domain.createdAt, lockDays)) {
    throw new RegistryRefusal(2106, `Less than ${lockDays} days since it was made or moved`)
  }
  if (years !== 1) throw new RegistryRefusal(2306, 'A transfer is for one year')
  const extensions = checkFee(domain, { extension, command: 'transfer', years }) ?? []

  domain.transfer = {
    status: 'pending',
    requestedBy: registrar,
    requestedAt: now,
    actBy: domain.sponsor,
    actAt: addDays(now, objectionDays),
    expiresAt: expiryAfterTransfer(domain, addDays(now, objectionDays)),
  }
  domain.statuses.add('pendingTransfer')
  noteEffect(state, { name: domain.name, what: 'requested', registrar, clientId })
  const data = writeTransfer(domain.name, domain.transfer)
  queueMessage(state, domain.sponsor, { text: 'Transfer requested.', data })
  return { code: 1001, data, extensions }
}

/** A missing code is as wrong as a different one; if no code is set, every code is wrong. */
export function checkCode(domain: RegistryDomain, code: string | null): void {
  if (domain.codeHash === null || code === null || hashCode(code) !== domain.codeHash) {
    throw new RegistryRefusal(2202)
  }
}

export function queryTransfer(domain: RegistryDomain, registrar: string): Reply {
  const { transfer } = domain
  if (!transfer) throw new RegistryRefusal(2301)
  const parties = [domain.sponsor, transfer.requestedBy, transfer.actBy]
  if (!parties.includes(registrar)) throw new RegistryRefusal(2201)
  return { code: 1000, data: writeTransfer(domain.name, transfer) }
}

const rulings = {
  cancel: { status: 'clientCancelled', by: 'requestedBy' },
  approve: { status: 'clientApproved', by: 'actBy' },
  reject: { status: 'clientRejected', by: 'actBy' },
} as const

export function ruleOnTransfer(
  state: RegistryState,
  domain: RegistryDomain,
  { registrar, op }: { registrar: string; op: keyof typeof rulings },
): Reply {
  const { transfer } = domain
  if (transfer?.status !== 'pending') throw new RegistryRefusal(2301)
  const ruling = rulings[op]
  if (transfer[ruling.by] !== registrar) throw new RegistryRefusal(2201)
  endTransfer(state, domain, ruling.status)
  return { code: 1000, data: writeTransfer(domain.name, transfer) }
}

/** Notifies both registrars. Approval uses up the code and removes the old registrar's locks. */
export function endTransfer(
  state: RegistryState,
  domain: RegistryDomain,
  status: TransferStatus,
): void {
  const { transfer } = domain
  if (!transfer) return
  const isApproved = status === 'clientApproved' || status === 'serverApproved'
  transfer.status = status
  transfer.actAt = state.now
  domain.statuses.delete('pendingTransfer')
  if (isApproved) {
    domain.expiresAt = expiryAfterTransfer(domain, state.now)
    domain.sponsor = transfer.requestedBy
    const moved = { what: 'moved', registrar: domain.sponsor, clientId: null } as const
    noteEffect(state, { name: domain.name, ...moved })
    domain.transferredAt = state.now
    domain.autoRenewedAt = null
    domain.renewedAt = null
    domain.codeHash = null
    for (const own of [...domain.statuses].filter((one) => one.startsWith('client'))) {
      domain.statuses.delete(own)
    }
  }
  transfer.expiresAt = isApproved ? domain.expiresAt : null
  const data = writeTransfer(domain.name, transfer)
  const text = isApproved ? 'Transfer approved.' : 'Transfer ended.'
  for (const registrar of [transfer.requestedBy, transfer.actBy]) {
    queueMessage(state, registrar, { text, data })
  }
}

/** A year added by automatic renewal is credited to the old registrar, so none is added. */
function expiryAfterTransfer(domain: RegistryDomain, at: Date): Date {
  const { expiresAt, autoRenewedAt } = domain
  const isInGrace = autoRenewedAt !== null && at < addDays(autoRenewedAt, autoRenewGraceDays)
  const moved = isInGrace ? expiresAt : addYears(expiresAt, 1)
  const last = addYears(at, yearsMax)
  return moved < last ? moved : last
}
