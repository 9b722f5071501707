import { IconCircleCheckFilled, IconClockHour4Filled, IconMinus } from '@tabler/icons-react'
import { PlainTag } from '../ui/display/tag.tsx'

const answers = {
  yes: { label: 'Yes', tone: 'good', icon: IconCircleCheckFilled },
  pending: { label: 'Pending', tone: 'wait', icon: IconClockHour4Filled },
  notYet: { label: 'Not yet', tone: 'neutral', icon: IconMinus },
  no: { label: 'No', tone: 'neutral', icon: IconMinus },
} as const

/** Verified, transferred, in escrow: the answer to the question in a column's header. */
export function TableAnswer({ answer }: { answer: keyof typeof answers }) {
  const { label, ...look } = answers[answer]
  return <PlainTag {...look}>{label}</PlainTag>
}
