import type { CallName } from '@pier/protocol/calls/calls'
import type { OperatorCallName } from '@pier/protocol/calls/operator/operator-access'
import type { useTestApp } from '../test-app.ts'
import type { TestBrowser } from '../test-browser.ts'
import { aboutNothing, ask, asUser, requestOf, type Headers, type Request } from './requests.ts'
import type { Row } from './row.ts'
import { rowsOfLoans } from './rows-of-loans.ts'
import { rowsOfDomains, rowsOfMarket, rowsOfMoney, rowsOfUsers } from './rows-of-people.ts'
import { refusal, type Sheet } from './sheet.ts'
import { untilQuiet } from './unchanged.ts'
import type { World } from './world.ts'

type App = ReturnType<typeof useTestApp>
type UserCallName = Exclude<CallName, OperatorCallName>

/** A new call of users does not compile without its row. */
export const rows: Record<UserCallName, Row> = {
  ...rowsOfUsers,
  ...rowsOfDomains,
  ...rowsOfMarket,
  ...rowsOfLoans,
  ...rowsOfMoney,
}
const names = Object.keys(rows) as UserCallName[]
/** Calls that remove something come last, so that it is there for the others. */
const takesAway = (name: string) => name.startsWith('DELETE') || name === 'POST /users/logout'
const inOrder = names.toSorted((a, b) => Number(takesAway(a)) - Number(takesAway(b)))

type Outside = { outsiders: Record<string, Headers>; stranger: TestBrowser }

/** Everybody who has no right to a call, and the calls that are open to everybody. */
export async function refuseOthers(app: App, sheet: Sheet, world: World, outside: Outside) {
  const all = names.map((name) => ({ name, row: rows[name] }))
  const closed = all.filter(({ row }) => row.kind === 'closed')
  await sheet.unchanged(closed, async ({ name, row }) => {
    const { by: _, other, ...made } = row.make(world)
    const request = requestOf(name, made)
    await shutOut(app, sheet, { name, request }, outside.outsiders)
    if (row.hides) await hide(app, sheet, { name, request, row }, outside.stranger)
    if (row.other && other) {
      const { said } = await ask(app, request, asUser(other.browser))
      sheet.note(name, 'the other side', said, refusal(row.other))
    }
  })
  for (const { name, row } of all) {
    if (row.kind === 'open') await letIn(app, sheet, { name, row, world }, outside)
  }
}

type Asked = { name: UserCallName; request: Request }

async function shutOut(
  app: App,
  sheet: Sheet,
  { name, request }: Asked,
  outsiders: Record<string, Headers>,
) {
  for (const [who, headers] of Object.entries(outsiders)) {
    sheet.note(name, who, (await ask(app, request, headers)).said, refusal('login_required'))
  }
  // A caller without a login does not learn what is wrong with the request.
  const isRead = request.method === 'GET'
  const bare: Request = isRead
    ? { ...request, method: 'HEAD' }
    : { ...request, payload: { nonsense: true }, headers: { 'content-type': 'application/json' } }
  const { said } = await ask(app, bare, {})
  const who = isRead ? 'nobody, by HEAD' : 'nobody, with nonsense'
  sheet.note(name, who, said, isRead ? '401' : refusal('login_required'))
}

/** Somebody else's thing and a missing thing get the same answer. */
async function hide(
  app: App,
  sheet: Sheet,
  { name, request, row }: Asked & { row: Row },
  stranger: TestBrowser,
) {
  const real = await ask(app, request, asUser(stranger))
  const none = await ask(app, aboutNothing(request), asUser(stranger))
  const wanted = row.hides ? refusal(row.hides) : ''
  sheet.note(name, 'a stranger', real.said, wanted)
  sheet.note(
    name,
    'a stranger, about nothing',
    `${none.said} ${none.body}`,
    `${wanted} ${real.body}`,
  )
}

type Opened = { name: UserCallName; row: Row; world: World }

async function letIn(app: App, sheet: Sheet, opened: Opened, { outsiders, stranger }: Outside) {
  const { name, row, world } = opened
  const callers: Record<string, Headers> = { ...outsiders, 'a stranger': asUser(stranger) }
  for (const [who, headers] of Object.entries(callers)) {
    const request = requestOf(name, row.make(world))
    sheet.note(name, who, doneOr((await ask(app, request, headers)).said), allowed(row))
  }
}

const allowed = ({ says }: Row) => (says ? refusal(says) : 'done')
const doneOr = (said: string) => (Number(said) < 300 ? 'done' : said)

/** The rightful callers. */
export async function askOwners(app: App, sheet: Sheet, world: World): Promise<void> {
  for (const name of inOrder) await askOwner(app, sheet, { name, world, who: 'whose it is' })
}

type Owned = { name: UserCallName; world: World; who: string; wanted?: string }

async function askOwner(app: App, sheet: Sheet, owned: Owned): Promise<void> {
  const { name, world, who, wanted = allowed(rows[name]) } = owned
  const { by, other: _, ...made } = rows[name].make(world)
  const { said, body } = await ask(app, requestOf(name, made), asUser(by.browser))
  const got = doneOr(said)
  sheet.note(name, who, got === wanted ? got : `${said} ${body}`, wanted)
}

const frozen = 'frozen_at = app_now()'
const unverified = 'email_verified_at = null'
const free = 'frozen_at = null'
const verified = 'email_verified_at = app_now()'
const pauses = {
  frozen: { set: [frozen, verified], closes: ['grave', 'again'], code: 'frozen' },
  unverified: { set: [free, unverified], closes: ['grave', 'verified'], code: 'email_unverified' },
} as const
type Pause = keyof typeof pauses

/** Sets these columns for every user. */
const set = (app: App, columns: readonly string[]) =>
  app.database.owner.pool.query(`update users set ${columns.join(', ')}`)

const closesOf = (name: UserCallName) => rows[name].closes ?? 'nothing'

/** The rightful callers, while a pause keeps them from it. */
export async function refusePaused(app: App, sheet: Sheet, world: World): Promise<void> {
  await untilQuiet(app) // Earlier calls have left work to jobs.
  for (const pause of Object.keys(pauses) as Pause[]) {
    const { set: columns, closes, code } = pauses[pause]
    await set(app, columns)
    const closed = names.filter((name) => closes.some((each) => each === closesOf(name)))
    await sheet.unchanged(
      closed.map((name) => ({ name })),
      ({ name }) => askOwner(app, sheet, { name, world, who: pause, wanted: refusal(code) }),
    )
  }
  await set(app, [free, verified])
}

/** The rightful callers, during a pause that does not concern the call. */
export async function admitPaused(app: App, sheet: Sheet, world: World): Promise<void> {
  const groups = {
    verified: { who: 'frozen', columns: [frozen, verified] },
    again: { who: 'unverified', columns: [free, unverified] },
    nothing: { who: 'frozen and unverified', columns: [frozen, unverified] },
  }
  for (const [closes, { who, columns }] of Object.entries(groups)) {
    await set(app, columns)
    for (const name of inOrder) {
      if (closesOf(name) === closes) await askOwner(app, sheet, { name, world, who })
    }
  }
  await set(app, [free, verified])
}

/** How many cells a user's call must have. */
export function cellsDue(name: UserCallName, outsiders: object): number {
  const { kind, hides, other } = rows[name]
  const owners = closesOf(name) === 'nothing' ? 2 : 3
  const everybody = Object.keys(outsiders).length
  if (kind === 'open') return everybody + 1 + owners
  return everybody + 1 + (hides ? 2 : 0) + Number(other !== undefined) + owners
}
