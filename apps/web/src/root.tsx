import { ColorSchemeScript, MantineProvider, mantineHtmlProps } from '@mantine/core'
import { type ReactNode, use, useEffect, useState } from 'react'
import { Links, Meta, Outlet, Scripts, useLocation } from 'react-router'
import type { Route } from './+types/root'
import { firstCallScript } from './api/client/first-call-script.ts'
import { LateScripts } from './shell/page/late-scripts.tsx'
import { PageProvider } from './shell/page/page-context.tsx'
import { BarePage } from './shell/failures/bare-page.tsx'
import { RequestIdContext, requestIdMeta } from './shell/failures/request-id.ts'
import { RouteChange } from './shell/page/route-change.tsx'
import '@fontsource/commit-mono/latin-400.css'
import './ui/theme/mantine.css'
import './ui/theme/fonts.css'
import './ui/theme/base.css'
import hankenUrl from './ui/theme/faces/hanken-grotesk.woff2?url'
import schibstedUrl from './ui/theme/faces/schibsted-grotesk.woff2?url'
import { NonceContext } from './ui/theme/nonce-context.ts'
import { cssVariablesResolver, theme } from './ui/theme/theme.ts'

const font = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' } as const

export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'apple-touch-icon', href: '/icon-180.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
  { rel: 'alternate', type: 'application/rss+xml', href: '/feed.xml', title: 'New listings' },
  { rel: 'alternate', type: 'application/feed+json', href: '/feed.json', title: 'New listings' },
  { ...font, href: hankenUrl },
  { ...font, href: schibstedUrl },
]

const liveMark = 'data-live'
const isLive = () =>
  typeof document !== 'undefined' && document.documentElement.hasAttribute(liveMark)

/** Mounted a second time, it is in place of a document that failed. */
export function Layout({ children }: { children: ReactNode }) {
  const [isAnew] = useState(isLive)
  return isAnew ? <BarePage /> : <WholePage>{children}</WholePage>
}

function WholePage({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  // Of the page that was opened: Trusted Types forbid the browser to make the script itself.
  const [isApp] = useState(/^\/app(\/|$)/.test(pathname))
  const [isFrame] = useState(/^\/(app|operator|sign)(\/|$)/.test(pathname))
  const nonce = use(NonceContext)
  const requestId = use(RequestIdContext)
  return (
    <html lang="en" {...mantineHtmlProps}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {requestId && <meta name={requestIdMeta} content={requestId} />}
        {isApp && (
          <script
            nonce={nonce}
            suppressHydrationWarning
            // oxlint-disable-next-line react/no-danger -- The script is ours, and the same in every page.
            dangerouslySetInnerHTML={{ __html: firstCallScript }}
          />
        )}
        <ColorSchemeScript nonce={nonce} defaultColorScheme="auto" suppressHydrationWarning />
        <Meta />
        <Links />
      </head>
      <body>
        <MantineProvider
          theme={theme}
          defaultColorScheme="auto"
          cssVariablesResolver={cssVariablesResolver}
          getStyleNonce={nonce ? () => nonce : undefined}
        >
          <PageProvider>{children}</PageProvider>
        </MantineProvider>
        {isFrame ? <Scripts /> : <LateScripts />}
      </body>
    </html>
  )
}

export default function App() {
  // The page is interactive from here on; end-to-end tests wait for this attribute.
  useEffect(() => document.documentElement.setAttribute(liveMark, ''), [])
  return (
    <>
      <RouteChange />
      <Outlet />
    </>
  )
}

export { PublicCrash as ErrorBoundary } from './shell/public/public-crash.tsx'
