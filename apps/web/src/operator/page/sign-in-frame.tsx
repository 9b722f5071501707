import { brand } from '@pier/protocol/brand'
import type { ReactNode } from 'react'
import { Mark } from '../../ui/display/mark.tsx'
import { PageBanner } from '../../shell/page/page-banner.tsx'
import { mainId } from '../../shell/page/skip-link.tsx'
import styles from './sign-in-frame.module.css'

/** The frame of the console's sign-in: one form, nothing of the public pages. */
export const SignInFrame = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <header className={styles.bar}>
      <Mark size={30} onWater />
      <strong>{brand.name}</strong>
      <span>Operations</span>
    </header>
    <main id={mainId} tabIndex={-1} className={styles.main}>
      <PageBanner />
      <div className={styles.card}>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  </>
)
