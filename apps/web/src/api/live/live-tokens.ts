import { leaveForLoginAndBack } from '../../session/leave.ts'
import { getFreshToken } from '../client/refresh.ts'
import { readRefreshToken, readToken, removeTokens, saveTokens } from '../../session/tokens.ts'
import { ApiError } from '../client/api-error.ts'
import { askForToken } from '../client/client.ts'
import type { StreamTokens } from './live-stream.ts'

const fresh = async () =>
  (await getFreshToken((body) => askForToken(body))) ?? leaveForLoginAndBack()

/**
 * The tokens of this session for the stream. Unlike other calls, it renews a refused token once
 * before it leaves for the login.
 */
export const sessionTokens: StreamTokens = {
  fresh,
  renew: async (refused) => {
    if (readToken() !== refused) return fresh() // Another tab has a newer one already.
    const refreshToken = readRefreshToken()
    if (!refreshToken) return leave(refused)
    try {
      const { accessToken } = await askForToken({ refreshToken })
      if (readRefreshToken() !== refreshToken) return fresh() // Another tab has logged in anew.
      saveTokens({ token: accessToken })
      return accessToken
    } catch (error) {
      // Without an answer the session may still be good.
      if (error instanceof ApiError && error.status !== 0 && error.status < 429) {
        return leave(refused)
      }
      throw error
    }
  },
  leave,
}

function leave(refused: string): Promise<never> {
  if (readToken() === refused) removeTokens() // Another tab may have a new login.
  return leaveForLoginAndBack()
}
