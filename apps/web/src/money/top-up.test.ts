import { beforeEach, expect, test } from 'vitest'
import { findKeptPurpose, keepPurpose, purposeText, readPurpose, topUpPath } from './top-up.ts'

const purpose = { missingCents: 1234, back: '/app/my-domains/transfer-in?domain=7' }

beforeEach(() => localStorage.clear())

test('the way to add money carries what is missing and where to return', () => {
  const path = topUpPath(purpose)

  expect(path).toBe(
    '/app/add-balance?amount=12.34&back=%2Fapp%2Fmy-domains%2Ftransfer-in%3Fdomain%3D7',
  )
  expect(readPurpose(path.slice(path.indexOf('?')))).toEqual(purpose)
})

test.each([
  '//evil.example/app',
  'https://evil.example/app',
  '/\\evil.example',
  '/application',
  '/app/../login',
  '/login',
  'javascript:alert(1)',
  '',
])('%s is no page of the app to return to', (back) => {
  expect(readPurpose(`?amount=5&back=${encodeURIComponent(back)}`)).toBeNull()
  localStorage.setItem('top-up', JSON.stringify({ missingCents: 500, back }))
  expect(findKeptPurpose()).toBeNull()
})

test.each(['', '0', '-5', 'much', '1e9'])('%s is no amount that is missing', (amount) => {
  expect(readPurpose(`?amount=${amount}&back=%2Fapp%2Fborrow`)).toBeNull()
})

test('the window of the payment finds what it was for, and nothing once another one is started', () => {
  keepPurpose(purpose)
  expect(findKeptPurpose()).toEqual(purpose)

  keepPurpose(null)
  expect(findKeptPurpose()).toBeNull()
  localStorage.setItem('top-up', '{')
  expect(findKeptPurpose()).toBeNull()
})

test('a purpose is said in words', () => {
  const textOf = (back: string) => purposeText({ missingCents: 1, back })

  expect(textOf('/app/my-domains/transfer-in?domain=7')).toBe('the transfer')
  expect(textOf('/app/my-domains/renew?domain=7')).toBe('the renewal')
  expect(textOf('/app/escrow/7')).toBe('the loan')
})
