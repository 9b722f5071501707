/**
 * Who may make which call: every call of the protocol by everybody who could try it, with ids of
 * things that are really there, and the routes that are not of the protocol. Whoever is refused has
 * changed nothing.
 */
import { calls, type CallName } from '@pier/protocol/calls/calls'
import { operatorRoles, type OperatorRole } from '@pier/protocol/operators'
import { beforeAll, expect, test } from 'vitest'
import { givenOperators, type TestOperator } from '../test/given/given-operators.ts'
import {
  admitOperators,
  logInAgain,
  openDoors,
  prepareAll,
  refuseConcerned,
  refuseOperators,
} from '../test/matrix/operator-cells.ts'
import { aboutNobody } from '../test/matrix/operator-rows.ts'
import { formerOperators, outsidersOf } from '../test/matrix/outsiders.ts'
import { asUser, type Headers } from '../test/matrix/requests.ts'
import { askHidden, hiddenRoutes, listRoutes } from '../test/matrix/routes.ts'
import { openSheet, type Sheet } from '../test/matrix/sheet.ts'
import { untilQuiet } from '../test/matrix/unchanged.ts'
import {
  admitPaused,
  askOwners,
  cellsDue,
  refuseOthers,
  refusePaused,
  rows,
} from '../test/matrix/user-cells.ts'
import { openWorld, type Staff } from '../test/matrix/world.ts'
import { useTestApp } from '../test/test-app.ts'
import type { TestBrowser } from '../test/test-browser.ts'

const app = useTestApp()
const given = givenOperators(app)
const roles = Object.keys(operatorRoles) as OperatorRole[]
const patienceMs = 600_000

let sheet: Sheet
let staff: Staff
let outsiders: Awaited<ReturnType<typeof outsidersOf>>
let stranger: TestBrowser

beforeAll(async () => {
  sheet = openSheet(app)
  const hired: Partial<Record<OperatorRole, TestOperator>> = {}
  for (const role of roles) hired[role] = await given.operator(role)
  staff = hired as Staff // Each role has one now.
  stranger = (await app.given.verifiedUser()).browser
  outsiders = await outsidersOf(app, staff.admin)
}, patienceMs)

/** What is wrong so far: cells, and tables that somebody changed who was refused. */
const wrong = () => [...sheet.wrong(), ...sheet.changes]

test('every route is a call of the protocol, or one of the few that are hidden', () => {
  const known = (Object.keys(calls) as CallName[]).map((name) => name.replace(' ', ' /api'))
  expect(listRoutes(app.app).toSorted()).toEqual(
    [...known, ...Object.keys(hiddenRoutes)].toSorted(),
  )
})

test('what is hidden answers to whom it is for', async () => {
  await askHidden(app, sheet, { user: stranger, operator: staff.admin })
  expect(wrong()).toEqual([])
})

test(
  'a call of users is for whose it is, and refused to everybody else',
  { timeout: patienceMs },
  async () => {
    const world = await openWorld(app, staff)
    await untilQuiet(app)

    await refuseOthers(app, sheet, world, { outsiders, stranger })
    await refusePaused(app, sheet, world)
    await askOwners(app, sheet, world)

    expect(wrong()).toEqual([])
  },
)

test('a pause closes what is grave and nothing else', { timeout: patienceMs }, async () => {
  const world = await openWorld(app, staff)

  await admitPaused(app, sheet, world)

  expect(wrong()).toEqual([])
})

test(
  'a call of operators is for its roles, and for nobody whom it concerns',
  { timeout: patienceMs },
  async () => {
    const prepared = await prepareAll(app, staff)
    const ofNobody = prepared.filter(({ act, about }) => act && about.length === 0)
    expect(ofNobody.map(({ name }) => name)).toEqual(aboutNobody)
    const { 'an operator': _, ...nobodies } = outsiders
    const former = await formerOperators(given, staff)
    const concerned = await given.operator(...roles)
    const users = await usersOf()
    for (const operator of [...Object.values(staff), concerned]) await logInAgain(operator)
    await untilQuiet(app)

    await openDoors(app, sheet, { ...outsiders, ...former, ...users })
    await refuseOperators(
      app,
      sheet,
      { prepared, staff },
      { nobodies: { ...nobodies, ...former }, users },
    )
    await refuseConcerned(app, sheet, prepared, concerned)
    await admitOperators(app, sheet, { prepared, staff })

    expect(wrong()).toEqual([])
  },
)

/** Of the product: to each of them there is no console. */
async function usersOf(): Promise<Record<string, Headers>> {
  const query = (column: string, email: string) =>
    app.database.owner.pool.query(`update users set ${column} where email = $1`, [email])
  const user = await app.given.verifiedUser()
  const frozen = await app.given.verifiedUser()
  await query('frozen_at = app_now()', frozen.email)
  return {
    'a user': asUser(user.browser),
    'a frozen user': asUser(frozen.browser),
    'an unverified user': asUser((await app.given.user()).browser),
  }
}

test('no cell is left out and none is wrong', () => {
  const names = Object.keys(calls) as CallName[]
  const due = (name: CallName) =>
    name in rows ? cellsDue(name as keyof typeof rows, outsiders) : roles.length + 3
  const short = names.filter((name) => sheet.countOf(name) < due(name))
  const callers = new Set(sheet.cells.map(({ caller }) => caller)).size
  const count = `${names.length} calls and ${Object.keys(hiddenRoutes).length} hidden routes`
  console.log(
    `matrix: ${count} × ${callers} callers = ${sheet.cells.length} cells, ${wrong().length} wrong`,
  )

  expect({ short, wrong: wrong() }).toEqual({ short: [], wrong: [] })
})
