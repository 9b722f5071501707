import { LoanStepper } from '../../loans/loan-stepper.tsx'
import { GallerySection, Panel } from './gallery-section.tsx'

const done = {
  signed: { note: '26 Jun, both sides' },
  custody: { note: '30 Jun, lock on' },
  paid: { note: '2 Jul, you confirmed' },
}

export function StepperSection() {
  return (
    <GallerySection title="Deck">
      <Panel title="The loan runs">
        <LoanStepper
          current="runs"
          share={104 / 120}
          notes={{
            ...done,
            runs: { note: 'Day 104 of 120' },
            repaid: { note: 'due 30 Oct' },
            returned: { note: 'at once' },
          }}
        />
      </Panel>
      <Panel title="Waiting for payment, your move">
        <LoanStepper
          current="paid"
          share={0.27}
          yourMove
          notes={{
            signed: { note: '9 Oct, both sides' },
            custody: { note: '13 Oct, lock on' },
            paid: { label: 'Payment', note: 'day 2 of 5' },
            runs: { note: '90 days' },
          }}
        />
      </Panel>
      <Panel title="Nothing done yet">
        <LoanStepper current="signed" />
      </Panel>
      <Panel title="All of it done">
        <LoanStepper
          current={null}
          notes={{
            ...done,
            repaid: { note: '28 Oct, 2 days early' },
            returned: { note: '28 Oct' },
          }}
        />
      </Panel>
      <Panel title="Seizure">
        <LoanStepper
          current="notice"
          ending="seizure"
          share={0.4}
          notes={{
            ...done,
            runs: { note: 'due 30 Oct, grace to 6 Nov' },
            notice: { note: '11 d to answer, and a note that is longer than its step' },
            seized: { note: 'not before 27 Nov' },
          }}
        />
      </Panel>
    </GallerySection>
  )
}
