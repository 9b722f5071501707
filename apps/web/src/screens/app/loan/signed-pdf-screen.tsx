import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { download } from '../../../api/client/client.ts'
import { LoadFailed } from '../../../shell/failures/load-failed.tsx'
import { pageTitle } from '../../../shell/page/page-title.ts'
import { SkeletonBar } from '../../../ui/feedback/skeleton-bar.tsx'
import styles from './layout/loan-page.module.css'

export { ScreenCrash as ErrorBoundary } from '../../../shell/failures/screen-crash.tsx'

export const meta = pageTitle('Signed PDF')

/** The target of the Signed PDF link: the file needs the token, so this page fetches it. */
export default function SignedPdfScreen() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['loans', 'signed-pdf', id],
    queryFn: () => download('GET /escrow/:id/agreement.pdf', { params: { id } }),
    gcTime: 0,
  })

  useEffect(() => {
    if (data) window.location.replace(URL.createObjectURL(data.content))
  }, [data])

  return (
    <div className={styles.page}>
      <h1 className={styles.plainTitle}>Signed PDF</h1>
      {error ? (
        <LoadFailed what="The agreement" error={error} onRetry={() => void refetch()} />
      ) : (
        <div aria-busy="true">
          <SkeletonBar width="100%" height={480} />
        </div>
      )}
    </div>
  )
}
