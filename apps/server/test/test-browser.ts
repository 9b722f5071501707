import type { App } from '../src/platform/http/app.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Reply = Awaited<ReturnType<App['inject']>>
export type TestBrowser = ReturnType<typeof createTestBrowser>

const chromeOnLinux =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36'

let addresses = 0
/** Limits count by address, so every browser has its own. */
function nextAddress(): string {
  addresses++
  return `203.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** Acts like a person's browser: keeps the cookie and both tokens, and sends them. */
export function createTestBrowser(app: App) {
  const kept = {
    address: nextAddress(),
    userAgent: chromeOnLinux,
    cookie: undefined as string | undefined,
    token: undefined as string | undefined,
    refreshToken: undefined as string | undefined,
  }

  async function send(
    method: Method,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const reply = await app.inject({
      method,
      url: `/api${path}`,
      ...(body && { payload: body }),
      headers: {
        'user-agent': kept.userAgent,
        'x-forwarded-for': kept.address,
        ...(kept.cookie && { cookie: `__Host-bind=${kept.cookie}` }),
        ...(kept.token && { 'x-access-token': kept.token }),
        ...headers,
      },
    })
    const cookie = reply.cookies.find(({ name }) => name === '__Host-bind')
    if (cookie) kept.cookie = cookie.value
    return reply
  }

  async function enter(path: string, body: object): Promise<Reply> {
    const reply = await send('POST', path, body)
    if (reply.statusCode === 200) {
      Object.assign(kept, reply.json<{ token: string; refreshToken: string }>())
    }
    return reply
  }

  return Object.assign(kept, {
    get: (path: string) => send('GET', path),
    post: (path: string, body?: object, headers?: Record<string, string>) =>
      send('POST', path, body, headers),
    put: (path: string, body: object) => send('PUT', path, body),
    patch: (path: string, body: object) => send('PATCH', path, body),
    delete: (path: string) => send('DELETE', path),
    register: (person: { name: string; email: string; password: string }) =>
      enter('/users/register', person),
    logIn: (credentials: { email: string; password: string; mfa?: string }) =>
      enter('/users/login', credentials),
    async refresh(): Promise<Reply> {
      const reply = await send('POST', '/users/refresh', { refreshToken: kept.refreshToken })
      if (reply.statusCode === 200) kept.token = reply.json<{ accessToken: string }>().accessToken
      return reply
    },
  })
}
