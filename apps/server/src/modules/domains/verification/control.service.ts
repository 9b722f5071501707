/**
 * Owns the verification of domain control: the record that is issued, when it is checked, and what
 * follows. An expired record verifies nothing new, and one that was found has to stay. Verifying a
 * name takes it from whoever had verified it before. The job does the lookup; nothing here uses the
 * network.
 */
import { dayMs, hourMs, minuteMs, secondMs } from '@pier/protocol/time'
import { AppError, invariant } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { clearTimer, setTimer, setTimers } from '../../../platform/jobs/timers.ts'
import type { ControlCheck } from '../../../providers/dns/control-verdict.ts'
import { challengeDays, makeChallenge } from './challenge.ts'
import {
  findChallenge,
  insertChallenges,
  saveChallenge,
  type Challenge,
  type CheckResult,
} from './control.repository.ts'
import { notifyOfVerification } from './domain-notices.ts'
import { lockDomainsOfName, saveDomain, type Domain } from '../ownership/domains.repository.ts'
import {
  getLockedDomain,
  lockDomain,
  step,
  publishDomainChange,
} from '../ownership/domains.service.ts'

const job = 'domains.check-control'

/** Gives all of these domains one record. Their first checks are a second apart. */
export async function issueChallenge(tx: Tx, domainIds: readonly string[]): Promise<string> {
  const { value, expiresAt } = makeChallenge(tx.now)
  const checks = domainIds.map((subjectId, index) => ({
    subjectId,
    fireAt: inFuture(tx, firstCheckMs + index * secondMs),
  }))
  await insertChallenges(
    tx,
    checks.map(({ subjectId, fireAt }) => ({
      domainId: subjectId,
      value,
      expiresAt,
      nextCheckAt: fireAt,
    })),
  )
  await setTimers(tx, job, checks)
  return value
}

const firstCheckMs = minuteMs
const inFuture = (tx: Tx, ms: number) => new Date(tx.now.getTime() + ms)

/** Checks for the record now, or issues a new one if the old one has expired. */
export async function askForCheck(
  tx: Tx,
  key: { domainId: string; userId: string },
): Promise<{ domain: Domain; challenge: Challenge }> {
  const domain = await lockDomain(tx, key)
  if (!isExternal(domain)) throw new AppError('domain_wrong_status')
  const challenge = await findChallenge(tx, domain.id)
  invariant(challenge, `domain ${domain.id} has a challenge`)
  const change = chooseCheck(tx, domain, challenge)
  if (!change) return { domain, challenge }
  await saveChallenge(tx, domain.id, change)
  await setTimer(tx, { job, subjectId: domain.id, fireAt: change.nextCheckAt })
  await publishDomainChange(tx, domain.userId)
  return { domain, challenge: { ...challenge, ...change } }
}

const pauseMs = 10 * secondMs
const lookMs = minuteMs // A check that takes longer is lost.

/** Null if the record is new, was just checked, is being checked, or was found. */
function chooseCheck({ now }: Tx, domain: Domain, challenge: Challenge) {
  const { expiresAt, nextCheckAt, checkedAt, failures } = challenge
  const isProved = domain.status === 'EXTERNAL_VERIFIED'
  if (isProved && failures === 0) return null
  if (!isProved && expiresAt <= now) {
    const nextCheckAt = new Date(now.getTime() + firstCheckMs)
    return { ...makeChallenge(now), ...neverChecked, nextCheckAt }
  }
  const since = (time: Date | null) => (time ? now.getTime() - time.getTime() : Infinity)
  // After waiting for the lock, `now` may be older than `nextCheckAt`: an upcoming check counts.
  const isLooking = since(nextCheckAt) > -pauseMs && since(nextCheckAt) < lookMs
  const isNew = since(issuedAtOf(challenge)) < pauseMs
  return isLooking || isNew || since(checkedAt) < pauseMs ? null : { nextCheckAt: now }
}

const neverChecked = { checks: 0, failures: 0, checkedAt: null, provedAt: null, result: null }

export const isExternal = ({ status }: Pick<Domain, 'status'>): boolean =>
  status === 'EXTERNAL_UNVERIFIED' || status === 'EXTERNAL_VERIFIED'

/** The domain leaves the list, so nobody looks for its record any more. */
export function stopChecks(tx: Tx, domainId: string): Promise<void> {
  return clearTimer(tx, { job, subjectId: domainId })
}

type Seen = { domainId: string; value: string; check: ControlCheck; publicOrigin: string }

/** A result for a record that was replaced meanwhile is ignored. */
export async function recordCheck(tx: Tx, seen: Seen): Promise<void> {
  const domain = await getLockedDomain(tx, seen.domainId)
  const challenge = await findChallenge(tx, domain.id)
  if (domain.archivedAt || !isExternal(domain) || challenge?.value !== seen.value) return
  const record =
    domain.status === 'EXTERNAL_UNVERIFIED'
      ? await judgeNew(tx, domain, challenge, seen)
      : await judgeAgain(tx, domain, challenge, seen)
  const checks = challenge.checks + 1
  await saveChallenge(tx, domain.id, { ...record, checks, checkedAt: tx.now })
  const { nextCheckAt } = record
  if (nextCheckAt) await setTimer(tx, { job, subjectId: domain.id, fireAt: nextCheckAt })
  await publishDomainChange(tx, domain.userId)
}

type CheckRecord = Partial<Challenge> & { result: CheckResult; nextCheckAt: Date | null }

/** The first verification. It takes the name from whoever had verified it, but not from custody. */
async function judgeNew(
  tx: Tx,
  domain: Domain,
  challenge: Challenge,
  { check, publicOrigin }: Seen,
): Promise<CheckRecord> {
  if (challenge.expiresAt <= tx.now) return { result: refusal('used-up'), nextCheckAt: null }
  if (!check.verified) {
    return { result: toResult(check), nextCheckAt: findNextCheck(challenge, tx.now) }
  }
  const rivals = await lockDomainsOfName(tx, domain.name)
  if (!rivals.every(isExternal)) return { result: refusal('in-custody'), nextCheckAt: null }
  for (const rival of rivals) {
    if (rival.id !== domain.id && rival.status === 'EXTERNAL_VERIFIED') {
      await displace(tx, rival, publicOrigin)
    }
  }
  const { via, nameservers } = check
  const change = { status: step(domain, 'verify'), verifiedAt: tx.now }
  const event = { what: 'verified', detail: { via, nameservers }, userId: domain.userId }
  await saveDomain(tx, domain, change, event)
  await notifyOfVerification(tx, domain, {
    publicOrigin,
    subject: `${domain.name} is verified`,
    body: `We found your record: ${domain.name} is verified`,
    more: 'Keep the record in place. We check it every day.',
  })
  const record = { provedAt: tx.now, failures: 0, nextCheckAt: inFuture(tx, dayMs) }
  return { ...record, result: toResult(check) }
}

async function displace(tx: Tx, rival: Domain, publicOrigin: string): Promise<void> {
  const change = { status: step(rival, 'loseProof'), verifiedAt: null }
  await saveDomain(tx, rival, change, { what: 'displaced' })
  await saveChallenge(tx, rival.id, { expiresAt: tx.now, nextCheckAt: null })
  await stopChecks(tx, rival.id)
  await publishDomainChange(tx, rival.userId)
  await notifyOfVerification(tx, rival, {
    publicOrigin,
    subject: `${rival.name}: no longer verified for you`,
    body: `Another user has verified ${rival.name}, so it is no longer verified for you`,
    more: 'If the domain is still yours, check who can change its DNS. Then verify it again.',
    isUrgent: true,
  })
}

/** A verification has to last. Two days without the record end it; a silent server does not. */
async function judgeAgain(
  tx: Tx,
  domain: Domain,
  challenge: Challenge,
  { check, publicOrigin }: Seen,
): Promise<CheckRecord> {
  const result = toResult(check)
  if (check.verified) return { result, failures: 0, nextCheckAt: inFuture(tx, dayMs) }
  if (check.reason === 'timeout') return { result, nextCheckAt: inFuture(tx, hourMs) }
  const failures = challenge.failures + 1
  if (failures < failuresMax) return { result, failures, nextCheckAt: inFuture(tx, dayMs) }
  const change = { status: step(domain, 'loseProof'), verifiedAt: null }
  await saveDomain(tx, domain, change, { what: 'proof_lost', detail: { reason: check.reason } })
  await notifyOfVerification(tx, domain, {
    publicOrigin,
    subject: `${domain.name} is no longer verified`,
    body: `The verification record of ${domain.name} was missing two days in a row, so it is no longer verified`,
    more: 'Open Verify on My Domains to get a new record, and keep it in place.',
  })
  return { result, failures, expiresAt: tx.now, nextCheckAt: null }
}

const failuresMax = 2

const refusal = (reason: 'used-up' | 'in-custody'): CheckResult => ({
  found: false,
  reason,
  seen: [],
})

const toResult = (check: ControlCheck): CheckResult =>
  check.verified
    ? { found: true, via: check.via, nameservers: check.nameservers }
    : { found: false, reason: check.reason, seen: check.seen }

/** At 1, 5 and 15 minutes, 1 and 6 hours, then every 6 hours, for as long as the record is good. */
export function findNextCheck({ expiresAt }: Pick<Challenge, 'expiresAt'>, now: Date): Date | null {
  const ageMs = now.getTime() - issuedAtOf({ expiresAt }).getTime()
  const wait = waits.find(({ youngerThanMs }) => ageMs < youngerThanMs)?.waitMs ?? 6 * hourMs
  const next = new Date(now.getTime() + wait)
  return next < expiresAt ? next : null
}

const issuedAtOf = ({ expiresAt }: Pick<Challenge, 'expiresAt'>): Date =>
  new Date(expiresAt.getTime() - challengeDays * dayMs)

const waits = [
  { youngerThanMs: 5 * minuteMs, waitMs: 4 * minuteMs },
  { youngerThanMs: 15 * minuteMs, waitMs: 10 * minuteMs },
  { youngerThanMs: hourMs, waitMs: 45 * minuteMs },
  { youngerThanMs: 6 * hourMs, waitMs: 5 * hourMs },
]

/** Resumes checks that were lost in an outage. */
export async function takeUpChecks(tx: Tx, domainIds: readonly string[]): Promise<void> {
  const checks = domainIds.map((subjectId, index) => ({
    subjectId,
    fireAt: inFuture(tx, index * secondMs),
  }))
  await setTimers(tx, job, checks)
}
