import { PierDeck } from '../../shell/public/pier-deck.tsx'
import { landingTitle } from '../../shell/public/public-head.tsx'
import type { Route } from './+types/landing-screen'
import { BackToTop } from './back-to-top.tsx'
import { BorrowSection } from './borrow-section.tsx'
import { CostsSection } from './live/costs-section.tsx'
import { Hero } from './hero.tsx'
import { HoldersSection } from './holders-section.tsx'
import { LendSection } from './lend-section.tsx'
import { ListingStrip } from './live/listing-strip.tsx'
import { readLanding } from './live/read-landing.server.ts'
import { RepaidStrip } from './live/repaid-strip.tsx'
import { TermsSection } from './terms-section.tsx'
import styles from './landing-screen.module.css'
import { useScrollTurn } from './use-scroll-turn.ts'

export const meta = () => [{ title: landingTitle }]

export const loader = ({ request }: Route.LoaderArgs) => readLanding(request)

export default function LandingScreen({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { listings, prices, repaid } = loaderData
  useScrollTurn()
  return (
    <>
      <Hero />
      <PierDeck>
        {listings && listings.listings.length > 0 && <ListingStrip {...listings} />}
      </PierDeck>
      {repaid && <RepaidStrip repaid={repaid} />}
      <div className={styles.afterHero}>
        <BorrowSection />
        <LendSection />
        <TermsSection />
        <CostsSection prices={prices} />
        <HoldersSection />
        <BackToTop />
      </div>
    </>
  )
}
