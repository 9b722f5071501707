/**
 * How names are added to a user's list and removed again. Anybody may claim a name; the record
 * issued here is what proves it, see `control.service.ts`.
 */
import { errors, type ErrorCode } from '@pier/protocol/errors'
import { limits } from '@pier/protocol/limits'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { isExternal, issueChallenge, stopChecks } from '../verification/control.service.ts'
import type { DomainName } from '../names/domain-name.ts'
import {
  countDomainsOfUser,
  hasLoan,
  insertDomainEvents,
  insertDomains,
  listHeldByUs,
  listOwnNames,
  lockListOfUser,
  lockName,
  type Domain,
} from '../ownership/domains.repository.ts'
import {
  archiveDomain,
  getLockedDomain,
  lockDomain,
  refuseHeld,
  refuseListed,
  publishDomainChange,
} from '../ownership/domains.service.ts'
import { parseNameList } from '../names/name-list.ts'
import { readPasted } from '../names/naming.service.ts'
import { askForRegistrations } from '../registrations/registrations.service.ts'
import { listSupportedSuffixes } from '../registrations/tld-policies.repository.ts'

export async function addDomain(
  tx: Tx,
  { userId, typed }: { userId: string; typed: string },
): Promise<{ id: string; value: string; name: DomainName; from: string | null }> {
  const { name, from } = readPasted(typed)
  await lockListOfUser(tx, userId)
  await lockName(tx, name.ascii) // It might be arriving in custody this very moment.
  const refusal = explainName(name, {
    supported: await listSupportedSuffixes(tx, [name.suffix]),
    own: await listOwnNames(tx, { userId, names: [name.ascii] }),
    held: await listHeldByUs(tx, [name.ascii]),
  })
  if (refusal) throw new AppError(refusal.code, { message: refusal.words, field: 'domain' })
  if ((await countDomainsOfUser(tx, userId)) >= limits.domainsPerUserMax) {
    throw new AppError('too_many_domains')
  }
  const { domains, value } = await insertNames(tx, userId, [name])
  const [domain] = domains
  if (!domain) throw new AppError('domain_added', { field: 'domain' })
  return { id: domain.id, value, name, from }
}

type RefusedLine = { line: number; typed: string; words: string }

/** Adds the valid names and explains each refusal. One record verifies all of them. */
export async function importDomains(
  tx: Tx,
  { userId, text }: { userId: string; text: string },
): Promise<{
  domains: Domain[]
  /** The original text of cleaned entries, by name. */
  from: ReadonlyMap<string, string>
  refused: RefusedLine[]
  leftOut: number
  value: string
}> {
  const list = parseNameList(text)
  await lockListOfUser(tx, userId)
  const names = list.names.map(({ name }) => name.ascii)
  const known = {
    supported: await listSupportedSuffixes(
      tx,
      list.names.map(({ name }) => name.suffix),
    ),
    own: await listOwnNames(tx, { userId, names }),
    held: await listHeldByUs(tx, names),
  }
  let room = limits.domainsPerUserMax - (await countDomainsOfUser(tx, userId))
  const wanted: DomainName[] = []
  const refused: RefusedLine[] = [...list.refused]
  for (const { line, name } of list.names) {
    const words = explainName(name, known)?.words ?? (room > 0 ? null : textOf('too_many_domains'))
    if (words === null) {
      wanted.push(name)
      room -= 1
    } else refused.push({ line, typed: name.unicode, words })
  }
  refused.sort((a, b) => a.line - b.line)
  const from = new Map(
    list.names.flatMap(({ name, from: typed }) => (typed ? [[name.ascii, typed] as const] : [])),
  )
  return { ...(await insertNames(tx, userId, wanted)), from, refused, leftOut: list.leftOut }
}

type Known = {
  supported: ReadonlySet<string>
  own: ReadonlySet<string>
  held: ReadonlySet<string>
}

function explainName(name: DomainName, { supported, own, held }: Known) {
  if (name.hasMixedScripts) return refuse('domain_mixed_scripts')
  if (!supported.has(name.suffix)) {
    return refuse('domain_unsupported', `We do not support .${name.suffix} domains yet`)
  }
  if (own.has(name.ascii)) return refuse('domain_added')
  return held.has(name.ascii) ? refuse('domain_in_custody') : null
}

const textOf = (code: ErrorCode): string => errors[code].message
const refuse = (code: ErrorCode, words = textOf(code)) => ({ code, words })

async function insertNames(tx: Tx, userId: string, names: readonly DomainName[]) {
  const domains = await insertDomains(tx, { userId, names })
  await insertDomainEvents(tx, { domains, what: 'added', userId })
  const value = await issueChallenge(
    tx,
    domains.map(({ id }) => id),
  )
  await askForRegistrations(
    tx,
    domains.map(({ name }) => name),
  )
  if (domains.length > 0) await publishDomainChange(tx, userId)
  return { domains, value }
}

/** The owner's account is deleted, so their claim goes too. */
export async function removeOrphan(tx: Tx, domainId: string): Promise<void> {
  const domain = await getLockedDomain(tx, domainId)
  if (domain.archivedAt || domain.isPendingTransfer || !isExternal(domain)) return
  await stopChecks(tx, domainId)
  await archiveDomain(tx, domain, { what: 'removed' })
}

/** Removes it from the list. Domains in custody or on their way there cannot be removed. */
export async function removeDomain(
  tx: Tx,
  { domainId, userId }: { domainId: string; userId: string },
): Promise<void> {
  const domain = await lockDomain(tx, { domainId, userId })
  if (domain.isPendingTransfer) throw new AppError('transfer_pending')
  if (!isExternal(domain)) {
    const message = 'This domain is in custody. Transfer it out instead'
    throw new AppError('domain_wrong_status', { message })
  }
  await refuseHeld(tx, domainId)
  await refuseListed(tx, domainId)
  if (await hasLoan(tx, domainId)) throw new AppError('domain_in_loan')
  await stopChecks(tx, domainId)
  await archiveDomain(tx, domain, { what: 'removed', userId })
}
