const origin = 'https://here.invalid'

export const isInApp = (path: string) => /^\/app(?:[/?#]|$)/.test(path)

/** Where a link from elsewhere leads: to a page of ours behind the login, and else to /app. */
export function appPath(link: string): string {
  if (!URL.canParse(link, origin)) return '/app'
  const url = new URL(link, origin)
  const isOurs = url.origin === origin && link.startsWith('/')
  const isInside = isInApp(url.pathname) || /^\/sign\/[\w-]+$/.test(url.pathname)
  return isOurs && isInside ? url.pathname + url.search + url.hash : '/app'
}
