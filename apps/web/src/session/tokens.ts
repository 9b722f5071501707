/**
 * The two tokens of the session, and how far this device's clock is from the server's. They are
 * read from storage on every use and never kept: another tab may have logged out or refreshed.
 */
const keys = { token: 'token', refreshToken: 'refreshToken', offset: 'clockOffsetMs' }

/** A token that expires in transit would end the session, so it counts as expired early. */
const expiryMarginMs = 5000

export const readToken = () => localStorage.getItem(keys.token)
export const readRefreshToken = () => localStorage.getItem(keys.refreshToken)
export const hasTokens = () => Boolean(readToken() ?? readRefreshToken())

export function saveTokens(tokens: { token: string; refreshToken?: string }) {
  const { iat } = readClaims(tokens.token)
  if (iat !== undefined) localStorage.setItem(keys.offset, String(iat * 1000 - Date.now()))
  localStorage.setItem(keys.token, tokens.token)
  if (tokens.refreshToken) localStorage.setItem(keys.refreshToken, tokens.refreshToken)
}

export function removeTokens() {
  for (const key of Object.values(keys)) localStorage.removeItem(key)
}

/** Whether the server, by its own clock, would refuse this token now. */
export function isExpired(token: string): boolean {
  const { exp } = readClaims(token)
  if (exp === undefined) return true
  const serverNow = Date.now() + (Number(localStorage.getItem(keys.offset)) || 0)
  return exp * 1000 - expiryMarginMs <= serverNow
}

/** Only the times. The signature is the server's business. */
function readClaims(token: string): { iat?: number; exp?: number } {
  try {
    const [, payload = ''] = token.split('.')
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return claims && typeof claims === 'object' ? claims : {}
  } catch {
    return {}
  }
}
