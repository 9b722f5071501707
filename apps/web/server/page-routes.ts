import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

/** Finds the pattern of the page at a path, as in `/sign/:token`: a path itself may hold a secret. */
export function pageRoutes(routes: ServerBuild['routes']): (path: string) => string {
  const tree = below(routes, undefined)
  return (path) => {
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
