import { calls, type CallName } from '@pier/protocol/calls/calls'
import { expect, test } from 'vitest'
import { listCalls } from './api.ts'
import { useTestApp } from './testing/test-app.ts'

const product = useTestApp()
const { given } = product

/** What a stranger may call. Everything else needs a login, and a test fails when it does not. */
const openCalls: CallName[] = [
  'POST /users/login',
  'POST /users/register',
  'POST /users/refresh',
  'POST /users/get_reset_token',
  'POST /users/reset',
  'POST /users/verify-email',
  'POST /users/freeze',
  'POST /users/mfa/unlock',
  'POST /domains/transferOut/stop',
  'POST /reports',
  'GET /listings',
  'GET /listings/:id',
  'GET /numbers',
  'GET /numbers/reconciliation',
  'GET /announcement',
]
/** Those of operators have a login of their own: see operator/authorization.test.ts. */
const closedCalls = (Object.keys(calls) as CallName[]).filter(
  (name) => !openCalls.includes(name) && !name.includes(' /operator/'),
)

test('every call of the protocol has its route, and no route is outside the protocol', () => {
  expect(listCalls(product.app).toSorted()).toEqual(Object.keys(calls).toSorted())
})

test.each(closedCalls)('%s needs a login, before its body is looked at', async (name) => {
  const [method, path] = name.split(' ') as ['GET' | 'POST' | 'DELETE', string]
  const url = `/api${path.replace(':id', '00000000-0000-4000-8000-000000000000')}`
  const { browser } = await given.user()
  await browser.post('/users/logout')
  const tokens = {
    none: undefined,
    garbage: 'abc.def.ghi',
    ended: browser.token,
    refresh: browser.refreshToken,
  }

  for (const [kind, token] of Object.entries(tokens)) {
    const reply = await product.inject({
      method,
      url,
      payload: '{"nonsense":true}',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': browser.address,
        ...(token && { 'x-access-token': token }),
      },
    })
    expect(reply.statusCode, kind).toBe(401)
    expect(reply.json()).toEqual({ code: 'login_required', message: 'Please log in' })
  }
})
