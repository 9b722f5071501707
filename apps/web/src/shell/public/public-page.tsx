import type { ReactNode } from 'react'
import { Announcement } from '../page/announcement.tsx'
import { PageBanner } from '../page/page-banner.tsx'
import { PublicFooter } from './public-footer.tsx'
import { PublicHeader } from './public-header.tsx'
import styles from './public-page.module.css'
import { mainId, SkipLink } from '../page/skip-link.tsx'

type PublicPageProps = { announcement?: string | null; children: ReactNode }

/** Header, banner, content, footer: the frame of every public page but the split ones. */
export function PublicPage({ announcement = null, children }: PublicPageProps) {
  return (
    <>
      <SkipLink />
      <div className={styles.screen}>
        <PublicHeader />
        <div className={styles.banner}>
          <PageBanner />
        </div>
        <Announcement text={announcement} />
        <main id={mainId} tabIndex={-1} className={styles.main}>
          {children}
        </main>
      </div>
      <PublicFooter />
    </>
  )
}
