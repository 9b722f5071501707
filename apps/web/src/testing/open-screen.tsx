import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, Outlet, type RouteObject, RouterProvider } from 'react-router'
import { afterEach, vi } from 'vitest'
import { openQueryClient } from '../api/client/query-client.ts'
import { saveTokens } from '../session/tokens.ts'
import { fetchLateParts } from '../ui/dialog/late.tsx'
import { PageBanner } from '../shell/page/page-banner.tsx'
import { PageProvider } from '../shell/page/page-context.tsx'
import { StepUpProvider } from '../shell/action/step-up-provider.tsx'
import { cssVariablesResolver, theme } from '../ui/theme/theme.ts'
import { lastingToken } from './lasting-token.ts'

type Sent = {
  name: string
  query: Record<string, string>
  body: unknown
  token: string | null
}
type Refusal = { status: number; body: unknown }

/** What the server answers, by call: `'GET /users/self'`. */
export type Answers = Record<string, unknown>

export type Opened = {
  /** Every call of the screen, in order. */
  sent: Sent[]
  path: () => string
}

let root: Root | undefined

afterEach(() => {
  close()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function close() {
  act(() => root?.unmount())
  root = undefined
  document.body.replaceChildren()
}

export const refuse = (status: number, message: string, more: object = {}): Refusal => ({
  status,
  body: { code: 'invalid_input', message, ...more },
})

type Opening = {
  at?: string
  answers?: Answers
  /** For pages outside the app's shell, which have a banner of their own. */
  ownBanner?: boolean
}

/** Shows routes as the app does, with its banner, in front of a fake server. */
export async function openRoutes(
  routes: RouteObject[],
  { at = '/', answers = {}, ownBanner = false }: Opening = {},
): Promise<Opened> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  close()
  vi.stubGlobal('scrollTo', () => {})
  // A text area that grows listens for fonts, and this small DOM has none.
  Object.assign(document, { fonts: new EventTarget() })
  const sent: Sent[] = []
  vi.stubGlobal('fetch', answerFrom(answers, sent))
  const router = createMemoryRouter(
    [{ element: <Frame ownBanner={ownBanner} />, children: routes }],
    {
      initialEntries: [at],
    },
  )
  await fetchLateParts()
  const mounted = createRoot(document.body.appendChild(document.createElement('div')))
  root = mounted
  await act(async () => mounted.render(<RouterProvider router={router} />))
  await settle()
  return { sent, path: () => router.state.location.pathname }
}

/** One screen of a logged-in user. `path` names its parameters. */
export function openScreen(
  element: ReactNode,
  { path = '/', at = path, answers = {} }: { path?: string; at?: string; answers?: Answers } = {},
): Promise<Opened> {
  if (!localStorage.getItem('token')) saveTokens({ token: lastingToken(), refreshToken: 'r' })
  const elsewhere = { path: '*', element: null }
  return openRoutes([{ path, element }, elsewhere], { at, answers })
}

function Frame({ ownBanner }: { ownBanner: boolean }) {
  const [queries] = useState(openQueryClient)
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} env="test">
      <PageProvider>
        <QueryClientProvider client={queries}>
          <StepUpProvider>
            {!ownBanner && <PageBanner />}
            <Outlet />
          </StepUpProvider>
        </QueryClientProvider>
      </PageProvider>
    </MantineProvider>
  )
}

let pending = 0

/** Waits until all requests are answered and shown: three turns without a pending one. */
export async function settle() {
  for (let quiet = 0; quiet < 3; quiet = pending > 0 ? 0 : quiet + 1)
    await act(async () => {
      await new Promise((done) => {
        setTimeout(done, 2)
      })
    })
}

function answerFrom(answers: Answers, sent: Sent[]) {
  const answer = (address: string, init: RequestInit) => {
    const url = new URL(address, 'http://localhost')
    const path = url.pathname.replace(/^\/api/, '')
    const call = {
      name: `${init.method ?? 'GET'} ${path}`,
      query: Object.fromEntries(url.searchParams),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
      token: new Headers(init.headers).get('x-access-token'),
    }
    sent.push(call)
    const known = Object.keys(answers).find((name) => patternOf(name).test(call.name))
    if (known === undefined) return reply(refuse(503, `Nobody answers ${call.name}`))
    const given = answers[known]
    return reply(isRefusal(given) ? given : { status: 200, body: given })
  }
  return async (address: string, init: RequestInit = {}): Promise<Response> => {
    pending += 1
    await Promise.resolve()
    pending -= 1
    return answer(address, init)
  }
}

const patternOf = (name: string) => new RegExp(`^${name.replaceAll(/:\w+/g, '[^/]+')}$`)

const isRefusal = (answer: unknown): answer is Refusal =>
  typeof answer === 'object' && answer !== null && 'status' in answer && 'body' in answer

const reply = ({ status, body }: Refusal) =>
  new Response(body === undefined || body === null ? null : JSON.stringify(body), { status })
