import { formatMoney, formatRate, parseDollars } from '@pier/protocol/money'
import { Money } from '../../money/money.tsx'
import { GallerySection, Panel, Sample, SampleGrid } from './gallery-section.tsx'

const figures = ['figure-38', 'figure-32', 'figure-26', 'figure-22'] as const
const amounts = [1, 85_808, 111_111, 1_524_367, 100_000_000, 0, -1218, null]
const typed = ['14,500', '$80.5', '0.01', '14,50', '-5', '1e5']

export function MoneySection() {
  return (
    <GallerySection title="Money">
      {figures.map((size) => (
        <Sample key={size} name={size}>
          <Money amountCents={21_240_000} size={size} />
        </Sample>
      ))}
      <Sample name="even cents">
        <Money amountCents={1_535_808} size="figure-22" evenCents />
      </Sample>
      <Sample name="whole ask">
        <Money amountCents={1_450_000} whole />
      </Sample>
      <Sample name="signed">
        <Money amountCents={15_000} signed /> <Money amountCents={-1218} signed />
      </Sample>
      <Sample name="rates">{[1800, 592, 5].map(formatRate).join(', ')}</Sample>
      <SampleGrid>
        <Panel title="A column">
          {amounts.map((amountCents) => (
            <Money key={amountCents} amountCents={amountCents} size="column" />
          ))}
        </Panel>
        <Panel title="Figures at their ends">
          {amounts.map((amountCents) => (
            <Money key={amountCents} amountCents={amountCents} size="figure-26" />
          ))}
        </Panel>
        <Panel title="What a person types">
          {typed.map((text) => (
            <Sample key={text} name={text}>
              {formatTyped(text)}
            </Sample>
          ))}
        </Panel>
      </SampleGrid>
    </GallerySection>
  )
}

function formatTyped(text: string): string {
  const cents = parseDollars(text)
  return cents === null ? 'Invalid amount' : formatMoney(cents)
}
