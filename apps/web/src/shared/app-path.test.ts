import { expect, test } from 'vitest'
import { appPath } from './app-path.ts'

test.each(['/app', '/app/escrow/7f', '/app/borrow/1/2?tab=offers#first'])(
  '%s is followed as it is',
  (link) => {
    expect(appPath(link)).toBe(link)
  },
)

test.each([
  '',
  '/',
  '/login',
  '/apples',
  '/app/../login',
  '/app/%2e%2e/login',
  'app/borrow',
  '//evil.example/app',
  String.raw`/\evil.example/app`,
  'https://evil.example/app',
  'https://here.invalid/app/borrow',
  'javascript:alert(1)',
  'http://[',
])('%j leads to the dashboard', (link) => {
  expect(appPath(link)).toBe('/app')
})
