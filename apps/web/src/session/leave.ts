let isLoggingOut = false

/**
 * From here on a refusal is no reason to come back: the stream and the calls under way find the
 * session over too, some of them after the page has begun to leave.
 */
export function noteLogOut() {
  isLoggingOut = true
  const reset = () => (isLoggingOut = false)
  window.addEventListener('pageshow', reset, { once: true }) // Back by the browser's own button.
}

/** Loads /login anew, so that nothing of the session stays in memory. The caller just stops. */
export function leaveForLogin(): Promise<never> {
  noteLogOut()
  window.location.assign('/login')
  return new Promise(() => {})
}

/** The same where the session ended by itself: a login leads back to the page. */
export function leaveForLoginAndBack(): Promise<never> {
  const { pathname, search, hash } = window.location
  if (!isLoggingOut) window.location.assign(loginPath(pathname + search + hash))
  return new Promise(() => {})
}

/** The page to come back to travels in the hash, which never reaches a server or a log. */
export const loginPath = (from: string) =>
  from === '/app' ? '/login' : `/login#from=${encodeURIComponent(from)}`

/** The console has a login of its own, for people of its own. */
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
