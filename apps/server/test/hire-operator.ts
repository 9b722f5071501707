import type { OperatorRole } from '@pier/protocol/operators'
import { inviteOperator } from '../src/modules/operators/operators.service.ts'
import { openUserClients } from '../src/modules/users/users.service.ts'
import { readConfig } from '../src/platform/config.ts'
import { inTransaction, openDatabase } from '../src/platform/db/database.ts'
import { attachQueue } from '../src/platform/jobs/queue.ts'
import { createLog } from '../src/platform/log.ts'

/** A long-standing operator, so that end-to-end tests need not wait for their first week. */
const [name = '', email = '', ...roles] = process.argv.slice(2)

const config = readConfig(process.env)
const log = createLog({ level: 'warn', name: 'hire-operator' })
const db = openDatabase({ ...config.database, role: undefined, log })
const queue = await attachQueue(db)
const clients = await openUserClients(config)
const { token } = await inTransaction(db, (tx) =>
  inviteOperator(tx, clients, { name, email, roles: roles as OperatorRole[], keysFrom: tx.now }),
)
await queue.stop({ graceful: false, close: false })
await db.destroy()
console.log(`${config.publicOrigin}/operator/join#token=${token}`)
