import { PierDeck } from '../../shell/public/pier-deck.tsx'
import { landingTitle } from '../../shell/public/public-head.tsx'
import { BackToTop } from './back-to-top.tsx'
import { BorrowSection } from './borrow-section.tsx'
import { Hero } from './hero.tsx'
import { LendSection } from './lend-section.tsx'
import { type ListingOnStrip, ListingStrip } from './listing-strip.tsx'
import { Promises } from './promises.tsx'
import { TermsSection } from './terms-section.tsx'
import styles from './landing-screen.module.css'
import { useScrollTurn } from './use-scroll-turn.ts'

export const meta = () => [{ title: landingTitle }]

const listings: ListingOnStrip[] = [] // No call fills it yet.

export default function LandingScreen() {
  useScrollTurn()
  return (
    <>
      <Hero />
      <PierDeck>{listings.length > 0 && <ListingStrip listings={listings} />}</PierDeck>
      <Promises />
      <div className={styles.afterHero}>
        <BorrowSection />
        <LendSection />
        <TermsSection />
        <BackToTop />
      </div>
    </>
  )
}
