import type { OperatorRole } from '@pier/protocol/operators'
import { inviteOperator } from '../src/modules/operators/operators.service.ts'
import { openUserClients } from '../src/modules/users/users.service.ts'
import type { Config } from '../src/platform/config.ts'
import { inTransaction, type Database } from '../src/platform/db/database.ts'
import type { startProduct } from '../test/product.ts'
import { codeOf } from './code-of.ts'
import { expectStatus } from './expect-status.ts'
import { demoPassword } from './people.ts'

type Product = Awaited<ReturnType<typeof startProduct>>

/** The operators. Two of them can rule, so that each case has a maker and a checker. */
export const operators: { name: string; email: string; roles: OperatorRole[] }[] = [
  { name: 'Noor Haddad', email: 'noor@pier.example', roles: ['case_officer', 'approver'] },
  { name: 'Elias Brandt', email: 'elias@pier.example', roles: ['case_officer', 'approver'] },
  { name: 'Ines Castro', email: 'ines@pier.example', roles: ['compliance', 'finance'] },
  { name: 'Paul Okafor', email: 'paul@pier.example', roles: ['admin', 'support'] },
]

export type OperatorSecrets = Record<string, string>

/** Invited from the command line, they join with an authenticator app. Returns its secrets. */
export async function inviteOperators(
  { app, db }: Product,
  { owner, config }: { owner: Database; config: Config },
): Promise<OperatorSecrets> {
  const clients = await openUserClients(config)
  const machine = Object.assign(owner, { sendJobs: db.sendJobs })
  const secrets: OperatorSecrets = {}
  for (const operator of operators) {
    const { token } = await inTransaction(machine, (tx) =>
      inviteOperator(tx, clients, { ...operator, keysFrom: tx.now }),
    )
    const post = (path: string, payload: object) =>
      app.inject({ method: 'POST', url: `/api/operator${path}`, payload })
    const opened = await post('/join/start', { token })
    const { secret } = opened.json<{ secret: string }>()
    const joining = { token, password: demoPassword, code: codeOf(secret) }
    expectStatus(await post('/join', joining), 204)
    secrets[operator.email] = secret
  }
  return secrets
}
