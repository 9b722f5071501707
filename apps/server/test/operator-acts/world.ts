/** What it takes to make each operator's call succeed once: a world, and one scene per call. */
import type { CommandName } from '@pier/protocol/calls/operator/operator-access'
import type { OperatorRole } from '@pier/protocol/operators'
import { givenLoans } from '../given/given-loans.ts'
import { givenOperators, type TestOperator } from '../given/given-operators.ts'
import type { useTestApp } from '../test-app.ts'

/** A call that is allowed and possible now, and what its audit line should say. */
export type Act = {
  by: TestOperator
  /** Below `/operator`. */
  path: string
  body?: object
  /** It is an approval and needs a fresh code. */
  isKey?: boolean
  /** The subject of its audit line: taken from the response where it is new. */
  subject: string | null | ((answer: { id: string }) => string)
  /** The reason that the call itself gives, where the operator is not asked for one. */
  reason?: string
  /** The same call where it is refused. By default, repeating the call is refused. */
  refused?: { path?: string; body?: object }
  /** What has to be done first in the same session. Done here; a later session does it again. */
  first?: () => Promise<unknown>
}
export type World = ReturnType<typeof openWorld>
export type Scene = (world: World) => Promise<Act>
export type Scenes = Partial<Record<CommandName, Scene>>

export const pdf = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')

export function openWorld(
  app: ReturnType<typeof useTestApp>,
  staff: Record<OperatorRole, TestOperator>,
) {
  const given = { ...givenLoans(app), ...givenOperators(app) }
  const rows = async (text: string, values: unknown[] = []) =>
    (await app.database.owner.pool.query(text, values)).rows as { [column: string]: unknown }[]
  const world = {
    app,
    staff,
    given,
    rows,
    /** Inserts a row and returns its id. */
    insert: async (text: string, values: unknown[] = []): Promise<string> => {
      const [row] = await rows(`${text} returning id`, values)
      return String(row?.id)
    },
    user: async () => {
      const user = await app.given.verifiedUser()
      const { id } = (await user.browser.get('/users/self')).json<{ id: string }>()
      return { ...user, id }
    },
    held: async () => {
      const { browser } = await app.given.verifiedUser()
      return given.domainInCustody(browser)
    },
    /** A loan that runs, disputed by its lender. */
    disputed: async () => {
      const loan = await given.running()
      const { version } = await loan.as('LENDER').submit('escalate')
      const [row] = await rows('select id from escrow_disputes where escrow_id = $1', [loan.id])
      return { ...loan, version, caseId: String(row?.id) }
    },
    document: async (by: TestOperator): Promise<string> => {
      const file = { name: 'order.pdf', data: pdf.toString('base64') }
      return (await by.post('/documents', file)).json<{ id: string }>().id
    },
  }
  return world
}
