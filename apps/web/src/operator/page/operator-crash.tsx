import { useRouteError } from 'react-router'
import { Crash } from '../../shell/failures/crash.tsx'

/** The error boundary of a page of the console, so that its frame stays. */
export function OperatorCrash() {
  return <Crash error={useRouteError()} start="/operator" />
}
