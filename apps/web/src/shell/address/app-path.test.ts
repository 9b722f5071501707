import { expect, test } from 'vitest'
import { appPath, isInApp } from './app-path.ts'

test.each(['/app', '/app/escrow/7f', '/app/borrow/1/2?tab=offers#first', '/sign/a_b-C3'])(
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
  '/sign',
  '/sign/',
  '/sign/a/../../login',
  '/sign/a%2fb',
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

test('the page for signing is no page of the app, whose frame it does without', () => {
  expect(['/app', '/app?a', '/app#a', '/app/borrow', '/sign/a', '/apples'].map(isInApp)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ])
})
