import { type Browser, chromium } from 'playwright'
import { medianOf, printRows, type Row } from '../../apps/server/bench/shared/rows.ts'
import { headlessShell } from '../journeys/chromium.ts'
import { noteScript, type Painted, readNotes } from './screens/painted.ts'
import { startReplay } from './screens/scriptless.ts'
import { openTown } from './screens/town.ts'
import { openDevice, phone, slowDown, watchAnswers } from './screens/device.ts'

/**
 * The bar `paint`: when a public page shows its largest part to a phone on a poor line, against the
 * same page without any script. The two take turns. The web is built before:
 * `node apps/web/build.ts`.
 */
const rounds = 9
const paths = ['/', '/domains']

const stops: (() => unknown)[] = []
try {
  printRows(await measure())
} finally {
  for (const stop of stops.toReversed()) await stop()
}
process.exit()

async function measure(): Promise<Row[]> {
  const town = await openTown(stops)
  const { whole, plain } = await startReplay(town.origin, stops)
  const browser = await chromium.launch(headlessShell)
  stops.push(() => browser.close())
  const rows: Row[] = []
  for (const path of paths) {
    const pairs: { ours: Painted; bare: Painted }[] = []
    await visit(browser, whole, path) // Fills the memory of both sides.
    await visit(browser, plain, path)
    for (let round = 0; round < rounds; round++) {
      const ours = await visit(browser, whole, path)
      const bare = await visit(browser, plain, path)
      pairs.push({ ours, bare })
    }
    rows.push(...rowsOf(path, pairs))
  }
  return rows
}

async function visit(browser: Browser, origin: string, path: string): Promise<Painted> {
  const context = await openDevice(browser, { origin }, phone)
  const page = await context.newPage()
  const { mustBeRight } = watchAnswers(page, origin)
  await page.addInitScript(noteScript(''))
  await slowDown(page)
  await page.goto(path)
  if (origin.includes('localhost')) await page.waitForSelector('html[data-live]')
  const painted = await readNotes(page)
  mustBeRight()
  await context.close()
  return painted
}

function rowsOf(path: string, pairs: { ours: Painted; bare: Painted }[]): Row[] {
  const ratio = medianOf(pairs.map(({ ours, bare }) => ours.lcpMs / bare.lcpMs))
  const lcp = medianOf(pairs.map(({ ours }) => ours.lcpMs))
  const limit = medianOf(pairs.map(({ bare }) => bare.lcpMs))
  console.log(`${path}: ${lcp.toFixed(0)} ms, without script ${limit.toFixed(0)} ms`)
  const row = { bar: 'paint', is: 'at most' } as const
  return [
    {
      ...row,
      what: `largest paint of ${path} ÷ without script`,
      measured: Number(ratio.toFixed(3)),
      goal: 1.15,
      peer: 'SPA 5.0 to 5.6',
      limit: '1.0',
    },
    {
      ...row,
      what: `layout shift of ${path}`,
      measured: Number(Math.max(...pairs.map(({ ours }) => ours.shift)).toFixed(4)),
      goal: 0.02,
    },
    {
      ...row,
      what: `time in which ${path} could not answer`,
      measured: Math.round(medianOf(pairs.map(({ ours }) => ours.blockedMs))),
      goal: 200,
      unit: 'ms',
      peer: 'SPA 591 to 646',
    },
  ]
}
