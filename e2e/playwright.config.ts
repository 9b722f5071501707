import { defineConfig, devices } from '@playwright/test'
import { chromium, headlessShell } from '../tools/journeys/chromium.ts'
import { journeyPorts } from '../tools/journeys/journey-ports.ts'

const report = process.env.PLAYWRIGHT_REPORT
const desk = { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } }
const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } }
/**
 * These move the shared clock: they run one at a time, after the others, or in CI on a stack of
 * their own.
 */
const movesClock = /-later\.spec\.ts$/
/** A phone would only repeat these. */
const grepInvert = /@desk/
/** `.ci/full` runs every journey on both sizes. */
const isFull = process.env.JOURNEYS === 'full'
/** Fast and about layout: the gate runs these on a phone too. */
const drawn = /(accessibility|looks|landing|budgets)\.spec\.ts/
const chosen = isFull ? {} : { grep: [/@gate/, drawn] }

/** Journeys on desktop and phone, in Debian's Chromium, on the product as deployed. */
export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 30_000 }, // Only failures wait so long.
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  outputDir: `../test-results/${journeyPorts.web}`,
  snapshotPathTemplate: '{testDir}/looks/{projectName}/{arg}{ext}',
  use: {
    baseURL: `http://localhost:${journeyPorts.web}`,
    // Screenshots of every step would cost more than the steps; a failure has one.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: isFull ? chromium : headlessShell,
  },
  projects: [
    { name: 'desk', use: desk, ...chosen, testIgnore: movesClock },
    {
      name: 'phone',
      use: phone,
      ...(isFull ? {} : { testMatch: drawn }),
      testIgnore: movesClock,
      grepInvert,
    },
    {
      name: 'desk-later',
      use: desk,
      ...chosen,
      testMatch: movesClock,
      dependencies: ['desk', 'phone'],
      workers: 1,
    },
    ...(isFull ? [phoneLater()] : []),
  ],
  webServer: {
    command: 'node tools/journeys/journey-stack.ts',
    cwd: '..',
    url: `http://localhost:${journeyPorts.web}/login`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'pipe',
  },
})

function phoneLater() {
  return {
    name: 'phone-later',
    use: phone,
    testMatch: movesClock,
    grepInvert,
    dependencies: ['desk-later'],
    workers: 1,
  }
}
