import { useRouteError } from 'react-router'
import { Crash } from './crash.tsx'

/** The error boundary of a screen inside a shell, so that the shell stays. */
export function ScreenCrash() {
  return <Crash error={useRouteError()} start="/app" />
}
