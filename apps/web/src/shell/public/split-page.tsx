import type { ReactNode } from 'react'
import { Mark } from '../../ui/display/mark.tsx'
import { PageBanner } from '../page/page-banner.tsx'
import { PublicFooter } from './public-footer.tsx'
import { PublicHeader } from './public-header.tsx'
import { mainId, SkipLink } from '../page/skip-link.tsx'
import styles from './split-page.module.css'

const posts = [
  {
    title: 'We hold the domain',
    text: 'Locked at our registrar, renewal reserved, DNS still yours.',
  },
  { title: 'Never the money', text: 'Loans go straight between borrower and lender.' },
  { title: 'Dates in writing', text: 'Whose move, by when, and what happens otherwise.' },
]

/** A form on the left; on the right the water, the pinwheel and what we promise. */
export function SplitPage({ angle, children }: { angle: number; children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <div className={styles.split}>
        <div className={styles.left}>
          <PublicHeader narrow />
          <div className={styles.banner}>
            <PageBanner />
          </div>
          <main id={mainId} tabIndex={-1} className={styles.main}>
            <div className={styles.form}>{children}</div>
          </main>
        </div>
        <aside aria-label="What we promise" className={styles.water}>
          <div className={styles.wheel}>
            <Mark size="100%" angle={angle} onWater />
          </div>
          <ul className={styles.posts}>
            {posts.map(({ title, text }) => (
              <li key={title}>
                <h2>{title}</h2>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </aside>
      </div>
      <PublicFooter />
    </>
  )
}
