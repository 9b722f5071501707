import { daysBetween, payoffCents, perDiemCents } from '@pier/protocol/loans/loan-terms'
import { type RepaymentDates, RepaymentLine } from '../../loans/repayment-line.tsx'
import { GallerySection, Panel, SampleGrid } from './gallery-section.tsx'

const terms = { principalCents: 1_450_000, rateBps: 1800, termDays: 120 }
const dates = {
  receivedOn: '2026-07-02',
  dueOn: '2026-10-30',
  graceEndsOn: '2026-11-06',
  noticeEndsOn: '2026-11-27',
}
const days = [
  ['It runs', '2026-10-14'],
  ['The first day', '2026-07-02'],
  ['The due date', '2026-10-30'],
  ['In grace', '2026-11-03'],
  ['Overdue', '2026-11-20'],
  ['Long after', '2027-02-01'],
] as const

export function RepaymentSection() {
  return (
    <GallerySection title="Repayment">
      {days.map(([title, today]) => (
        <Panel key={title} title={title}>
          <Line {...dates} today={today} />
        </Panel>
      ))}
      <SampleGrid>
        <Panel title="In a narrow place">
          <Line {...dates} today="2026-10-14" />
        </Panel>
      </SampleGrid>
    </GallerySection>
  )
}

function Line(line: RepaymentDates) {
  const payoffOn = (to: string) =>
    payoffCents({ ...terms, days: daysBetween({ from: line.receivedOn, to }) })
  const payoff = {
    todayCents: payoffOn(line.today),
    dueCents: payoffOn(line.dueOn),
    graceCents: payoffOn(line.graceEndsOn),
    perDayCents: perDiemCents(terms),
    differenceCents: payoffOn(line.today) - payoffOn(line.dueOn),
  }
  return <RepaymentLine {...line} payoff={payoff} />
}
