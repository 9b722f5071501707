import { afterEach, expect, test, vi } from 'vitest'
import { readToken, saveTokens } from '../../session/tokens.ts'
import { lastingToken } from '../../testing/lasting-token.ts'
import { sessionTokens } from './live-tokens.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const answerWith = (accessToken: string, meanwhile = () => {}) =>
  vi.stubGlobal('fetch', async () => {
    meanwhile()
    return Response.json({ accessToken })
  })

test('a refused token is replaced by a new one of the same session', async () => {
  saveTokens({ token: 'refused', refreshToken: 'ours' })
  answerWith('renewed')

  expect(await sessionTokens.renew('refused')).toBe('renewed')
  expect(readToken()).toBe('renewed')
})

test('a tab that logs in as somebody else meanwhile keeps its session, and the stream takes it', async () => {
  saveTokens({ token: 'refused', refreshToken: 'ours' })
  const theirs = lastingToken()
  answerWith('renewed', () => saveTokens({ token: theirs, refreshToken: 'theirs' }))

  expect(await sessionTokens.renew('refused')).toBe(theirs)
  expect(readToken()).toBe(theirs)
})
