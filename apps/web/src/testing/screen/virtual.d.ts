declare module 'virtual:app-routes' {
  import type { RouteObject } from 'react-router'
  const routes: RouteObject[]
  export default routes
}
