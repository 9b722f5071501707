import { useParams } from 'react-router'
import { ApiError } from '../../../api/api-error.ts'
import { useListing } from '../../../api/listings.ts'
import { appHome } from '../../../shared/directory/directory-address.ts'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { NotFoundWords } from '../../../shared/not-found-words.tsx'
import { pageTitle } from '../../../shared/page-title.ts'
import { ListingPage } from '../../../shared/passport/listing-page.tsx'
import { ListingSkeleton } from '../../../shared/passport/listing-skeleton.tsx'

export { ScreenCrash as ErrorBoundary } from '../../../shared/screen-crash.tsx'

export const meta = pageTitle('Domain passport')

export default function ListingScreen() {
  const { id = '' } = useParams()
  const { data, error, dataUpdatedAt, refetch } = useListing(id)
  if (data) return <ListingPage home={appHome} listing={data} nowMs={dataUpdatedAt} />
  if (!error) return <ListingSkeleton />
  const isMissing = error instanceof ApiError && [400, 404, 422].includes(error.status)
  if (isMissing) return <NotFoundWords start="/app" listings={appHome} />
  return <LoadFailed what="This listing" error={error} onRetry={() => void refetch()} />
}
