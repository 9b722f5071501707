import { ApiError } from './api-error.ts'
import {
  isExpired,
  readRefreshToken,
  readToken,
  removeTokens,
  saveTokens,
} from '../../session/tokens.ts'

/** Asks the server for a new access token. */
type AskServer = (body: { refreshToken: string }) => Promise<{ accessToken: string }>

/** A token the server still accepts, refreshed if needed, or null when a new login is needed. */
export async function getFreshToken(askServer: AskServer): Promise<string | null> {
  const token = readToken()
  if (token && !isExpired(token)) return token
  if (!token && !readRefreshToken()) return null
  const asked = readRefreshToken()
  try {
    return await underLock(() => refresh(askServer))
  } catch (error) {
    // After no answer, a 429 or a 5xx the session may still be valid, so keep it and report the
    // error.
    if (error instanceof ApiError && (error.status === 0 || error.status >= 429)) throw error
    if (readRefreshToken() === asked) removeTokens()
    return null
  }
}

async function refresh(askServer: AskServer): Promise<string> {
  const current = readToken()
  if (current && !isExpired(current)) return current // Another tab has done it meanwhile.
  const refreshToken = readRefreshToken()
  if (!refreshToken) throw new Error('No refresh token available')

  const { accessToken } = await askServer({ refreshToken })
  // Another tab may have logged out, or in as somebody else: then this token must not be saved.
  if (readRefreshToken() !== refreshToken) throw new Error('The session changed meanwhile')
  saveTokens({ token: accessToken })
  return accessToken
}

/** How long a write to storage may take to reach the other tabs, which are other processes. */
const storageSettleMs = 60

/**
 * One refresh at a time over all tabs. The lock is kept a moment longer than the answer takes, so
 * that the next tab finds the new token. Browsers give locks to secure pages only.
 */
function underLock<T>(work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work()
  return new Promise((resolve, reject) => {
    const holdLock = async () => {
      await work().then(resolve, reject)
      await new Promise((done) => {
        setTimeout(done, storageSettleMs)
      })
    }
    navigator.locks.request('refresh', holdLock).catch(reject)
  })
}
