/** Loads /login anew, so that nothing of the session stays in memory. The caller just stops. */
export function leaveForLogin(): Promise<never> {
  window.location.assign('/login')
  return new Promise(() => {})
}
