import { playwright } from '@vitest/browser-playwright'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { headlessShell } from '../../tools/journeys/chromium.ts'
import routes from './src/routes.ts'

/** Screens in Debian's Chromium, in front of a server that answers as it is told. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [appRoutes()],
  // The product's own speed: React for production takes half the time.
  mode: 'production',
  define: { 'process.env.NODE_ENV': '"production"' },
  oxc: { jsx: { development: false } },
  // All that a screen may ask for, known before the first: a later find reloads the page of a test.
  optimizeDeps: {
    entries: ['src/screens/**/*.tsx', 'src/testing/screen/*.tsx'],
    include: ['react/jsx-runtime', 'react-dom/client'],
  },
  test: {
    name: 'screens',
    include: ['src/**/*.screen.test.{ts,tsx}'],
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    maxWorkers: 3,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      locators: { exact: false }, // As in the journeys.
      viewport: { width: 1440, height: 900 },
      instances: [{ browser: 'chromium' }],
      provider: playwright({
        launchOptions: headlessShell,
        actionTimeout: 15_000,
      }),
    },
  },
})

type Entry = { path?: string; index?: boolean; file: string; children?: Entry[] }

/** The routes of the product as its router takes them, each screen read when it is opened. */
function appRoutes(): Plugin {
  const name = 'virtual:app-routes'
  return {
    name,
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? `export default [${codeOf(routes)}]` : undefined),
  }
}

function codeOf(entries: Entry[]): string {
  return entries
    .filter(({ file }) => file.endsWith('.tsx'))
    .map(({ path, index, file, children }) => {
      const lazy = `async () => {
        const { default: Component, ErrorBoundary } = await import('/src/${file}')
        return { Component, ErrorBoundary }
      }`
      const below = index ? 'index: true' : `children: [${codeOf(children ?? [])}]`
      return `{ path: ${JSON.stringify(path)}, lazy: ${lazy}, ${below} }`
    })
    .join(',')
}
