import { askForToken, send } from './client/client.ts'
import { leaveForLogin, noteLogOut } from '../session/leave.ts'
import { getFreshToken } from './client/refresh.ts'
import { removeTokens } from '../session/tokens.ts'

const logoutWaitMs = 2000

/** One for the whole tab: a channel does not hear itself, but it would hear a second one. */
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

/** The token may have expired over a long lunch; the session has not, and has to end too. */
async function endOnServer(signal: AbortSignal) {
  const token = await getFreshToken((body) => askForToken(body, signal))
  if (token) await send('POST /users/logout', undefined, { token, signal })
}

/** Follows a log out in another tab. Gives back the way to stop following. */
export function followLogout(): () => void {
  const follow = () => void leaveForLogin()
  openChannel().addEventListener('message', follow)
  return () => openChannel().removeEventListener('message', follow)
}
