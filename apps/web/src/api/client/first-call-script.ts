import { livePositionHeader } from '@pier/protocol/live-position'

/** Where the script leaves what it asked for. */
export const firstCallKey = 'firstCall'

export type AskedFirst = {
  page: string
  /** Whose page it is: somebody else may log in before the code has come. */
  token: string
  /** When, by this machine's clock: a tab may stand still before the code has come. */
  atMs: number
  answer: Promise<{ body: Record<string, unknown>; position: string | null } | null>
}

/**
 * Stands in the first bytes of a page of the app, before its styles, and asks for what the page
 * shows while the code is still on its way. With a token that has expired, or none, it asks for
 * nothing: the code renews it. `readToken` and `isExpired` in tokens.ts know the same of a token,
 * and a test holds them together.
 */
export const firstCallScript = `(() => {
  try {
    const page = location.pathname
    const token = localStorage.getItem('token')
    if (!token) return
    const payload = token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')
    const serverNow = Date.now() + (Number(localStorage.getItem('clockOffsetMs')) || 0)
    if (!(JSON.parse(atob(payload)).exp * 1000 - 5000 > serverNow)) return
    const loan = /^\\/app\\/escrow\\/([\\da-f-]{36})\\/?$/.exec(page)
    const path = loan ? '/app/loans/' + loan[1] : /^\\/app\\/?$/.test(page) ? '/app/dashboard' : '/app'
    const headers = { accept: 'application/json', 'x-access-token': token }
    const answer = fetch('/api' + path, { headers, signal: AbortSignal.timeout(30000) }).then(
      async (response) => response.ok
        ? { body: await response.json(), position: response.headers.get('${livePositionHeader}') }
        : null,
      () => null,
    )
    window.${firstCallKey} = { page, token, atMs: Date.now(), answer: answer.catch(() => null) }
  } catch {}
})()`
