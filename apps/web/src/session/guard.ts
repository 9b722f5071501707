import { redirect } from 'react-router'
import { hasTokens } from './tokens.ts'

/** The guard of /app. It only saves a detour: the server checks every call by itself. */
export function requireTokens() {
  if (!hasTokens()) throw redirect('/login')
}
