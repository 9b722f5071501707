/** The routes that Fastify really has, hidden ones too, to be compared with the protocol. */
import type { AddressInfo } from 'node:net'
import type { App } from '../../src/platform/http/app.ts'
import { readEvents } from '../event-reader.ts'
import { until } from '../given/given-payments.ts'
import type { TestOperator } from '../given/given-operators.ts'
import type { useTestApp } from '../test-app.ts'
import type { TestBrowser } from '../test-browser.ts'
import { ask, asOperator, asUser, type Headers, type Request } from './requests.ts'
import type { Sheet } from './sheet.ts'

/** As "POST /api/users/login". Every GET also answers HEAD, so HEAD is left out. */
export function listRoutes(app: App): string[] {
  const above: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] =
        /^((?:│ {3}| {4})*)[├└]── (\S+)(?: \((.+)\))?$/.exec(line) ?? []
      if (!part) return []
      const depth = indent.length / 4
      above.length = depth
      above.push(part)
      const path = above.join('')
      const named = methods.split(', ').filter((method) => method && method !== 'HEAD')
      return named.map((method) => `${method} ${path}`)
    })
}

type Hidden = { why: string; anonymous: string; user: string; operator: string }

/** Routes outside the protocol, and what each answers to whom. */
export const hiddenRoutes: Record<string, Hidden> = {
  'GET /health/live': { why: 'a balancer asks', anonymous: '200', user: '200', operator: '200' },
  'GET /health/ready': { why: 'a balancer asks', anonymous: '200', user: '200', operator: '200' },
  'GET /api/health/seen': {
    why: 'the doctor asks',
    anonymous: '200',
    user: '200',
    operator: '200',
  },
  'GET /api/docs': { why: "users' calls", anonymous: '200', user: '200', operator: '200' },
  'GET /api/events': {
    why: 'the live stream of one user',
    anonymous: '401 login_required',
    user: 'stream',
    operator: '401 login_required',
  },
  'GET /api/notifications/unsubscribe/:token': {
    why: 'a link of a mail: leads to the page with the button',
    anonymous: '400 invalid_input',
    user: '400 invalid_input',
    operator: '400 invalid_input',
  },
  'POST /api/webhooks/mail-report': {
    why: 'known by its secret',
    anonymous: '400 signature_invalid',
    user: '400 signature_invalid',
    operator: '400 signature_invalid',
  },
  'POST /api/webhooks/stripe': {
    why: 'known by its signature',
    anonymous: '400 signature_invalid',
    user: '400 signature_invalid',
    operator: '400 signature_invalid',
  },
  'POST /api/webhooks/nowpayments': {
    why: 'known by its signature',
    anonymous: '400 signature_invalid',
    user: '400 signature_invalid',
    operator: '400 signature_invalid',
  },
}

type Callers = { user: TestBrowser; operator: TestOperator }

export async function askHidden(
  app: ReturnType<typeof useTestApp>,
  sheet: Sheet,
  { user, operator }: Callers,
): Promise<void> {
  for (const [name, wanted] of Object.entries(hiddenRoutes)) {
    const [method, url] = name.split(' ') as ['GET' | 'POST', string]
    const request: Request = { method, url, ...(method === 'POST' && { payload: {} }) }
    const say = async (who: Headers) => (await ask(app, request, who)).said
    const isStream = wanted.user === 'stream'
    const asked = isStream ? await openStream(app, url, asUser(user)) : await say(asUser(user))
    sheet.note(name, 'nobody', await say({}), wanted.anonymous)
    sheet.note(name, 'a user', asked, wanted.user)
    sheet.note(name, 'an operator', await say(asOperator(operator.browser.cookie)), wanted.operator)
  }
}

/** The stream does not end by itself, and only a real socket shows its beginning. */
async function openStream(app: ReturnType<typeof useTestApp>, url: string, headers: Headers) {
  const { app: api } = app
  if (!api.server.listening) await api.listen({ port: 0, host: '127.0.0.1' })
  const { port } = api.server.address() as AddressInfo
  const { events, stop } = await readEvents(`http://127.0.0.1:${port}${url}`, headers)
  await until(async () => events.length > 0)
  stop()
  return events[0]?.event === 'ready' ? 'stream' : String(events[0]?.event)
}
