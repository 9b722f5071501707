import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Everything a commit has to pass, counted: the tests of the gate, the browser journeys and the
 * proofs at their small size. The last line says how many.
 */
const reports = mkdtempSync(join(tmpdir(), 'pier-ci-'))
const vitestReport = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')
const counted = { passed: 0, failed: 0 }

const gate = run('pnpm check', { VITEST_REPORT: vitestReport })
addVitest()
if (!gate && counted.failed === 0) counted.failed++

const journeys = run('pnpm --filter @pier/e2e exec playwright test', {
  PLAYWRIGHT_REPORT: playwrightReport,
})
addPlaywright()
if (!journeys && counted.failed === 0) counted.failed++

const proofs = ['jobs', 'accounts', 'money', 'custody', 'listings', 'offers', 'loans', 'operator']
for (const proof of proofs) {
  counted[run(`pnpm proof ${proof} --small`) ? 'passed' : 'failed']++
}

console.log(`${counted.passed} passed, ${counted.failed} failed`)
process.exit(counted.failed === 0 ? 0 : 1)

function run(command: string, env: Record<string, string> = {}): boolean {
  const startedAt = performance.now()
  console.log(`\n═══ ${command}`)
  const options = { shell: true, stdio: 'inherit', env: { ...process.env, ...env } } as const
  const { status } = spawnSync(command, options)
  console.log(`═══ ${command}: ${Math.round((performance.now() - startedAt) / 1000)} s`)
  return status === 0
}

function addVitest() {
  type Report = { numPassedTests: number; numFailedTests: number }
  const report = readReport(vitestReport) as Report | undefined
  counted.passed += report?.numPassedTests ?? 0
  counted.failed += report?.numFailedTests ?? 0
}

function addPlaywright() {
  type Report = { stats: { expected: number; unexpected: number; flaky: number } }
  const report = readReport(playwrightReport) as Report | undefined
  counted.passed += report?.stats.expected ?? 0
  counted.failed += (report?.stats.unexpected ?? 0) + (report?.stats.flaky ?? 0)
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined // The command did not get as far as its tests.
  }
}
