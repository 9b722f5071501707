import { checkBooks } from './modules/ledger/ledger.service.ts'
import { checkChains } from './modules/loans/integrity/chain-check.service.ts'
import { checkAudit } from './modules/operators/audit/audit.service.ts'
import { readVerifierConfig } from './platform/config.ts'
import { openDatabase } from './platform/db/database.ts'
import { createLog } from './platform/log.ts'

/**
 * Checks every chain, every checkpoint, the audit log and the ledger. It only reads the database and
 * needs no other process of ours.
 */
const { url, publicKeys } = readVerifierConfig(process.env)
const log = createLog({ level: 'warn', name: 'verify' })
const db = openDatabase({ url, role: 'pier_verifier', poolMax: 2, log, isEndless: true })
const startedAt = performance.now()
const { loans, events, seals, faults: ofLoans } = await checkChains(db, publicKeys)
const audit = await checkAudit(db, publicKeys)
const { sumCents, wrongUsers } = await checkBooks(db, { isWhole: true })
const faults = [
  ...ofLoans,
  ...audit.faults,
  ...(sumCents === 0 ? [] : [`The ledger sums to ${sumCents} cents instead of zero`]),
  ...wrongUsers.map((id) => `The balance of user ${id} differs from the sum of its postings`),
]
await db.destroy()

const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
for (const fault of faults) console.error(fault)
console.log(
  `${loans} loans, ${events} events, ${seals + audit.seals} checkpoints, ${audit.count} lines of the audit log, ${faults.length} faults, ${seconds} s`,
)
process.exitCode = faults.length > 0 ? 1 : 0
