import { spawn, spawnSync } from 'node:child_process'
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
const proofLimitMs = (isFull ? 180 : 8) * 60_000
const reports = mkdtempSync(join(tmpdir(), 'pier-ci-'))
const playwrightReport = join(reports, 'playwright.json')
const counted = { passed: 0, failed: 0 }
/** Repeated at the end, where they are easy to find. */
const failures: string[] = []

const gate = run('pnpm check', { VITEST_REPORTS: reports })
for (const part of ['tests', 'screens']) addVitest(join(reports, `vitest-${part}.json`))
if (!gate && counted.failed === 0) counted.failed++

const journeys = run('pnpm --filter @pier/e2e exec playwright test', {
  PLAYWRIGHT_REPORT: playwrightReport,
  ...(isFull ? { JOURNEYS: 'full' } : {}),
})
addPlaywright()
if (!journeys && counted.failed === 0) counted.failed++

/** These mostly wait, so they run together. The others measure, and need the machine alone. */
const together = [
  ['jobs', 'custody', 'mutations'],
  ['offers', 'operator', 'smuggling'],
]
const alone = [['accounts'], ['money'], ['listings'], ['loans']]
for (const proofs of [...together, ...alone]) await Promise.all(proofs.map(runProof))

for (const failure of failures) console.log(`\nFAILED ${failure}`)
if (failures.length > 0) console.log(`\nFailed were:`)
for (const failure of failures) console.log(failure.split('\n')[0])
console.log(`\n${counted.passed} passed, ${counted.failed} failed`)
process.exit(counted.failed === 0 ? 0 : 1)

/** Its output is printed in one piece when it has ended. */
async function runProof(name: string) {
  const startedAt = performance.now()
  const command = `pnpm proof ${name}${isFull ? '' : ' --small'}`
  const proof = spawn(command, { shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  // A proof that hangs is a named failure, not a run that never ends.
  const limit = setTimeout(() => proof.pid && process.kill(-proof.pid, 'SIGKILL'), proofLimitMs)
  const said: Buffer[] = []
  proof.stdout.on('data', (part: Buffer) => said.push(part))
  proof.stderr.on('data', (part: Buffer) => said.push(part))
  const [code] = (await once(proof, 'close')) as [number | null]
  clearTimeout(limit)
  console.log(`\n═══ ${command}\n${Buffer.concat(said).toString()}`)
  sayTime(command, startedAt)
  counted[code === 0 ? 'passed' : 'failed']++
  if (code !== 0) failures.push(command)
}

function run(command: string, env: Record<string, string> = {}): boolean {
  const startedAt = performance.now()
  console.log(`\n═══ ${command}`)
  const timeout = (isFull ? 180 : 45) * 60_000
  const options = {
    shell: true,
    stdio: 'inherit',
    timeout,
    env: { ...process.env, ...env },
  } as const
  const { status } = spawnSync(command, options)
  sayTime(command, startedAt)
  return status === 0
}

function sayTime(command: string, startedAt: number) {
  console.log(`═══ ${command}: ${Math.round((performance.now() - startedAt) / 1000)} s`)
}

function addVitest(file: string) {
  type Assertion = { status: string; fullName: string; failureMessages: string[] }
  type Report = {
    numPassedTests: number
    numFailedTests: number
    testResults: { name: string; message: string; status: string; assertionResults: Assertion[] }[]
  }
  const report = readReport(file) as Report | undefined
  counted.passed += report?.numPassedTests ?? 0
  counted.failed += report?.numFailedTests ?? 0
  for (const { name, status, message, assertionResults } of report?.testResults ?? []) {
    const failed = assertionResults.filter((each) => each.status === 'failed')
    if (status === 'failed' && failed.length === 0)
      failures.push(`${pathOf(name)}\n${opening(message)}`)
    for (const { fullName, failureMessages } of failed) {
      failures.push(`${pathOf(name)} › ${fullName}\n${opening(failureMessages.join('\n'))}`)
    }
  }
}

function addPlaywright() {
  type Test = { projectName: string; status: string; results: { error?: { message?: string } }[] }
  type Suite = {
    suites?: Suite[]
    specs?: { file: string; line: number; title: string; tests: Test[] }[]
  }
  type Report = Suite & { stats: { expected: number; unexpected: number; flaky: number } }
  const report = readReport(playwrightReport) as Report | undefined
  counted.passed += report?.stats.expected ?? 0
  counted.failed += (report?.stats.unexpected ?? 0) + (report?.stats.flaky ?? 0)
  const specsOf = (suite: Suite): NonNullable<Suite['specs']> => [
    ...(suite.specs ?? []),
    ...(suite.suites ?? []).flatMap(specsOf),
  ]
  for (const { file, line, title, tests } of report ? specsOf(report) : []) {
    for (const { projectName, results } of tests.filter(({ status }) => status === 'unexpected')) {
      const said = results.map(({ error }) => error?.message ?? '').join('\n')
      failures.push(`[${projectName}] ${file}:${line} › ${title}\n${opening(said)}`)
    }
  }
}

function opening(message: string): string {
  const said = message.split('\n').filter((line) => !/^\s+at |^\s*$/.test(line))
  return said
    .slice(0, 10)
    .map((line) => line.slice(0, 300))
    .join('\n')
}

/** The path relative to the working directory. */
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
