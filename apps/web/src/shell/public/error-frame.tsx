import { Outlet, useRouteError } from 'react-router'
import { Crash } from '../failures/crash.tsx'
import { PublicPage } from './public-page.tsx'

export default function ErrorFrame() {
  return <Outlet />
}

export function ErrorBoundary() {
  return (
    <PublicPage>
      <Crash error={useRouteError()} />
    </PublicPage>
  )
}
