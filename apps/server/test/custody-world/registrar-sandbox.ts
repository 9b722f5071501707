/**
 * The other registrar as its customers see it: a page with their names, and the same as JSON under
 * `/control/`. For tests and development, never production.
 */
import { ZodError } from 'zod'
import type { CustodyWorld } from './custody-world.ts'
import { answerControl, type ControlRoutes } from '@pier/stand-ins/http/control-routes'
import { createFaults } from '@pier/stand-ins/http/faults'
import {
  type Answer,
  answerPage,
  answerRedirect,
  type SandboxRequest,
  type ServerPlace,
  startServer,
} from '@pier/stand-ins/http/http-server'
import { renderMessage } from '@pier/stand-ins/http/page-frame'
import { registrarControlRoutes } from './registrar-control.ts'
import { notice, renderRegistrarPage } from './registrar-pages.ts'

export async function startRegistrarSandbox(world: CustodyWorld, place: ServerPlace) {
  const routes = registrarControlRoutes(world)
  const { origin, close } = await startServer(place, createFaults(), (request) => {
    if (request.path.startsWith('/control/')) return answerControl(routes, request)
    if (request.path === '/' && request.method === 'GET') {
      const { other, registry } = world
      const names = other.listNames()
      const openName = request.query.get('open') ?? ''
      return answerPage(200, renderRegistrarPage({ names, now: registry.now(), openName }))
    }
    if (request.method === 'POST') return act(routes, request)
    return answerRedirect('/')
  })
  return { origin, close }
}

/** A form of the page names the control it calls; its fields are the input. */
async function act(routes: ControlRoutes, request: SandboxRequest): Promise<Answer> {
  const fields = Object.fromEntries(new URLSearchParams(request.body))
  const name = fields['name'] ?? ''
  const back = `/?open=${encodeURIComponent(name)}#${encodeURIComponent(name)}`
  try {
    const control = routes[`POST /control${request.path}`]
    if (!control) throw new Error('There is nothing of that kind to do here')
    await control(readFields(fields))
    return answerRedirect(back)
  } catch (error) {
    const link = { href: back, text: 'Back' }
    const page = { title: 'That did not work', text: describe(error), link, notice }
    return answerPage(400, renderMessage(page))
  }
}

/** Forms send text. Empty fields are left out; checkboxes, days and dollars are parsed. */
function readFields(fields: Record<string, string>): Record<string, unknown> {
  const said = Object.entries(fields).filter(([, value]) => value !== '')
  return Object.fromEntries(
    said.map(([key, value]) => {
      if (key.startsWith('is')) return [key, value === 'true']
      if (key === 'premiumDollars') return ['premiumCents', Math.round(Number(value) * 100)]
      return [key, /days/i.test(key) ? Number(value) : value]
    }),
  )
}

function describe(error: unknown): string {
  if (error instanceof ZodError) return error.issues.map(({ message }) => message).join(' ')
  return error instanceof Error ? error.message : String(error)
}
