import { askForToken, send } from './client/client.ts'
import { leaveForLogin, noteLogOut } from '../session/leave.ts'
import { getFreshToken } from './client/refresh.ts'
import { removeTokens } from '../session/tokens.ts'

const logoutWaitMs = 2000

/** One channel per tab: a channel does not receive its own messages, but a second one would. */
let channel: BroadcastChannel | undefined
const openChannel = () => (channel ??= new BroadcastChannel('session'))

/** Ends the session here, in the other tabs, and on the server if it answers in time. */
export async function logOut() {
  noteLogOut()
  await endOnServer(AbortSignal.timeout(logoutWaitMs)).catch(() => null)
  removeTokens()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has no target.
  openChannel().postMessage('logout')
  await leaveForLogin()
}

/** The access token may have expired while the session has not, so it is refreshed first. */
async function endOnServer(signal: AbortSignal) {
  const token = await getFreshToken((body) => askForToken(body, signal))
  if (token) await send('POST /users/logout', undefined, { token, signal })
}

/** Goes to the login when another tab logs out. Returns a function that stops this. */
export function followLogout(): () => void {
  const follow = () => void leaveForLogin()
  openChannel().addEventListener('message', follow)
  return () => openChannel().removeEventListener('message', follow)
}
