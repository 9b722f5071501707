import { brand } from '@pier/protocol/brand'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import type { Route } from './+types/design-screen'
import { Crash } from '../../shell/failures/crash.tsx'
import { NotFoundText } from '../../shell/failures/not-found-text.tsx'
import { pageTitle } from '../../shell/page/page-title.ts'
import { PierDeck } from '../../shell/public/pier-deck.tsx'
import { StepperSection } from './stepper-section.tsx'
import styles from './design-screen.module.css'
import { isGalleryOpen } from './gallery-gate.server.ts'
import { ListingSection } from './listing-section.tsx'
import { MoneySection } from './money-section.tsx'
import { MoveSection } from './move-section.tsx'
import { NameSection } from './name-section.tsx'
import { PagerSection } from './pager-section.tsx'
import { RepaymentSection } from './repayment-section.tsx'
import { StateSection } from './state-section.tsx'
import { StatusSection } from './status-section.tsx'
import { TableSection } from './table-section.tsx'

export const meta = ({ error }: Route.MetaArgs) =>
  error ? [] : [...pageTitle('Design')(), { name: 'robots', content: 'noindex' }]

export function loader() {
  if (!isGalleryOpen()) throw new Response(null, { status: 404 })
  return null
}

/** Every component in every state, with the longest and strangest content we can think of. */
export default function DesignScreen() {
  return (
    <div className={styles.gallery}>
      <h1>Design</h1>
      <p className={styles.lead}>
        Every component in every state. The footer switches the colours. All of it is made up.
      </p>
      <NameSection />
      <MoneySection />
      <StatusSection />
      <MoveSection />
      <StepperSection />
      <RepaymentSection />
      <ListingSection />
      <TableSection />
      <PagerSection />
      <StateSection />
    </div>
  )
}

/** Where the gallery is closed, it answers like any unknown address. */
export function ErrorBoundary() {
  const error = useRouteError()
  if (!isRouteErrorResponse(error) || error.status !== 404) return <Crash error={error} />
  return (
    <>
      <title>{`It's over · ${brand.name}`}</title>
      <div className={styles.over}>
        <NotFoundText start="/" listings="/domains" />
      </div>
      <PierDeck ends />
    </>
  )
}
