import { type Browser, type BrowserContext, chromium } from 'playwright'
import { medianOf, printRows, type Row } from '../../apps/server/bench/shared/rows.ts'
import { headlessShell } from '../journeys/chromium.ts'
import { isThere, noteScript, type Painted, readNotes } from './screens/painted.ts'
import { openTown, type Town } from './screens/town.ts'
import { logIn, openDevice, phone, slowDown, watchAnswers } from './screens/device.ts'

/**
 * The bar `open`: how long a borrower on a phone and a poor line waits for the dashboard and for a
 * loan, on a device that has never been here and on one that was. There is what they came for when
 * the name of the domain is on the screen and nothing loads. The web is built before:
 * `node apps/web/build.ts`.
 */
const rounds = 3
const patienceMs = 20_000

type Visit = Painted & { requests: number }

const stops: (() => unknown)[] = []
try {
  printRows(await measure())
} finally {
  for (const stop of stops.toReversed()) await stop()
}
process.exit()

async function measure(): Promise<Row[]> {
  const town = await openTown(stops)
  const browser = await chromium.launch(headlessShell)
  stops.push(() => browser.close())
  const cold: Visit[] = []
  const warm: Visit[] = []
  const loan: Visit[] = []
  for (let round = 0; round < rounds; round++) {
    const [first, second] = await visitTwice(browser, town)
    cold.push(first)
    warm.push(second)
    loan.push(await visitLoan(browser, town))
  }
  return [
    ...rowsOf('the dashboard', cold, 3000),
    ...rowsAgain(warm),
    ...rowsOf('a loan', loan, 3500),
  ]
}

async function visitTwice(browser: Browser, town: Town): Promise<[Visit, Visit]> {
  const context = await openDevice(browser, town, phone)
  await logIn(context, town)
  const first = await visit(context, town, '/app')
  const second = await visit(context, town, '/app')
  await context.close()
  return [first, second]
}

async function visitLoan(browser: Browser, town: Town): Promise<Visit> {
  const context = await openDevice(browser, town, phone)
  await logIn(context, town)
  const visited = await visit(context, town, town.loan.path)
  await context.close()
  return visited
}

async function visit(context: BrowserContext, town: Town, path: string): Promise<Visit> {
  const page = await context.newPage()
  const { came, mustBeRight } = watchAnswers(page, town.origin)
  await page.addInitScript(noteScript(town.loan.name))
  await slowDown(page)
  await page.goto(path)
  await page.waitForFunction(isThere, undefined, { timeout: patienceMs })
  const requests = came.length
  const painted = await readNotes(page)
  mustBeRight()
  await page.close()
  return { ...painted, requests }
}

function rowsOf(what: string, visits: Visit[], goal: number): Row[] {
  const row = { bar: 'open', is: 'at most' } as const
  const thereMs = medianOf(visits.map((each) => each.thereMs))
  const shift = Math.max(...visits.map((each) => each.shift))
  return [
    {
      ...row,
      what: `${what} is there, first time`,
      measured: Math.round(thereMs),
      goal,
      unit: 'ms',
    },
    {
      ...row,
      what: `requests until ${what} is there`,
      measured: medianOf(visits.map(({ requests }) => requests)),
      goal: 20,
    },
    { ...row, what: `layout shift of ${what}`, measured: Number(shift.toFixed(4)), goal: 0.02 },
  ]
}

function rowsAgain(visits: Visit[]): Row[] {
  const thereMs = Math.round(medianOf(visits.map((each) => each.thereMs)))
  const what = 'the dashboard is there, again'
  return [{ bar: 'open', what, measured: thereMs, goal: 1500, is: 'at most', unit: 'ms' }]
}
