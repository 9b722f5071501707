import { errors } from '@pier/protocol/errors'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError, noAnswer } from './api-error.ts'
import { getFreshToken } from './refresh.ts'
import { readToken, saveTokens } from '../../session/tokens.ts'

const tokenLasting = (lifeSeconds: number) => {
  const iat = Math.floor(Date.now() / 1000)
  const claims = { iat, exp: iat + lifeSeconds, jti: Math.random() }
  return `head.${btoa(JSON.stringify(claims))}.signature`
}
const askServer = vi.fn<Parameters<typeof getFreshToken>[0]>()

/** One at a time, like the browser's locks across tabs. */
function fakeLocks() {
  let last: Promise<unknown> = Promise.resolve()
  const request = (_: string, work: () => unknown) => {
    last = last.then(work, work)
    return last
  }
  return { request }
}

beforeEach(() => {
  localStorage.clear()
  askServer.mockReset()
  vi.stubGlobal('navigator', { locks: fakeLocks() })
})

test('a token that is still good is used as it is', async () => {
  const token = tokenLasting(900)
  saveTokens({ token, refreshToken: 'r' })

  expect(await getFreshToken(askServer)).toBe(token)
  expect(askServer).not.toHaveBeenCalled()
})

test('two calls that find the token expired refresh once and share the answer', async () => {
  saveTokens({ token: tokenLasting(0), refreshToken: 'r' })
  const accessToken = tokenLasting(900)
  askServer.mockResolvedValueOnce({ accessToken })

  const both = await Promise.all([getFreshToken(askServer), getFreshToken(askServer)])

  expect(both).toEqual([accessToken, accessToken])
  expect(localStorage.getItem('token'), 'stored').toBe(accessToken)
  expect(askServer.mock.calls).toEqual([[{ refreshToken: 'r' }]])
})

test('a refresh that another tab has done meanwhile is not done again', async () => {
  saveTokens({ token: tokenLasting(0), refreshToken: 'r' })
  const otherTab = Promise.withResolvers<void>()
  void navigator.locks.request('refresh', () => otherTab.promise)

  const fresh = getFreshToken(askServer)
  const fromOtherTab = tokenLasting(900)
  saveTokens({ token: fromOtherTab })
  otherTab.resolve()

  expect(await fresh).toBe(fromOtherTab)
  expect(askServer).not.toHaveBeenCalled()
})

test('a session the server has ended leaves no tokens behind', async () => {
  saveTokens({ token: tokenLasting(0), refreshToken: 'r' })
  const refusal = { code: 'login_required', message: errors.login_required.message } as const
  askServer.mockRejectedValueOnce(new ApiError(401, refusal))

  expect(await getFreshToken(askServer)).toBe(null)
  expect(readToken()).toBe(null)
})

test('an access token without a refresh token ends the session once it expires', async () => {
  localStorage.setItem('token', tokenLasting(0))

  expect(await getFreshToken(askServer)).toBe(null)
  expect(askServer).not.toHaveBeenCalled()
})

test('a server that does not answer does not log anybody out', async () => {
  saveTokens({ token: tokenLasting(0), refreshToken: 'r' })
  askServer.mockRejectedValueOnce(noAnswer())

  await expect(getFreshToken(askServer)).rejects.toThrow(errors.unavailable.message)
  expect(readToken()).not.toBe(null)
})

test('an answer that comes after another tab logged in as somebody else is thrown away', async () => {
  saveTokens({ token: tokenLasting(0), refreshToken: 'of X' })
  const ofY = tokenLasting(900)
  askServer.mockImplementationOnce(async () => {
    saveTokens({ token: ofY, refreshToken: 'of Y' })
    return { accessToken: tokenLasting(900) }
  })

  await getFreshToken(askServer)

  expect(readToken()).toBe(ofY)
})

test('a refusal that comes after another tab logged in does not log that one out', async () => {
  saveTokens({ token: tokenLasting(0), refreshToken: 'of X' })
  const ofY = tokenLasting(900)
  askServer.mockImplementationOnce(async () => {
    saveTokens({ token: ofY, refreshToken: 'of Y' })
    throw new ApiError(401, { code: 'login_required', message: errors.login_required.message })
  })

  await getFreshToken(askServer)

  expect(readToken()).toBe(ofY)
})
