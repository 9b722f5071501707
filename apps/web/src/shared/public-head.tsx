import { brand } from '@pier/protocol/brand'
import { useLocation } from 'react-router'

type PublicPage = { title: string; description: string; indexed: boolean }

export const landingTitle = `${brand.name}: ${brand.headline}`

const pages: Record<string, PublicPage> = {
  '/': {
    title: landingTitle,
    description:
      'Loans secured by domain names. Borrow working capital without selling the domain, or lend and earn interest.',
    indexed: true,
  },
  '/login': {
    title: `Login · ${brand.name}`,
    description: `Log in to ${brand.name} to borrow against your domains or to lend.`,
    indexed: false,
  },
  '/register': {
    title: `Register · ${brand.name}`,
    description: `Open a ${brand.name} account. One account can both borrow and lend.`,
    indexed: false,
  },
  '/reset-password': {
    title: `Set a new password · ${brand.name}`,
    description: `Set a new password for your ${brand.name} account.`,
    indexed: false,
  },
}

const origin = import.meta.env.SSR ? readOrigin() : findWrittenOrigin()

/** What search engines and link previews read. React moves these tags into the head. */
export function PublicHead() {
  const { pathname } = useLocation()
  const path = pathname.replace(/\/+$/, '') || '/'
  const page = pages[path]
  if (!page) return null

  const address = origin + path
  const image = `${origin}/card.png`
  return (
    <>
      <meta name="description" content={page.description} />
      {!page.indexed && <meta name="robots" content="noindex" />}
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand.name} />
      <meta property="og:url" content={address} />
      <meta property="og:title" content={page.title} />
      <meta property="og:description" content={page.description} />
      <meta property="og:image" content={image} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={brand.headline} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={page.title} />
      <meta name="twitter:description" content={page.description} />
      <meta name="twitter:image" content={image} />
      <meta name="twitter:image:alt" content={brand.headline} />
    </>
  )
}

/** The same address that server.ts takes: a card built from the Host header could be poisoned. */
function readOrigin(): string {
  // oxlint-disable-next-line node/no-process-env -- Only the server runs this line.
  const configured = process.env['PUBLIC_ORIGIN'] ?? 'http://localhost:3000'
  return new URL(configured).origin
}

/** The browser repeats the origin that the server wrote, whatever address it came by. */
function findWrittenOrigin(): string {
  const address = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href
  return address ? new URL(address).origin : window.location.origin
}
