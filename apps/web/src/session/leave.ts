let isLoggingOut = false

/**
 * From here on a 401 must not lead back to the page: the stream and pending calls find the session
 * over too, some of them after the page has begun to unload.
 */
export function noteLogOut() {
  isLoggingOut = true
  const reset = () => (isLoggingOut = false)
  window.addEventListener('pageshow', reset, { once: true }) // After the browser's back button.
}

/** Loads /login afresh, so that nothing of the session stays in memory. Never resolves. */
export function leaveForLogin(): Promise<never> {
  noteLogOut()
  window.location.assign('/login')
  return new Promise(() => {})
}

/** Like leaveForLogin, for a session that expired: the login leads back to the page. */
export function leaveForLoginAndBack(): Promise<never> {
  const { pathname, search, hash } = window.location
  if (!isLoggingOut) window.location.assign(loginPath(pathname + search + hash))
  return new Promise(() => {})
}

/** The page to come back to travels in the hash, which never reaches a server or a log. */
export const loginPath = (from: string) =>
  from === '/app' ? '/login' : `/login#from=${encodeURIComponent(from)}`

/** The console has its own login, for operators. */
export function leaveForOperatorLogin(): Promise<never> {
  noteLogOut()
  window.location.assign('/operator/login')
  return new Promise(() => {})
}

export function leaveForOperatorLoginAndBack(): Promise<never> {
  const { pathname, search } = window.location
  const from = pathname === '/operator' ? '' : `#from=${encodeURIComponent(pathname + search)}`
  if (!isLoggingOut) window.location.assign(`/operator/login${from}`)
  return new Promise(() => {})
}
