import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

const pathsMax = 1000
const lengthMax = 200

/**
 * Finds the pattern of the page at a path, as in `/sign/:token`: a path itself may hold a secret.
 * The router sorts all of its routes for each search, so the last answers are kept.
 */
export function pageRoutes(routes: ServerBuild['routes']): (path: string) => string {
  const tree = below(routes, undefined)
  const known = new Map<string, string>()
  return (path) => {
    const pattern = known.get(path) ?? find(path)
    if (path.length > lengthMax) return pattern
    if (known.size >= pathsMax) known.clear()
    known.set(path, pattern)
    return pattern
  }

  function find(path: string): string {
    // The data of a page is asked for at the path of the page, with this ending.
    const page = path.replace(/(?:\/_root|\/_)?\.data$/, '') || '/'
    const matches = matchRoutes(tree, page) ?? []
    const parts = matches.flatMap(({ route }) => (route.path ? [route.path] : []))
    return `/${parts.join('/')}`
  }
}

function below(routes: ServerBuild['routes'], parentId: string | undefined): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return []
    const { id, path, index } = route
    const place = { id, ...(path !== undefined && { path }) }
    return [index ? { ...place, index } : { ...place, children: below(routes, id) }]
  })
}
