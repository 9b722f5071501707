/**
 * What custody asks of a registrar, whoever that is. A refusal is a `RegistrarError` with a code of
 * ours; `outcome_unknown` means that the command may have been executed, and must be asked about.
 * Dates that the other side does not know are null. Money is whole US cents.
 */
import type { Secret } from '../../platform/crypto/secret-text.ts'

/** A transfer's status is what counts: result codes and texts differ from gateway to gateway. */
export type TransferStatus =
  | 'pending'
  | 'clientApproved'
  | 'clientCancelled'
  | 'clientRejected'
  | 'serverApproved'
  | 'serverCancelled'

export type DsRecord = { keyTag: number; algorithm: number; digestType: number; digest: string }

export type DomainInfo = {
  name: string
  roid: string | null
  sponsor: string | null
  isSponsoredByUs: boolean
  statuses: string[]
  /** Grace periods and redemption, RFC 3915. */
  graceStatuses: string[]
  nameservers: string[]
  dsRecords: DsRecord[]
  registrantId: string | null
  createdAt: Date | null
  expiresAt: Date | null
  lastTransferAt: Date | null
  updatedAt: Date | null
}

export type TransferState = {
  name: string
  status: TransferStatus
  requestedBy: string | null
  requestedAt: Date | null
  actBy: string | null
  /** While pending: by when the losing side must act. */
  actAt: Date | null
  expiresAt: Date | null
  isRequestedByUs: boolean
}

export type FeeOperation = 'transfer' | 'renew' | 'restore'
export type FeeQuote = {
  name: string
  operation: FeeOperation
  years: number
  amountCents: number
  feeClass: string | null
  isPremium: boolean
}

/** What this connection can do: read from the greeting and the profile, never assumed. */
export type RegistrarCapabilities = {
  feeVersion: FeeVersion | null
  hasSecDns: boolean
  hasGrace: boolean
  hasChangePoll: boolean
  hasSecureAuthInfo: boolean
  hasHostObjects: boolean
}
export type FeeVersion = '1.0' | '0.7'

export type RegistrarErrorCode =
  | 'auth_code_invalid'
  | 'transfer_prohibited'
  | 'not_eligible'
  | 'already_pending'
  | 'not_pending'
  | 'already_exists'
  | 'not_found'
  | 'not_ours'
  | 'fee_mismatch'
  | 'fee_required'
  | 'insufficient_registrar_funds'
  | 'bad_request'
  | 'policy'
  | 'unsupported'
  | 'temporarily_unavailable'
  | 'credentials'
  | 'session_limit'
  | 'outcome_unknown'

/** One `<result>` of a refusal. There may be several, and each may carry reasons. */
export type RegistrarResult = { code: number; message: string; reasons: string[] }

type ErrorDetail = {
  isRetryable: boolean
  results?: RegistrarResult[]
  clientId?: string
  serverId?: string | undefined
  cause?: unknown
}

export class RegistrarError extends Error {
  override readonly name = 'RegistrarError'
  readonly code: RegistrarErrorCode
  readonly isRetryable: boolean
  readonly results: RegistrarResult[]
  /** The ids of the command on both sides, for the registrar's support. */
  readonly clientId: string | undefined
  readonly serverId: string | undefined

  constructor(code: RegistrarErrorCode, message: string, detail: ErrorDetail) {
    super(message, { cause: detail.cause })
    this.code = code
    this.isRetryable = detail.isRetryable
    this.results = detail.results ?? []
    this.clientId = detail.clientId
    this.serverId = detail.serverId
  }
}

export type RegistrarEvent = { id: string; at: Date | null; text: string } & (
  | { kind: 'transfer'; transfer: TransferState }
  /** Somebody else changed the domain: a court, a dispute panel, the registry. An alarm. */
  | {
      kind: 'changed'
      name: string
      by: string | null
      caseId: string | null
      reason: string | null
    }
  /** What became of a command that was answered with "pending". */
  | { kind: 'pendingResult'; name: string; isDone: boolean; clientId: string | null }
  | { kind: 'other' }
)

export type Contact = {
  name: string
  organisation: string | null
  street: string[]
  city: string
  state: string | null
  postalCode: string
  country: string
  phone: string
  email: string
}

export type TransferInput = {
  name: string
  authCode: Secret
  years: number
  /** What the user agreed to; null sends no fee, and a premium name is then refused. */
  amountCents: number | null
}
export type RenewInput = {
  name: string
  years: number
  /** As the registry last said: renewing twice with the same date does nothing. */
  expiresAt: Date
  amountCents: number | null
}
export type NameserversInput = {
  name: string
  nameservers: string[]
  dsRecords: DsRecord[] | 'keep' | 'remove'
}

/** `commandId` becomes the client's transaction id, 3 to 64 letters: that of a row saved before. */
export type Command = { commandId: string }

export type Registrar = {
  readCapabilities: () => Promise<RegistrarCapabilities>
  quote: (asked: { name: string; operation: FeeOperation; years: number }) => Promise<FeeQuote>
  findDomain: (asked: { name: string; authCode?: Secret }) => Promise<DomainInfo | null>
  requestTransfer: (input: TransferInput & Command) => Promise<TransferState | null>
  findTransfer: (name: string) => Promise<TransferState | null>
  cancelTransfer: (input: { name: string } & Command) => Promise<void>
  /** As the losing registrar. */
  rejectTransfer: (input: { name: string } & Command) => Promise<void>
  setNameservers: (input: NameserversInput & Command) => Promise<void>
  setLock: (input: { name: string; isLocked: boolean } & Command) => Promise<void>
  renew: (input: RenewInput & Command) => Promise<{ expiresAt: Date | null }>
  setAuthCode: (input: { name: string; authCode: Secret | null } & Command) => Promise<void>
  changeRegistrant: (
    input: { name: string; registrantId: string } & Command,
  ) => Promise<'done' | 'pending'>
  createContact: (input: { id: string; contact: Contact } & Command) => Promise<string>
  /** The handler commits before it returns; only then is the message taken off the queue. */
  drainEvents: (
    handle: (event: RegistrarEvent) => Promise<void>,
    bounds: { eventsMax: number },
  ) => Promise<number>
  close: () => Promise<void>
}
