import { useRouteError } from 'react-router'
import { Crash } from '../failures/crash.tsx'
import { PublicPage } from './public-page.tsx'

export const PublicCrash = () => (
  <PublicPage>
    <Crash error={useRouteError()} />
  </PublicPage>
)
