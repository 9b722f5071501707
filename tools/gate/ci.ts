import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

/**
 * Everything a commit has to pass, counted: the tests of the gate, the browser journeys and the
 * proofs at their small size. The last line says how many. `--full` runs every journey on both
 * screen sizes and every proof at its full size, which takes hours.
 */
const isFull = process.argv.includes('--full')
const reports = mkdtempSync(join(tmpdir(), 'pier-ci-'))
/** Of a journey: flaky is broken. */
const isFailed = new Set(['unexpected', 'flaky'])
const counted = { passed: 0, failed: 0 }
/** Repeated at the end, where they are easy to find. */
const failures: string[] = []
/** Each leads a process group, which Ctrl-C does not reach by itself. */
const running = new Set<number>()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const group of running) process.kill(-group, signal)
    process.exit(1)
  })
}

await check()
await need('node apps/web/build.ts')
/** These wait more than they work, so they run beside each other. */
await Promise.all([
  journeys('desk', 'phone'),
  // On a product of their own, because they move its clock.
  inOrder(['desk-later', ...(isFull ? ['phone-later'] : [])], (project) => journeys(project)),
  // On a product of its own, with the demo world, which takes some minutes to build.
  ...(isFull ? [pass('node tools/docs/help-pictures.ts --check', { limitMinutes: 20 })] : []),
  inOrder(['jobs', 'custody', 'mutations', 'offers', 'operator', 'smuggling'], prove),
])
/** These measure, and need the machine alone. */
const alone = [
  'accounts',
  'money',
  'listings',
  'loans',
  'load',
  'production',
  'restore',
  'failover',
]
// At its small size it would look again at what the tests have looked at.
await inOrder(isFull ? [...alone, 'face'] : alone, prove)

for (const failure of failures) console.log(`\nFAILED ${failure}`)
if (failures.length > 0) console.log(`\nFailed were:`)
for (const failure of failures) console.log(failure.split('\n')[0])
console.log(`\n${counted.passed} passed, ${counted.failed} failed`)
process.exit(counted.failed === 0 ? 0 : 1)

async function check() {
  const command = 'pnpm check'
  const fault = await run(command, { env: { VITEST_REPORTS: reports }, isSpokenAtOnce: true })
  const files = ['tests', 'screens'].map((part) => join(reports, `vitest-${part}.json`))
  const failed = files.map(addVitest).reduce((sum, each) => sum + each, 0)
  if (fault && failed === 0) addFailure(fault)
}

async function journeys(...projects: string[]) {
  const report = join(reports, `playwright-${projects.join('-')}.json`)
  const chosen = projects.map((project) => `--project=${project}`).join(' ')
  const command = `pnpm --filter @pier/e2e exec playwright test --no-deps ${chosen}`
  const env = {
    PLAYWRIGHT_REPORT: report,
    WEB_IS_BUILT: '1',
    ...(projects.includes('desk') ? {} : { JOURNEY_PORT: '4440' }),
    ...(isFull ? { JOURNEYS: 'full' } : {}),
  }
  const fault = await run(command, { env })
  if (addPlaywright(report) === 0 && fault) addFailure(fault)
}

async function prove(name: string) {
  await pass(`pnpm proof ${name}${isFull ? '' : ' --small'}`, { limitMinutes: isFull ? 180 : 20 })
}

async function pass(command: string, options: Options) {
  const fault = await run(command, options)
  if (fault) addFailure(fault)
  else counted.passed++
}

/** Is no proof by itself, so only its failure counts. */
async function need(command: string) {
  const fault = await run(command, { limitMinutes: 5 })
  if (fault) addFailure(fault)
}

function addFailure(fault: string) {
  counted.failed++
  failures.push(fault)
}

async function inOrder(names: string[], runOne: (name: string) => Promise<void>) {
  for (const name of names) await runOne(name)
}

type Options = { env?: Record<string, string>; limitMinutes?: number; isSpokenAtOnce?: boolean }

/**
 * What runs beside others prints its output in one piece when it has ended. What hangs is a named
 * failure, not a run that never ends. Returns nothing when all is well, or the command and its last
 * words.
 */
async function run(command: string, options: Options): Promise<string | undefined> {
  const { env, limitMinutes = isFull ? 180 : 45, isSpokenAtOnce = false } = options
  const startedAt = performance.now()
  if (isSpokenAtOnce) console.log(`\n═══ ${command}`)
  const child = spawn(command, {
    shell: true,
    detached: true,
    stdio: isSpokenAtOnce ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const group = child.pid
  if (!group) throw new Error(`${command} did not start`)
  running.add(group)
  let isLate = false
  const limits = [
    setTimeout(() => {
      isLate = true
      process.kill(-group, 'SIGTERM') // What it started outside of its group, it ends itself.
    }, limitMinutes * 60_000),
    setTimeout(() => process.kill(-group, 'SIGKILL'), (limitMinutes + 1) * 60_000),
  ]
  const said: Buffer[] = []
  child.stdout?.on('data', (part: Buffer) => said.push(part))
  child.stderr?.on('data', (part: Buffer) => said.push(part))
  const [code] = (await once(child, 'close')) as [number | null]
  for (const limit of limits) clearTimeout(limit)
  running.delete(group)
  const text = Buffer.concat(said).toString()
  if (!isSpokenAtOnce) console.log(`\n═══ ${command}\n${text}`)
  const end = isLate ? ', and was ended: it may take no longer' : ''
  const took = `${Math.round((performance.now() - startedAt) / 1000)} s${end}`
  console.log(`═══ ${command}: ${took}`)
  return code === 0 ? undefined : `${command}: ${took}\n${text.trimEnd().slice(-1500)}`
}

/** Returns how many failed, as the next does. */
function addVitest(file: string): number {
  type Assertion = { status: string; fullName: string; failureMessages: string[] }
  type Report = {
    numPassedTests: number
    numFailedTests: number
    testResults: { name: string; message: string; status: string; assertionResults: Assertion[] }[]
  }
  const report = readReport(file) as Report | undefined
  counted.passed += report?.numPassedTests ?? 0
  const failedTests = report?.numFailedTests ?? 0
  counted.failed += failedTests
  for (const { name, status, message, assertionResults } of report?.testResults ?? []) {
    const failed = assertionResults.filter((each) => each.status === 'failed')
    if (status === 'failed' && failed.length === 0)
      failures.push(`${pathOf(name)}\n${opening(message)}`)
    for (const { fullName, failureMessages } of failed) {
      failures.push(`${pathOf(name)} › ${fullName}\n${opening(failureMessages.join('\n'))}`)
    }
  }
  return failedTests
}

function addPlaywright(file: string): number {
  type Test = { projectName: string; status: string; results: { error?: { message?: string } }[] }
  type Suite = {
    suites?: Suite[]
    specs?: { file: string; line: number; title: string; tests: Test[] }[]
  }
  type Report = Suite & { stats: { expected: number; unexpected: number; flaky: number } }
  const report = readReport(file) as Report | undefined
  counted.passed += report?.stats.expected ?? 0
  const failedTests = (report?.stats.unexpected ?? 0) + (report?.stats.flaky ?? 0)
  counted.failed += failedTests
  const specsOf = (suite: Suite): NonNullable<Suite['specs']> => [
    ...(suite.specs ?? []),
    ...(suite.suites ?? []).flatMap(specsOf),
  ]
  for (const { file: spec, line, title, tests } of report ? specsOf(report) : []) {
    for (const { projectName, results } of tests.filter(({ status }) => isFailed.has(status))) {
      const said = results.map(({ error }) => error?.message ?? '').join('\n')
      failures.push(`[${projectName}] ${spec}:${line} › ${title}\n${opening(said)}`)
    }
  }
  return failedTests
}

function opening(message: string): string {
  const said = message.split('\n').filter((line) => !/^\s+at |^\s*$/.test(line))
  return said
    .slice(0, 10)
    .map((line) => line.slice(0, 300))
    .join('\n')
}

function pathOf(file: string): string {
  return relative(process.cwd(), file)
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined // The command did not reach its tests.
  }
}
