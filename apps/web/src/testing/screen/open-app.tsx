import { MantineProvider } from '@mantine/core'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, Outlet, RouterProvider } from 'react-router'
import { expect, onTestFinished, vi } from 'vitest'
import appRoutes from 'virtual:app-routes'
import '@fontsource/commit-mono/latin-400.css'
import '../../ui/theme/mantine.css'
import '../../ui/theme/fonts.css'
import '../../ui/theme/base.css'
import { saveTokens } from '../../session/tokens.ts'
import { PageProvider } from '../../shell/page/page-context.tsx'
import { RouteChange } from '../../shell/page/route-change.tsx'
import { cssVariablesResolver, theme } from '../../ui/theme/theme.ts'
import { self } from '../answers.ts'
import { stepsOver } from '../given/first-steps.ts'
import { lastingToken } from '../lasting-token.ts'
import { type Answers, createFakeServer, type FakeServer } from './fake-server.ts'

/** `own`: as chosen on this device, or else as the device is set. */
type Scheme = 'light' | 'dark' | 'own'
type Opening = {
  answers?: Answers
  scheme?: Scheme
  /** Nobody is logged in. */
  asStranger?: boolean
  /** The browser console may show errors, because the test is about something that fails. */
  mayComplain?: boolean
}

type Opened = FakeServer & {
  /** Loads another address, or reloads the same one, as by the address bar. */
  open: (at?: string) => Promise<void>
}

/**
 * The whole app at an address, in this browser, in front of a fake server. When the test ends, the
 * console has to be clean, and every call must have had an answer.
 */
export async function openApp(
  at: string,
  { answers = {}, scheme = 'light', asStranger = false, mayComplain = false }: Opening = {},
): Promise<Opened> {
  const server = createFakeServer({ ...shellAnswers, ...answers })
  vi.stubGlobal('fetch', server.fetch)
  const complaints = listenToConsole()
  if (!asStranger) saveTokens({ token: lastingToken(), refreshToken: 'r' })
  const home = location.pathname + location.search
  let close = () => {}

  onTestFinished(() => {
    close()
    history.replaceState(null, '', home)
    localStorage.clear()
    sessionStorage.clear()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    expect(server.unanswered).toEqual([])
    if (!mayComplain) expect(complaints).toEqual([])
  })

  const open = async (address?: string) => {
    close()
    // Reloading the same one keeps the history state, as a browser does.
    if (address) history.replaceState(null, '', address)
    close = mount(scheme)
    await settled()
  }
  await open(at)
  return Object.assign(server, { open })
}

function mount(scheme: Scheme): () => void {
  const frame = { element: <Frame scheme={scheme} />, HydrateFallback: () => null }
  const router = createBrowserRouter([{ ...frame, children: appRoutes }])
  const place = document.createElement('div')
  document.body.prepend(place) // Before the portals that an earlier test has left.
  const root = createRoot(place)
  root.render(<RouterProvider router={router} />)
  return () => {
    root.unmount()
    router.dispose()
    place.remove()
  }
}

function Frame({ scheme }: { scheme: Scheme }) {
  const forced = scheme === 'own' ? {} : { forceColorScheme: scheme }
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      {...forced}
      cssVariablesResolver={cssVariablesResolver}
    >
      <PageProvider>
        <RouteChange />
        <Outlet />
      </PageProvider>
    </MantineProvider>
  )
}

const noOffers = { offers: [], pages: 1 }
const noLoans = { escrows: [], pages: 1, outstanding: 0, moves: 0 }
/** What the shell of the app reads on every page. */
const shellAnswers: Answers = {
  'GET /users/self': self,
  'GET /users/first-steps': stepsOver,
  'GET /notifications': { notifications: [], unread_alerts: 0, unread_notifications: 0 },
  'GET /announcement': { text: null, since: null },
  'GET /offers/my-offers': noOffers,
  'GET /offers/sent-offers': noOffers,
  'POST /escrow/borrower': noLoans,
  'POST /escrow/lender': noLoans,
}

/** Waits until a screen is shown and nothing on it is loading. */
export const settled = () =>
  vi.waitFor(
    () => {
      if (!document.querySelector('h1, [role=dialog]')) throw new Error('No screen is shown')
      if (document.querySelector('[aria-busy="true"]')) throw new Error('Still loading')
    },
    { timeout: 15_000, interval: 10 },
  )

function listenToConsole(): string[] {
  const complaints: string[] = []
  for (const level of ['error', 'warn'] as const)
    vi.spyOn(console, level).mockImplementation((...said: unknown[]) => {
      complaints.push(said.map(String).join(' '))
    })
  return complaints
}
