/** Callers without a valid login, in every way that can happen. */
import { hourMs } from '@pier/protocol/time'
import { openUserClients } from '../../src/modules/users/users.service.ts'
import type { givenOperators, TestOperator } from '../given/given-operators.ts'
import type { useTestApp } from '../test-app.ts'
import { asOperator, asUser, type Headers } from './requests.ts'
import type { Staff } from './world.ts'

type App = ReturnType<typeof useTestApp>
type Given = ReturnType<typeof givenOperators>

/** For users' calls. An operator has no login there. */
export async function outsidersOf(app: App, operator: TestOperator) {
  const dead = (await app.given.verifiedUser()).browser
  await dead.post('/users/logout')
  const live = (await app.given.verifiedUser()).browser
  const { tokens } = await openUserClients(app.config)
  const [, id = ''] = live.refreshToken?.split('.') ?? []
  const { id: userId } = (await live.get('/users/self')).json<{ id: string }>()
  const session = { id, userId, createdAt: new Date(), usedMfa: false }
  const expired = await tokens.issue(session, new Date(Date.now() - hourMs))
  const [head, body] = live.token?.split('.') ?? []
  const cookie = `__Host-bind=${live.cookie}`
  return {
    nobody: {},
    'a dead session': asUser(dead),
    'an expired token': { 'x-access-token': expired, cookie },
    'a forged token': { 'x-access-token': `${head}.${body}.${'A'.repeat(86)}`, cookie },
    'a refresh token': { 'x-access-token': live.refreshToken ?? '', cookie },
    'an operator': asOperator(operator.browser.cookie),
  } satisfies Record<string, Headers>
}

/** For operators' calls. */
export async function formerOperators(given: Given, staff: Staff) {
  const ended = await given.operator('admin')
  const endedCookie = ended.browser.cookie
  await ended.call('POST', '/logout')
  const left = await given.operator('admin')
  await staff.admin.post(`/operators/${left.id}/end`)
  return {
    'a forged cookie': asOperator('nonsense'),
    'a dead session of an operator': asOperator(endedCookie),
    'an operator who left': asOperator(left.browser.cookie),
  } satisfies Record<string, Headers>
}
