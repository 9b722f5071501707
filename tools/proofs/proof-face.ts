import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** `pnpm proof face`: the user interface in Chromium, and how many kilobytes of script it loads. */
const folder = mkdtempSync(join(tmpdir(), 'pier-face-'))
const figuresFile = join(folder, 'figures')
const report = join(folder, 'report.json')
const suites = [
  'looks',
  'landing',
  'budgets',
  'accessibility',
  'settings',
  'notifications',
  'keyboard',
]
const screens = spawnSync('pnpm exec vitest run --project "screens*"', {
  shell: true,
  stdio: 'inherit',
})
const journeys = spawnSync(
  `pnpm --filter @pier/e2e exec playwright test ${suites.map((name) => `${name}.spec.ts`).join(' ')}`,
  {
    shell: true,
    stdio: 'inherit',
    env: {
      ...process.env,
      FACE_FIGURES: figuresFile,
      PLAYWRIGHT_REPORT: report,
      JOURNEYS: 'full',
    },
  },
)

const { stats } = JSON.parse(readFileSync(report, 'utf8')) as {
  stats: { expected: number; unexpected: number; flaky: number; duration: number }
}
console.log(
  `proof face: screens ${screens.status === 0 ? 'passed' : 'failed'}, ${stats.expected} journeys passed, ${stats.unexpected + stats.flaky} failed; ` +
    `${worstFigures()}; ${Math.round(stats.duration / 1000)} s`,
)
process.exit(screens.status === 0 && journeys.status === 0 ? 0 : 1)

/** The worst of each figure over all sizes and schemes. */
function worstFigures(): string {
  if (!existsSync(figuresFile)) return 'no figures'
  const worst = new Map<string, number>()
  for (const line of readFileSync(figuresFile, 'utf8').trim().split('\n')) {
    const { name, value } = JSON.parse(line) as { name: string; value: number }
    worst.set(name, Math.max(worst.get(name) ?? 0, value))
  }
  return [...worst].map(([name, value]) => `${name} ${Number(value.toFixed(3))}`).join(', ')
}
