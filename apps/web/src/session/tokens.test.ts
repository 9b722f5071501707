import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  hasTokens,
  isExpired,
  readRefreshToken,
  readToken,
  removeTokens,
  saveTokens,
} from './tokens.ts'

const serverNow = Date.UTC(2026, 9, 14, 12)
const seconds = (ms: number) => Math.floor(ms / 1000)
const tokenOf = (claims: object) => `head.${btoa(JSON.stringify(claims))}.signature`
const freshToken = () => tokenOf({ iat: seconds(serverNow), exp: seconds(serverNow) + 900 })

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ now: serverNow })
})
afterEach(() => vi.useRealTimers())

test('a token lives for its fifteen minutes and not longer', () => {
  const token = freshToken()
  saveTokens({ token, refreshToken: 'r' })

  vi.setSystemTime(serverNow + 14 * 60_000)
  expect(isExpired(token)).toBe(false)
  vi.setSystemTime(serverNow + 15 * 60_000)
  expect(isExpired(token)).toBe(true)
})

test.each([-2 * 3_600_000, 2 * 3_600_000])(
  'a device whose clock is wrong by %d ms sees the same end as the server',
  (wrongByMs) => {
    const token = freshToken()
    vi.setSystemTime(serverNow + wrongByMs)
    saveTokens({ token, refreshToken: 'r' })

    expect(isExpired(token)).toBe(false)
    vi.setSystemTime(serverNow + wrongByMs + 15 * 60_000)
    expect(isExpired(token)).toBe(true)
  },
)

test('what is not a token counts as expired', () => {
  expect(isExpired('')).toBe(true)
  expect(isExpired('a.b.c')).toBe(true)
  expect(isExpired(tokenOf({ iat: 1 }))).toBe(true)
})

test('a refreshed access token leaves the refresh token alone, and removing leaves nothing', () => {
  saveTokens({ token: freshToken(), refreshToken: 'r' })
  const next = freshToken()
  saveTokens({ token: next })
  expect([readToken(), readRefreshToken()]).toEqual([next, 'r'])

  removeTokens()
  expect(hasTokens()).toBe(false)
  expect(localStorage.length).toBe(0)
})
