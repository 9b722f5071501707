/**
 * Replays every chain from its first event and checks it against the loan, its messages and
 * exhibits, and the checkpoints. It only reads tables and needs nothing of the running product.
 */
import type { Kysely } from 'kysely'
import type { KeyRing } from '../../../platform/config.ts'
import { isSigned } from '../../../platform/crypto/ed25519.ts'
import { inSnapshot, type Database, type Db } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'
import { firstHash, hashEvent } from '../facts/chain.ts'
import {
  findHead,
  listLostHeads,
  listUnpaired,
  walkEvents,
  walkLoans,
  type LoanHead,
} from './chain-check.repository.ts'
import { toChained, type EventRow } from '../facts/events.repository.ts'
import { rootOf } from './merkle.ts'
import { leafOf, checkpointText } from './checkpoint-text.ts'
import { listHeadsOfCheckpoint, listCheckpoints } from './checkpoints.repository.ts'

export type ChainReport = { loans: number; events: number; seals: number; faults: string[] }

export function checkChains(db: Database, publicKeys: KeyRing): Promise<ChainReport> {
  return inSnapshot(db, async (snapshot) => {
    const report: ChainReport = { loans: 0, events: 0, seals: 0, faults: [] }
    for await (const loans of walkLoans(snapshot)) await checkLoans(snapshot, loans, report)
    await checkSeals(snapshot, publicKeys, report)
    return report
  })
}

/** Checks one loan on demand. Only the full check covers checkpoints. */
export function checkChainOf(db: Db, escrowId: string) {
  return inSnapshot(db, async (snapshot) => {
    const report: ChainReport = { loans: 0, events: 0, seals: 0, faults: [] }
    const loan = await findHead(snapshot, escrowId)
    if (loan) await checkLoans(snapshot, [loan], report)
    return { ...report, head: loan?.headHash ?? null }
  })
}

/** How far the chain of a loan has been followed. */
type Trail = { loan: LoanHead; last: EventRow | undefined; version: number; isBroken: boolean }

async function checkLoans(db: Kysely<DB>, loans: LoanHead[], report: ChainReport) {
  const trails = new Map<string, Trail>()
  for (const loan of loans) {
    trails.set(loan.id, { loan, last: undefined, version: -1, isBroken: false })
  }
  const ids = loans.map(({ id }) => id)
  for await (const event of walkEvents(db, ids)) {
    report.events++
    const trail = trails.get(event.escrowId)
    if (!trail || trail.isBroken) continue // Where a chain is broken, what follows says nothing.
    const fault = faultOf(trail, event)
    if (fault) report.faults.push(`${trail.loan.code}: event ${event.seq} ${fault}`)
    trail.isBroken = Boolean(fault)
    trail.last = event
    trail.version = event.version ?? trail.version
  }
  for (const trail of trails.values()) {
    report.loans++
    const fault = trail.isBroken ? undefined : endFaultOf(trail)
    if (fault) report.faults.push(`${trail.loan.code}: ${fault}`)
  }
  for (const { escrowId, what, id } of await listUnpaired(db, ids)) {
    const code = trails.get(escrowId)?.loan.code
    report.faults.push(`${code}: ${what} ${id} differs from the chain`)
  }
}

function faultOf({ last, version }: Trail, event: EventRow): string | undefined {
  const prevHash = last?.hash ?? firstHash
  if (event.seq !== (last?.seq ?? 0) + 1) return 'does not follow the one before it'
  if (!event.prevHash.equals(prevHash)) return 'names a different predecessor'
  if (!hashOfRow(event, prevHash).equals(event.hash)) return 'was changed'
  if (event.version !== null && event.version !== version + 1) return 'skips a step'
  const isContinued =
    !last || (event.fromStatus === last.toStatus && event.fromPhase === last.toPhase)
  return isContinued ? undefined : 'does not start in the status where its predecessor ended'
}

/** Data that has no canonical form was tampered with too. */
function hashOfRow(event: EventRow, prevHash: Buffer): Buffer {
  try {
    return hashEvent(toChained(event), prevHash)
  } catch {
    return Buffer.alloc(0)
  }
}

function endFaultOf({ loan, last, version }: Trail): string | undefined {
  if (loan.eventCount !== (last?.seq ?? 0)) return 'its last events are missing'
  if (!last) return loan.headHash ? 'it has a head without events' : undefined
  if (!loan.headHash?.equals(last.hash)) return 'its head is not its last event'
  if (loan.version !== version) return 'its version is not that of its last step'
  if (loan.status !== last.toStatus || loan.phase !== last.toPhase) {
    return 'its status is not that of its last event'
  }
  return undefined
}

const sealsAtOnce = 100

async function checkSeals(db: Kysely<DB>, publicKeys: KeyRing, report: ChainReport) {
  let last: { id: string; root: Buffer } | undefined
  for (;;) {
    const seals = await listCheckpoints(db, { after: last?.id ?? '0', limit: sealsAtOnce })
    for (const checkpoint of seals) {
      report.seals++
      const fault = await checkpointFaultOf(db, {
        checkpoint,
        publicKeys,
        prevRoot: last?.root ?? null,
      })
      if (fault) report.faults.push(`checkpoint ${checkpoint.id} ${fault}`)
      for (const { code, seq } of await listLostHeads(db, checkpoint.id)) {
        report.faults.push(`${code}: event ${seq} is not the one under checkpoint ${checkpoint.id}`)
      }
      last = checkpoint
    }
    if (seals.length < sealsAtOnce) return
  }
}

type Checkpoint = Awaited<ReturnType<typeof listCheckpoints>>[number]

async function checkpointFaultOf(
  db: Kysely<DB>,
  {
    checkpoint,
    publicKeys,
    prevRoot,
  }: { checkpoint: Checkpoint; publicKeys: KeyRing; prevRoot: Buffer | null },
): Promise<string | undefined> {
  const heads = await listHeadsOfCheckpoint(db, checkpoint.id)
  const key = publicKeys.find(({ id }) => id === checkpoint.keyId)?.key
  if (!key) return `is signed with an unknown key: ${checkpoint.keyId}`
  if (!isSigned(key, checkpointText(checkpoint), checkpoint.signature))
    return 'is not signed with our key'
  if (checkpoint.prevRoot?.toString('hex') !== prevRoot?.toString('hex')) {
    return 'does not follow the one before it'
  }
  const isWhole =
    heads.length === checkpoint.heads && rootOf(heads.map(leafOf)).equals(checkpoint.root)
  return isWhole ? undefined : 'does not cover the heads listed under it'
}
