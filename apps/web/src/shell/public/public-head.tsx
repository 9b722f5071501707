import { brand } from '@pier/protocol/brand'
import { useLocation } from 'react-router'
import { HeadTags } from './head-tags.tsx'

type PublicPage = { title: string; description: string; indexed: boolean }

export const landingTitle = `${brand.name}: ${brand.headline}`

const pages: Record<string, PublicPage> = {
  '/': {
    title: landingTitle,
    description:
      'Loans secured by domain names. Borrow working capital without selling the domain, or lend and earn interest.',
    indexed: true,
  },
  '/numbers': {
    title: `Numbers · ${brand.name}`,
    description:
      'How many loans were repaid, late, seized or disputed, quarter by quarter, and what we owe against what we hold.',
    indexed: true,
  },
  '/status': {
    title: `Status · ${brand.name}`,
    description: `What works at ${brand.name} now, since when something does not, and what is stopped.`,
    indexed: false,
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

/** What search engines and link previews read of a static page. */
export function PublicHead() {
  const { pathname } = useLocation()
  const path = pathname.replace(/\/+$/, '') || '/'
  const page = pages[path]
  return page ? <HeadTags {...page} path={path} /> : null
}
