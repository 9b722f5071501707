import { operatorRoles, type OperatorRole } from '@pier/protocol/operators'
import { appendAudit } from './modules/operators/audit/audit.repository.ts'
import { inviteFromMachine } from './modules/operators/team/team.service.ts'
import { openUserClients } from './modules/users/users.service.ts'
import { readConfig } from './platform/config.ts'
import { inTransaction, openDatabase } from './platform/db/database.ts'
import { attachQueue } from './platform/jobs/queue.ts'
import { createLog } from './platform/log.ts'

/**
 * Invites somebody from the machine itself: the first three, whom nobody else can invite. As for
 * `migrate`, `DATABASE_URL` names the owner: no process of ours may do this.
 */
const [name, email, ...roles] = process.argv.slice(2)
const isRole = (role: string): role is OperatorRole => Object.hasOwn(operatorRoles, role)
if (!name || !email?.includes('@') || roles.length === 0 || !roles.every(isRole)) {
  console.error(`add-operator <name> <email> <roles…>, of ${Object.keys(operatorRoles).join(', ')}`)
  process.exit(2)
}

const config = readConfig(process.env)
const log = createLog({ level: 'warn', name: 'add-operator' })
const db = openDatabase({ ...config.database, role: undefined, log })
const queue = await attachQueue(db)
const clients = await openUserClients(config)
const { token } = await inTransaction(db, async (tx) => {
  const invited = await inviteFromMachine(tx, clients, { name, email, roles })
  await appendAudit(tx, {
    operatorId: null,
    sessionId: null,
    action: 'add-operator',
    subject: invited.operator.id,
    userIds: [],
    reason: 'Invited from the command line of the machine',
    data: { name, roles },
    network: null,
  })
  return invited
})
await queue.stop({ graceful: false, close: false })
await db.destroy()
console.log(`${config.publicOrigin}/operator/join#token=${token}`)
