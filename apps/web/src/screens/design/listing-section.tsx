import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { ListingCard } from '../../listings/directory/listing-card.tsx'
import { Ltv } from '../../terms/ltv.tsx'
import { SkeletonCard } from '../../listings/directory/skeleton-card.tsx'
import { GallerySection, Panel, SampleGrid } from './gallery-section.tsx'

const gauges = [0, 35, 60, 61, 64, 100, 240, null]

const listings = [
  ['brightkeel.com', true, '17 years old, ends in 21 days', 4_100_000, 1_450_000, 120, 1800],
  ['xn--bcherkai-65a.de', true, '19 years old, ends in 14 days', 1_820_000, 730_000, 150, 1625],
  ['copperkettle.com', false, '21 years old, ends in 3 days', null, 520_000, 90, 2400],
  ['the-orchard-line.net', false, '14 years old, ends in 6 days', 640_000, 410_000, 45, 2800],
  ['x.y', false, '0 y old, 1 h left', 1, 1, 1, 1],
  [
    'the-quiet-orchard-line-and-its-harbour-master-of-old.net',
    true,
    '117 years old, ends in 1,021 days',
    100_000_000_00,
    100_000_000,
    3650,
    123_456,
  ],
] as const

export function ListingSection() {
  return (
    <GallerySection title="Listing card and draught gauge">
      <SampleGrid>
        {listings.map(
          ([domain, custodyReady, note, valueCents, amountCents, termDays, rateBps]) => (
            <ListingCard
              key={domain}
              heading="h3"
              {...{ domain, custodyReady, note, valueCents, amountCents, termDays, rateBps }}
              action={<Button variant="default">Make Offer</Button>}
              more={
                <Button component={Link} to={`/design?domain=${domain}`} variant="subtle" px={12}>
                  Passport
                </Button>
              }
            />
          ),
        )}
        <SkeletonCard index={0} />
        <SkeletonCard index={1} />
        <Panel title="Draught gauge">
          {gauges.map((percent) => (
            <Ltv key={percent} percent={percent} />
          ))}
        </Panel>
      </SampleGrid>
    </GallerySection>
  )
}
