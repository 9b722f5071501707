/** What a call takes, wherever it is sent. */
export type Parts = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  headers?: Record<string, string>
  body?: unknown
}

/** A path of the protocol with its parameters and its query filled in. */
export const pathOf = (path: string, { params = {}, query }: Parts): string =>
  fillPath(path, params) + asSearch(query)

const fillPath = (path: string, params: Record<string, string>) =>
  path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))

function asSearch(query: Record<string, unknown> | undefined): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  const pairs = given.map(([key, value]) => [key, String(value)])
  return pairs.length > 0 ? `?${new URLSearchParams(pairs).toString()}` : ''
}
