import { Button } from '@mantine/core'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { GallerySection, Panel, SampleGrid } from './gallery-section.tsx'

export function StateSection() {
  return (
    <GallerySection title="Empty and failed">
      <SampleGrid>
        <Panel>
          <EmptyState
            title="Nothing here yet..."
            hint="Top-ups and registry fees will show up here."
            action={
              <Button variant="default" size="xs">
                Add Balance
              </Button>
            }
          />
        </Panel>
        <Panel>
          <EmptyState title="No listing matches. Clear filters or set an alert." />
        </Panel>
        <Panel>
          <ErrorState
            title="An unexpected error has occurred.."
            reference="01JBQ7K3T9C2M4"
            action={
              <Button variant="default" size="xs">
                Try again
              </Button>
            }
          />
        </Panel>
      </SampleGrid>
    </GallerySection>
  )
}
