import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { readRows, type Row } from '../../apps/server/bench/shared/rows.ts'

/**
 * What the product costs, beside what it has to reach: `pnpm bench` measures all, `pnpm bench NAME`
 * one. `--check` fails where a figure is a fifth worse than that of the last release, whatever its
 * goal; `--save` writes the figures of this release.
 */
type Bar = { shows: string; program: string; /** Only when it is named. */ isLong?: true }

const bars: Record<string, Bar> = {
  directory: {
    shows: 'a page of the directory beside the bare engine and a bare server; flat; fresh',
    program: 'apps/server/bench/directory.ts',
  },
  filters: {
    shows: 'searches of the directory beside the bare engine, and the slowest of them',
    program: 'apps/server/bench/filters.ts',
  },
  accept: {
    shows: 'an accepted offer beside the bare engine',
    program: 'apps/server/bench/accept.ts',
  },
  chat: {
    shows: 'a message from one API process to a tab on another',
    program: 'apps/server/bench/chat.ts',
  },
  streams: {
    shows: 'a thousand open streams on one API process, and when an event reaches one of them',
    program: 'apps/server/bench/streams.ts',
  },
  logins: {
    shows: 'a storm of logins beside bare hashes, and the reads that go on meanwhile',
    program: 'apps/server/bench/logins.ts',
  },
  tokens: {
    shows: 'the check of a token, and a call with a login beside one without',
    program: 'apps/server/bench/tokens.ts',
  },
  jobs: { shows: 'a job that settles, beside a bare claim', program: 'apps/server/bench/jobs.ts' },
  timers: {
    shows: 'a deadline that is due, with a million others pending',
    program: 'apps/server/bench/timers.ts',
  },
  idle: { shows: 'what a stack does that nobody uses', program: 'apps/server/bench/idle.ts' },
  start: { shows: 'what a process costs to start', program: 'apps/server/bench/start.ts' },
  pages: {
    shows: 'a page from the server beside a bare server',
    program: 'tools/bench/pages.ts',
  },
  weight: {
    shows: 'the script of a first view beside an empty React page',
    program: 'tools/bench/weight.ts',
  },
  paint: {
    shows: 'when a page is there on a slow line, beside the same page without script',
    program: 'tools/bench/paint.ts',
  },
  open: {
    shows: 'when dashboard and loan page are there on a slow line, cold and warm',
    program: 'tools/bench/open.ts',
  },
  scale: {
    shows: 'pages that calls read beside 10⁷ listings and 10⁶ loans; --small or --loans=N for less',
    program: 'apps/server/bench/scale.ts',
    isLong: true,
  },
}
const releaseFile = new URL('last-release.json', import.meta.url)
const worstKept = 0.8

const options = new Set(process.argv.slice(2).filter((each) => each.startsWith('--')))
const names = process.argv.slice(2).filter((each) => !each.startsWith('--'))
for (const name of names) {
  if (bars[name]) continue
  console.error(`There is no bar called ${name}.\n`)
  for (const [known, { shows }] of Object.entries(bars)) console.error(`${known}: ${shows}`)
  process.exit(1)
}

const usual = Object.keys(bars).filter((name) => !bars[name]?.isLong)
const unmeasured: string[] = []
const rows = (names.length > 0 ? names : usual).flatMap(measure)
print(rows)
const before = readRelease()
const worse = rows.filter((row) => isWorse(row, before.get(keyOf(row))))
for (const row of worse) {
  const was = before.get(keyOf(row))
  console.log(`${keyOf(row)}: ${shown(row.measured)}, and ${shown(was ?? 0)} at the last release`)
}
if (options.has('--save')) save(rows)
for (const name of unmeasured) console.log(`${name} could not be measured`)
const isFailed = options.has('--check') && worse.length > 0
process.exit(isFailed || unmeasured.length > 0 ? 1 : 0)

function measure(name: string): Row[] {
  const program = bars[name]?.program ?? ''
  console.error(`── ${name}`)
  const stdio = ['ignore', 'pipe', 'inherit'] as const
  const { status, stdout } = spawnSync('node', [program, ...options], {
    stdio: [...stdio],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) {
    console.error(stdout)
    unmeasured.push(name)
    return []
  }
  return readRows(stdout)
}

function keyOf({ bar, what }: Row): string {
  return `${bar}: ${what}`
}

/** A fifth worse than it was. What was nothing, such as lost messages, has to stay nothing. */
function isWorse({ measured, is }: Row, was: number | undefined): boolean {
  if (was === undefined) return false
  return is === 'at least' ? measured < was * worstKept : measured > was / worstKept
}

function print(all: Row[]): void {
  const lines = all.map((row) => {
    const { measured, goal, is, unit = '' } = row
    const isMet = is === 'at least' ? measured >= goal : measured <= goal
    return [
      row.bar,
      row.what,
      `${is === 'at least' ? '≥' : '≤'} ${goal}${unit}`,
      row.peer ?? '',
      row.limit ?? '',
      `${shown(measured)}${unit}`,
      isMet ? 'met' : 'missed',
    ]
  })
  const head = ['bar', 'what', 'goal', 'peer', 'limit', 'measured', '']
  const widths = head.map((_, at) =>
    Math.max(...[head, ...lines].map((line) => line[at]?.length ?? 0)),
  )
  for (const line of [head, ...lines]) {
    console.log(
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  }
}

/** No more digits than mean anything. */
function shown(measured: number): string {
  return Math.abs(measured) >= 100 ? measured.toFixed(0) : `${Number(measured.toPrecision(3))}`
}

function readRelease(): Map<string, number> {
  if (!existsSync(releaseFile)) return new Map()
  const saved = JSON.parse(readFileSync(releaseFile, 'utf8')) as Record<string, number>
  return new Map(Object.entries(saved))
}

function save(all: Row[]): void {
  const measured = new Map([...before, ...all.map((row) => [keyOf(row), row.measured] as const)])
  writeFileSync(releaseFile, `${JSON.stringify(Object.fromEntries(measured), null, 2)}\n`)
}
