import { LendPicture } from './lend-picture.tsx'
import { type Step, WaySection } from './way-section.tsx'

const steps: Step[] = [
  {
    title: 'Find and evaluate a candidate',
    text: 'Age, locks, renewal runway and value range, each with its source.',
  },
  { title: 'Make an offer and wait', text: 'Match the ask, or adjust amount, term and rate.' },
  {
    title: 'Sign the lending agreement and discuss with the borrower',
    text: 'One document, both signatures, one file you both keep.',
  },
  {
    title: 'Send payment and collect interest',
    text: 'Only once the domain is in custody. Reminders run on both sides.',
  },
  {
    title: 'On default, take ownership of the domain',
    text: 'After grace, a written notice and 20 days to answer it.',
  },
]

export function LendSection() {
  return (
    <WaySection
      id="lend"
      title="Lend against names you can check"
      steps={steps}
      action={{ to: '/domains', label: 'Browse Listings' }}
      picture={<LendPicture />}
      caption="Browse the directory, then match the ask or make an offer on your own terms."
    />
  )
}
