import { redirect } from 'react-router'
import { loginPath } from './leave.ts'
import { hasTokens } from './tokens.ts'

/** The guard of /app. It only saves a detour: the server checks every call by itself. */
export function requireTokens({ request }: { request: Request }) {
  const { pathname, search } = new URL(request.url)
  // A request has no hash. Where the page itself was opened, the address bar still has it.
  const hash = window.location.pathname === pathname ? window.location.hash : ''
  if (!hasTokens()) throw redirect(loginPath(pathname + search + hash))
}
