import { parseArgs } from 'node:util'
import { findAnyDomain, isRefusal } from '../modules/custody/commands/command-run.ts'
import { listOpenCommands } from '../modules/custody/commands/commands.repository.ts'
import { openCustodyClients } from '../modules/custody/commands/custody-clients.ts'
import { findHolding } from '../modules/custody/holdings/holdings.repository.ts'
import { listNamesToReconcile } from '../modules/custody/monitoring/reconciliation.repository.ts'
import { listRegistrarDifferences } from '../modules/custody/monitoring/registrar-differences.ts'
import { findOpenTransfer } from '../modules/custody/transfers/transfers.repository.ts'
import { readWorkerConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/db/database.ts'
import { withoutWorkers } from '../platform/jobs/worker.ts'
import { createLog } from '../platform/log.ts'

/**
 * For an older database, before the workers start on it: compares every name that it says we hold or
 * are moving with what the registry says now. It changes nothing, here or there. Exit code 1 when they
 * differ, 2 when it could not compare.
 */
const { values } = parseArgs({ options: { every: { type: 'boolean', default: false } } })
const config = readWorkerConfig(process.env)
const log = createLog({ level: 'warn', name: 'reconcile-registrar' })
const db = openDatabase({ ...config.database, log })
const { registrar } = openCustodyClients(config)
const counted = { names: 0, differing: 0 }
const over = new AbortController()
let comparing: Promise<void> | undefined
try {
  const isAlone = await withoutWorkers(config.directDatabase, () => {
    comparing = compareAll()
    return comparing
  })
  if (isAlone) {
    const { names, differing } = counted
    console.log(
      `${names} domains compared with the registry, ${differing} differ. Nothing was changed.`,
    )
    process.exitCode = differing > 0 ? 1 : 0
  } else {
    console.error(
      'A worker is running on this database, and only one process may talk to the registrar. Stop all workers, then run this again.',
    )
    process.exitCode = 2
  }
} catch (error) {
  console.error(`Not all domains could be compared: ${String(error)}`)
  process.exitCode = 2
} finally {
  over.abort()
  await comparing?.catch(() => {}) // Where the lock was lost, it still asks about one name.
  await registrar.close()
  await db.destroy()
}

async function compareAll(): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const names = await listNamesToReconcile(db, { after, limit: 200, isEvery: values.every })
    for (const each of names) await compare(each)
    const last = names.at(-1)
    if (!last) return
    after = last.id
  }
}

async function compare({ id, name }: { id: string; name: string }): Promise<void> {
  over.signal.throwIfAborted()
  const known = {
    holding: await findHolding(db, id),
    transfer: await findOpenTransfer(db, id),
    commands: await listOpenCommands(db, id),
  }
  const info = await findAnyDomain(registrar, name)
  const transfer = await registrar.findTransfer(name).catch((error: unknown) => {
    if (isRefusal(error, 'not_ours')) return null // It is about others.
    throw error
  })
  const differences = listRegistrarDifferences(known, { info, transfer })
  for (const { what, propose } of differences) console.log(`${name}: ${what}.\n  → ${propose}.`)
  counted.names++
  if (differences.length > 0) counted.differing++
}
