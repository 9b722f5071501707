import { useParams } from 'react-router'
import { ApiError } from '../../../api/client/api-error.ts'
import { useListing } from '../../../api/listings.ts'
import { appHome } from '../../../listings/directory-address.ts'
import { LoadFailed } from '../../../shell/failures/load-failed.tsx'
import { NotFoundText } from '../../../shell/failures/not-found-text.tsx'
import { pageTitle } from '../../../shell/page/page-title.ts'
import { ListingPage } from '../../../listings/listing-page/listing-page.tsx'
import { ListingSkeleton } from '../../../listings/listing-page/listing-skeleton.tsx'

export { ScreenCrash as ErrorBoundary } from '../../../shell/failures/screen-crash.tsx'

export const meta = pageTitle('Domain passport')

export default function ListingScreen() {
  const { id = '' } = useParams()
  const { data, error, dataUpdatedAt, refetch } = useListing(id)
  if (data) return <ListingPage home={appHome} listing={data} nowMs={dataUpdatedAt} />
  if (!error) return <ListingSkeleton />
  const isMissing = error instanceof ApiError && [400, 404, 422].includes(error.status)
  if (isMissing) return <NotFoundText start="/app" listings={appHome} />
  return <LoadFailed what="This listing" error={error} onRetry={() => void refetch()} />
}
