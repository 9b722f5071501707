import type { ReactNode } from 'react'
import { PageBanner } from './page-banner.tsx'
import { PublicFooter } from './public-footer.tsx'
import { PublicHeader } from './public-header.tsx'
import styles from './public-page.module.css'
import { mainId, SkipLink } from './skip-link.tsx'

/** Header, banner, content, footer: the frame of every public page but the split ones. */
export function PublicPage({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <div className={styles.screen}>
        <PublicHeader />
        <div className={styles.banner}>
          <PageBanner />
        </div>
        <main id={mainId} tabIndex={-1} className={styles.main}>
          {children}
        </main>
      </div>
      <PublicFooter />
    </>
  )
}
