/** How a request for a cell of the matrix is made, whoever the caller is. */
import type { CallName } from '@pier/protocol/calls/calls'
import { randomUUID } from 'node:crypto'
import type { useTestApp } from '../test-app.ts'
import type { TestBrowser } from '../test-browser.ts'
import type { Made } from './row.ts'

type App = ReturnType<typeof useTestApp>
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
export type Headers = Record<string, string>
export type Request = { method: Method; url: string; payload?: object | Buffer; headers?: Headers }
export type Answer = { said: string; body: string }

export function requestOf(name: CallName, made: Omit<Made, 'by'>): Request {
  const [method, path] = name.split(' ') as [Method, string]
  const { params = {}, query = '', body, file } = made
  const filled = path.replaceAll(/:(\w+)/g, (_all, key: string) => {
    const value = params[key]
    if (value === undefined) throw new Error(`${name} needs ${key}`)
    return value
  })
  const payload = file ?? body
  const headers: Headers = file ? { 'content-type': 'application/pdf' } : {}
  return { method, url: `/api${filled}${query}`, headers, ...(payload && { payload }) }
}

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const token = /(?<=\/)[\w-]{43}(?=\/|$)/

/** The same request about things that do not exist. */
export function aboutNothing({ payload, url, ...request }: Request): Request {
  const swap = (text: string) => text.replaceAll(uuid, () => randomUUID())
  const nowhere = { ...request, url: swap(url).replace(token, 'y'.repeat(43)) }
  if (!payload || Buffer.isBuffer(payload)) return { ...nowhere, ...(payload && { payload }) }
  return { ...nowhere, payload: JSON.parse(swap(JSON.stringify(payload))) as object }
}

export const asUser = ({ token: access, cookie }: TestBrowser): Headers => ({
  'x-access-token': access ?? '',
  cookie: `__Host-bind=${cookie}`,
})
export const asOperator = (cookie: string | undefined): Headers => ({
  cookie: `__Host-operator=${cookie}`,
})

let addresses = 0

/** As "404 escrow_not_found", or only the status. Limits count by address, so each cell has one. */
export async function ask(app: App, request: Request, who: Headers): Promise<Answer> {
  addresses++
  const address = `100.${64 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`
  const reply = await app.inject({
    ...request,
    headers: { 'x-forwarded-for': address, ...request.headers, ...who },
  })
  const isJson = /json/.test(String(reply.headers['content-type']))
  const { code } = isJson && reply.body ? reply.json<{ code?: unknown }>() : {}
  const said = reply.statusCode < 400 || typeof code !== 'string' ? '' : ` ${code}`
  return { said: `${reply.statusCode}${said}`, body: reply.body }
}
