import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import routes from './routes.ts'

type Entry = { path?: string | undefined; index?: boolean | undefined; file: string }
type Nested = Entry & { children?: Nested[] | undefined }

const flatten = (entries: Nested[], above = ''): [path: string, file: string][] =>
  entries.flatMap(({ path, index, file, children }) => {
    const here = path ? `${above}/${path}` : above
    const own: [string, string][] = path || index ? [[here || '/', file]] : []
    return [...own, ...flatten(children ?? [], here)]
  })
const screens = new Map(flatten(routes))

test('every public address of the specification has its screen', () => {
  expect(screens.get('/')).toContain('landing')
  expect(screens.get('/domains/:page?')).toContain('public-listings')
  expect(screens.get('/login')).toContain('login-tab')
  expect(screens.get('/register')).toContain('register-tab')
  expect(screens.get('/reset-password')).toContain('reset-password')
  expect(screens.get('/*')).toContain('not-found')
})

test('every address of the app has its screen', () => {
  expect(screens.get('/app')).toContain('dashboard')
  expect(screens.get('/app/my-domains/:at?')).toContain('my-domains')
  expect(screens.get('/app/borrow/:domainsPage?/:offersPage?')).toContain('borrow')
  expect(screens.get('/app/lend/:domainsPage?/:offersPage?')).toContain('lend')
  expect(screens.get('/app/escrow/:id')).toContain('loan-screen')
  expect(screens.get('/app/listings/:page?')).toContain('listings')
  expect(screens.get('/app/transactions/:page?')).toContain('transactions')
  expect(screens.get('/app/add-balance')).toContain('add-balance')
  expect(screens.get('/app/settings')).toContain('settings')
  expect(screens.get('/app/*')).toContain('not-found')
})

test('every screen of the first level catches its own crash', () => {
  const screensOf = routes.map(({ file }) => file).filter((file) => file.endsWith('.tsx'))
  const without = screensOf.filter((file) => {
    const source = readFileSync(join(import.meta.dirname, file), 'utf8')
    return !source.includes(' as ErrorBoundary }')
  })
  expect(screensOf.length).toBeGreaterThan(5)
  expect(without).toEqual([])
})
