import { Navigate, useLocation, useParams } from 'react-router'
import { type DirectoryView, useDirectory } from '../../../api/listings.ts'
import { appHome, readView } from '../../../listings/directory-address.ts'
import { Directory } from '../../../listings/directory/directory.tsx'
import { pageTitle } from '../../../shell/page/page-title.ts'

export { ScreenCrash as ErrorBoundary } from '../../../shell/failures/screen-crash.tsx'

export const meta = pageTitle('Domain Listings')

export default function ListingsScreen() {
  const { page } = useParams()
  const { search } = useLocation()
  const view = readView({ at: page, search })
  return view ? <Listings view={view} /> : <Navigate to={appHome} replace />
}

function Listings({ view }: { view: DirectoryView }) {
  const { data, error, dataUpdatedAt, refetch } = useDirectory(view)
  const state = data
    ? { kind: 'found' as const, page: data, nowMs: dataUpdatedAt }
    : error
      ? { kind: 'failed' as const, error, onRetry: () => void refetch() }
      : { kind: 'loading' as const }
  return <Directory home={appHome} view={view} state={state} />
}
