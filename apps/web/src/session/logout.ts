import { send } from '../api/client.ts'
import { leaveForLogin } from './leave.ts'
import { readToken, removeTokens } from './tokens.ts'

const logoutWaitMs = 2000

/** One for the whole tab: a channel does not hear itself, but it would hear a second one. */
let channel: BroadcastChannel | undefined
const openChannel = () => (channel ??= new BroadcastChannel('session'))

/** Ends the session here, in the other tabs, and on the server if it answers in time. */
export async function logOut() {
  const token = readToken()
  const signal = AbortSignal.timeout(logoutWaitMs)
  if (token) await send('POST /users/logout', undefined, { token, signal }).catch(() => null)
  removeTokens()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has no target.
  openChannel().postMessage('logout')
  await leaveForLogin()
}

/** Follows a log out in another tab. Gives back the way to stop following. */
export function followLogout(): () => void {
  const follow = () => void leaveForLogin()
  openChannel().addEventListener('message', follow)
  return () => openChannel().removeEventListener('message', follow)
}
