/** Calls each operator call as every role and outsider, and notes the answers. */
import {
  operatorAccess,
  type CommandName,
  type QueryName,
} from '@pier/protocol/calls/operator/operator-access'
import type { OperatorRole } from '@pier/protocol/operators'
import { reason, type TestOperator } from '../given/given-operators.ts'
import { openWorld, type Act } from '../operator-acts/world.ts'
import type { useTestApp } from '../test-app.ts'
import { doors, looks, scenes } from './operator-rows.ts'
import { ask, asOperator, requestOf, type Headers, type Request } from './requests.ts'
import { refusal, type Sheet } from './sheet.ts'
import type { Staff } from './world.ts'

type App = ReturnType<typeof useTestApp>
/** An operator's call ready to be made, the act behind it, and the users it concerns. */
export type Prepared = {
  name: CommandName | QueryName
  request: Request
  act?: Act
  about: string[]
}

/** How many people of a scene are not concerned. They come first in it. */
const bystanders: Partial<Record<CommandName, number>> = {
  'POST /operator/withdrawals/:id/address': 1,
}

/** For commands the whole scene, for queries an existing id. */
export async function prepareAll(app: App, staff: Staff): Promise<Prepared[]> {
  const world = openWorld(app, staff)
  const people = async () =>
    (await world.rows('select id from users order by created_at')).map(({ id }) => String(id))
  const prepared: Prepared[] = []
  for (const name of Object.keys(scenes) as CommandName[]) {
    const known = await people()
    const act = await scenes[name](world)
    const added = (await people()).filter((id) => !known.includes(id))
    const about = added.slice(bystanders[name] ?? 0)
    prepared.push({ name, request: requestOfAct(name, act), act, about })
  }
  for (const name of Object.keys(looks) as QueryName[]) {
    const { idFrom, params, query } = looks[name]
    const [found] = idFrom ? await world.rows(`select id from ${idFrom} limit 1`) : []
    const filled = { ...params, ...(found && { id: String(found.id) }) }
    const request = requestOf(name, { params: filled, ...(query && { query }) })
    prepared.push({ name, request, about: [] })
  }
  return prepared
}

function requestOfAct(name: CommandName, { path, body, isKey }: Act): Request {
  const [method] = name.split(' ') as ['GET' | 'POST' | 'PUT']
  const url = `/api/operator${path}`
  const isBare = method === 'GET' || name === 'POST /operator/logout'
  return isBare ? { method, url } : { method, url, payload: { reason, ...code(isKey), ...body } }
}
const code = (isKey = false) => (isKey ? { code: '000000' } : {})

type Outside = { nobodies: Record<string, Headers>; users: Record<string, Headers> }
const rolesOf = (staff: Staff) => Object.entries(staff) as [OperatorRole, TestOperator][]
const mayCall = (name: Prepared['name'], role: OperatorRole) => operatorAccess[name].includes(role)

/** Sign-in calls are open to everybody, and give nothing without the right credentials. */
export async function openDoors(app: App, sheet: Sheet, callers: Record<string, Headers>) {
  for (const name of Object.keys(doors) as (keyof typeof doors)[]) {
    const { body, says } = doors[name]
    for (const [who, headers] of Object.entries(callers)) {
      sheet.note(
        name,
        who,
        (await ask(app, requestOf(name, { body }), headers)).said,
        refusal(says),
      )
    }
  }
}

/** No login, a user's login, a role that is not enough: three refusals, and nothing changes. */
export async function refuseOperators(
  app: App,
  sheet: Sheet,
  { prepared, staff }: { prepared: Prepared[]; staff: Staff },
  { nobodies, users }: Outside,
) {
  await sheet.unchanged(
    prepared,
    async ({ name, request }) => {
      for (const [who, headers] of Object.entries(nobodies)) {
        const { said } = await ask(app, request, headers)
        sheet.note(name, who, said, refusal('operator_login_required'))
      }
      for (const [who, headers] of Object.entries(users)) {
        sheet.note(name, who, (await ask(app, request, headers)).said, refusal('not_found'))
      }
      for (const [role, operator] of rolesOf(staff)) {
        if (mayCall(name, role)) continue
        sheet.note(name, role, await askAs(app, operator, request), refusal('operator_role'))
      }
    },
    ofLogins,
  )
}

/** Being logged in updates when they were last seen, and the code they used. */
const ofLogins = ['operators', 'operator_sessions']

/** Sessions end while the clock moves; operators log in again. */
export async function logInAgain(operator: TestOperator): Promise<void> {
  if ((await operator.get('/self')).statusCode === 401) await operator.logIn()
}

const askAs = async (app: App, { browser }: TestOperator, request: Request): Promise<string> =>
  (await ask(app, request, asOperator(browser.cookie))).said

/** With a code that is valid now, where it is an approval. */
async function askFreshly(app: App, operator: TestOperator, { request, act }: Prepared) {
  await logInAgain(operator)
  if (act?.by.id === operator.id) await act.first?.()
  const code = act?.isKey ? { code: await operator.code() } : {}
  const payload = request.payload && { ...request.payload, ...code }
  return askAs(app, operator, { ...request, ...(payload && { payload }) })
}

const ofAuthority = ['401', refusal('operator_role')]
const admitted = (said: string) =>
  ofAuthority.some((start) => said.startsWith(start)) ? said : 'admitted'

/** The first caller does it; others with the right role get in and learn that it is done. */
export async function admitOperators(
  app: App,
  sheet: Sheet,
  { prepared, staff }: { prepared: Prepared[]; staff: Staff },
) {
  for (const each of prepared) {
    const { name, request, act } = each
    if (act) {
      const said = await askFreshly(app, act.by, each)
      sheet.note(name, 'who does it', Number(said) < 300 ? 'done' : said, 'done')
    }
    for (const [role, operator] of rolesOf(staff)) {
      if (!mayCall(name, role) || operator.id === act?.by.id) continue
      await logInAgain(operator)
      sheet.note(name, role, admitted(await askAs(app, operator, request)), 'admitted')
    }
  }
}

/**
 * An operator with every role who is one of the users concerned. That is checked before the code,
 * so that a wrong code does not matter here.
 */
export async function refuseConcerned(
  app: App,
  sheet: Sheet,
  prepared: Prepared[],
  concerned: TestOperator,
) {
  const become = `update operators set email_key = (select email_key from users where id = $2)
    where id = $1`
  const tries = prepared.flatMap((each) => each.about.map((userId) => ({ ...each, userId })))
  await sheet.unchanged(
    tries,
    async ({ name, request, userId }) => {
      await app.database.owner.pool.query(become, [concerned.id, userId])
      const said = await askAs(app, concerned, request)
      sheet.note(name, 'whom it concerns', said, refusal('operator_partial'))
    },
    ofLogins,
  )
}
