const origin = 'https://here.invalid'

/** Where a notification leads: a path of ours under /app, and for anything else /app itself. */
export function notificationPath(link: string): string {
  if (!URL.canParse(link, origin)) return '/app'
  const url = new URL(link, origin)
  const isOurs = url.origin === origin && link.startsWith('/')
  const isInside = url.pathname === '/app' || url.pathname.startsWith('/app/')
  return isOurs && isInside ? url.pathname + url.search + url.hash : '/app'
}
