const origin = 'https://here.invalid'

/** Where a link from elsewhere leads: a path of ours under /app, and else /app itself. */
export function appPath(link: string): string {
  if (!URL.canParse(link, origin)) return '/app'
  const url = new URL(link, origin)
  const isOurs = url.origin === origin && link.startsWith('/')
  const isInside = url.pathname === '/app' || url.pathname.startsWith('/app/')
  return isOurs && isInside ? url.pathname + url.search + url.hash : '/app'
}
