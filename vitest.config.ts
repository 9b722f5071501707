import { defineConfig } from 'vitest/config'

/** `unit` is pure, `db` runs on a PostgreSQL of its own, `web` in a small DOM, `screens` in Chromium. */
const { VITEST_REPORTS: reports, VITEST_PART: part = 'all' } = process.env

export default defineConfig({
  test: {
    chaiConfig: { truncateThreshold: 0 }, // What failed is said whole.
    maxWorkers: 4, // A part of a test is waiting for a job or a mail.
    reporters: reports
      ? ['default', ['json', { outputFile: `${reports}/vitest-${part}.json` }]]
      : ['default'],
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          include: ['packages/*/src/**/*.test.ts', 'tools/**/*.test.ts'],
          testTimeout: 60_000, // Every place of a loan is walked through, on a machine that may be busy.
        },
      },
      {
        test: {
          name: 'db',
          // What a test changes is its database, one a file; reading the server anew for each file
          // took longer than half of the tests.
          isolate: false,
          // As it is deployed: React draws a mail in a third of the time.
          env: { NODE_ENV: 'production' },
          include: ['apps/server/{src,test}/**/*.test.ts', 'apps/stand-ins/src/**/*.test.ts'],
          globalSetup: ['apps/server/test/global-setup.ts'],
          // Only what fails waits so long, and a busy machine may stand still for seconds.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 45_000, interval: 50 } },
        },
      },
      {
        test: {
          name: 'web',
          include: ['apps/web/{src,server,chunks}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.screen.test.{ts,tsx}'],
          environment: 'happy-dom',
          testTimeout: 60_000, // A whole screen is built in seconds where the machine is busy.
        },
      },
      'apps/web/vitest.screens.config.ts',
    ],
  },
})
