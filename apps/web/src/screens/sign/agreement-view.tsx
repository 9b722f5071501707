import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconExternalLink } from '@tabler/icons-react'
import type { ToSign } from '../../api/loans/agreements.ts'
import { LoadFailed } from '../../shell/failures/load-failed.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { SkeletonBar } from '../../ui/feedback/skeleton-bar.tsx'
import { differs } from './document-text.ts'
import styles from './agreement-view.module.css'

type AgreementViewProps = {
  toSign: ToSign
  url: string | undefined
  sha256: string | undefined
  error: unknown
  onRetry: () => void
}

/** The document itself. Phones show a PDF in a frame badly or not at all: there it is a link. */
export function AgreementView({ toSign, url, sha256, error, onRetry }: AgreementViewProps) {
  const isWide = useMediaQuery('(min-width: 900px)')
  const isFramed = isWide && navigator.pdfViewerEnabled
  return (
    <section aria-label="The agreement" className={styles.view}>
      {url && isFramed && (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- Browsers show no PDF in a sandbox.
        <iframe src={url} title={toSign.title} className={styles.frame} />
      )}
      {!url && !error && (
        <div aria-busy="true" className={styles.loading}>
          <SkeletonBar width="100%" height={isWide ? 480 : 48} />
        </div>
      )}
      {Boolean(error) && (
        <LoadFailed what="The text of the agreement" error={error} onRetry={onRetry} />
      )}
      {sha256 && sha256 !== toSign.sha256 && <FormAlert message={differs} />}
      <div className={styles.foot}>
        {url && (
          <Button
            component="a"
            href={url}
            target="_blank"
            variant={isFramed ? 'subtle' : 'default'}
            leftSection={<IconExternalLink size={18} aria-hidden="true" />}
          >
            Open the agreement
          </Button>
        )}
        <p className={styles.hash}>
          {toSign.pages === 1 ? '1 page' : `${toSign.pages} pages`}, SHA-256{' '}
          <code>{toSign.sha256}</code>
        </p>
      </div>
    </section>
  )
}
