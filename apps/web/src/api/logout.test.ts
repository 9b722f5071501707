import { afterEach, expect, test, vi } from 'vitest'
import {
  leaveForLoginAndBack,
  leaveForOperatorLogin,
  leaveForOperatorLoginAndBack,
} from '../session/leave.ts'
import { logOut } from './logout.ts'

afterEach(() => {
  vi.restoreAllMocks()
  window.dispatchEvent(new Event('pageshow'))
})

function watchLeaving() {
  window.history.replaceState(null, '', '/app/settings')
  return vi.spyOn(window.location, 'assign').mockImplementation(() => {})
}

test('a session that ended by itself leads back to its page', () => {
  const assign = watchLeaving()

  void leaveForLoginAndBack()

  expect(assign).toHaveBeenCalledExactlyOnceWith('/login#from=%2Fapp%2Fsettings')
})

test('who logs out is not led back, whatever is refused meanwhile or afterwards', async () => {
  const assign = watchLeaving()

  void logOut()
  void leaveForLoginAndBack()
  await vi.waitFor(() => expect(assign).toHaveBeenCalled())
  void leaveForLoginAndBack()

  expect(assign).toHaveBeenCalledExactlyOnceWith('/login')
})

test('after a logout from the console, a refused poll does not lead back to its page', () => {
  const assign = watchLeaving()

  void leaveForOperatorLogin()
  void leaveForOperatorLoginAndBack()

  expect(assign).toHaveBeenCalledExactlyOnceWith('/operator/login')
})

test('who comes back by the button of the browser finds a page that can leave again', async () => {
  const assign = watchLeaving()
  void logOut()
  await vi.waitFor(() => expect(assign).toHaveBeenCalled())

  window.dispatchEvent(new Event('pageshow'))
  void leaveForLoginAndBack()

  expect(assign).toHaveBeenLastCalledWith('/login#from=%2Fapp%2Fsettings')
})
