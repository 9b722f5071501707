import { ApiError } from '../api/api-error.ts'
import { isExpired, readRefreshToken, readToken, removeTokens, saveTokens } from './tokens.ts'

/** Asks the server for a new access token. */
type AskServer = (body: { refreshToken: string }) => Promise<{ accessToken: string }>

/** A token the server still takes, refreshed if need be, or null when one has to log in again. */
export async function getFreshToken(askServer: AskServer): Promise<string | null> {
  const token = readToken()
  if (token && !isExpired(token)) return token
  if (!token && !readRefreshToken()) return null
  try {
    return await underLock(() => refresh(askServer))
  } catch (error) {
    // Without an answer the session may still be good: say so and keep it.
    if (error instanceof ApiError && (error.status === 0 || error.status >= 429)) throw error
    removeTokens()
    return null
  }
}

async function refresh(askServer: AskServer): Promise<string> {
  const current = readToken()
  if (current && !isExpired(current)) return current // Another tab has done it meanwhile.
  const refreshToken = readRefreshToken()
  if (!refreshToken) throw new Error('No refresh token available')

  const { accessToken } = await askServer({ refreshToken })
  saveTokens({ token: accessToken })
  return accessToken
}

/** One refresh at a time over all tabs. Browsers give locks to secure pages only. */
const underLock = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('refresh', work) : work()
