import { gzipSync } from 'node:zlib'
import { type Browser, chromium } from 'playwright'
import { printRows, type Row } from '../../apps/server/bench/shared/rows.ts'
import { weighReactFloor } from '../../apps/web/chunks/react-floor.ts'
import { headlessShell } from '../journeys/chromium.ts'
import { openTown, type Town } from './screens/town.ts'
import { desk, logIn, openDevice, watchAnswers } from './screens/device.ts'

/**
 * The bar `weight`: the script that a first visit loads until the page is idle, against a page that
 * is nothing but React. The web is built before: `node apps/web/build.ts`.
 */
const filesMost = 10

type Visit = { name: string; path: (town: Town) => string; isPerson: boolean }
type Goal = Visit & { ratioMost: number }

const goals: Goal[] = [
  { name: '/', path: () => '/', isPerson: false, ratioMost: 1.7 },
  { name: '/domains', path: () => '/domains', isPerson: false, ratioMost: 1.9 },
  { name: '/app', path: () => '/app', isPerson: true, ratioMost: 2.6 },
  { name: 'a loan', path: ({ loan }) => loan.path, isPerson: true, ratioMost: 2.9 },
]

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
  const floor = await weighReactFloor()
  console.log(`React alone: ${(floor / 1000).toFixed(1)} kB`)
  const rows: Row[] = []
  for (const goal of goals) rows.push(...rowsOf(goal, await weigh(browser, town, goal), floor))
  // Its dialog opens by itself, once in its life.
  const toSign = { name: 'a loan to sign', path: () => town.unsigned.path, isPerson: true }
  say(toSign.name, await weigh(browser, town, toSign))
  return rows
}

type Weight = { script: number; files: number; all: number; requests: number }

async function weigh(browser: Browser, town: Town, { path, isPerson }: Visit): Promise<Weight> {
  const context = await openDevice(browser, town, desk)
  if (isPerson) await logIn(context, town)
  const page = await context.newPage()
  const { came, mustBeRight } = watchAnswers(page, town.origin)
  await page.goto(path(town))
  await page.waitForSelector('html[data-live]')
  await page.waitForSelector('[aria-busy="true"]', { state: 'detached' })
  await page.waitForTimeout(1500) // What is loaded when nothing else is left to do counts too.
  mustBeRight()
  const sized = await Promise.all(
    came.map(async ({ type, body }) => ({ type, bytes: packed(await body, type) })),
  )
  const scripts = sized.filter(({ type }) => type === 'script')
  await context.close()
  return {
    script: sumOf(scripts),
    files: scripts.length,
    all: sumOf(sized),
    requests: sized.length,
  }
}

/** Fonts and pictures are packed already. */
function packed(body: Buffer, type: string): number {
  return type === 'font' || type === 'image' ? body.length : gzipSync(body).length
}

function sumOf(files: { bytes: number }[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

function rowsOf({ name, ratioMost }: Goal, weight: Weight, floor: number): Row[] {
  const { script, files } = weight
  say(name, weight)
  return [
    {
      bar: 'weight',
      what: `script of ${name} ÷ React alone (gzip)`,
      measured: Number((script / floor).toFixed(2)),
      goal: ratioMost,
      is: 'at most',
      peer: 'Next.js 2.54, MUI 2.93',
      limit: '1.0',
    },
    {
      bar: 'weight',
      what: `files of script on ${name}`,
      measured: files,
      goal: filesMost,
      is: 'at most',
    },
  ]
}

function say(name: string, { script, files, all, requests }: Weight) {
  console.log(
    `${name}: ${(script / 1000).toFixed(1)} kB of script in ${files} files; ` +
      `${(all / 1000).toFixed(1)} kB of everything in ${requests} requests`,
  )
}
