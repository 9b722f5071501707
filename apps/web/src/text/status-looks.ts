import type {
  DomainStatus,
  LoanStatus,
  LoanPhase,
  OfferStatus,
  TransactionStatus,
} from '@pier/protocol/statuses'
import {
  type Icon,
  IconAnchor,
  IconArrowBackUp,
  IconBan,
  IconCashBanknote,
  IconCheck,
  IconCircleCheck,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleDot,
  IconCircleX,
  IconClock,
  IconClockHour4Filled,
  IconGavel,
  IconHandStop,
  IconHelp,
  IconHourglassOff,
  IconLock,
  IconRosetteDiscountCheck,
  IconScale,
  IconTransferIn,
  IconWritingSign,
} from '@tabler/icons-react'
import type { Tone } from '../ui/display/tag.tsx'

export type Look = { tone: Tone; icon: Icon }

export const looks = {
  unknown: { tone: 'neutral', icon: IconHelp },
  expired: { tone: 'neutral', icon: IconHourglassOff },
  pendingTransfer: { tone: 'wait', icon: IconClockHour4Filled },
  onHold: { tone: 'plum', icon: IconHandStop },
} as const satisfies Record<string, Look>

export const domainLooks: Record<DomainStatus, Look> = {
  EXTERNAL_UNVERIFIED: { tone: 'neutral', icon: IconCircleDashed },
  EXTERNAL_VERIFIED: { tone: 'good', icon: IconRosetteDiscountCheck },
  CUSTODY_PAID: { tone: 'run', icon: IconAnchor },
  IN_ESCROW: { tone: 'run', icon: IconLock },
}

export const offerLooks: Record<OfferStatus, Look> = {
  PENDING: { tone: 'wait', icon: IconClock },
  ACCEPTED: { tone: 'good', icon: IconCheck },
  RESCINDED: { tone: 'neutral', icon: IconArrowBackUp },
  DENIED: { tone: 'bad', icon: IconCircleX },
}

export const loanLooks: Record<LoanStatus, Look> = {
  PENDING_SIGNATURE: { tone: 'wait', icon: IconWritingSign },
  NEW: { tone: 'wait', icon: IconTransferIn },
  DOMAIN_IN_CUSTODY: { tone: 'wait', icon: IconCashBanknote },
  LOAN_POSTED: { tone: 'run', icon: IconCircleDot },
  ESCALATED: { tone: 'plum', icon: IconScale },
  FINALIZED_LENDER_SEIZURE: { tone: 'bad', icon: IconGavel },
  FINALIZED_PLATFORM_SEZIURE: { tone: 'bad', icon: IconGavel },
  FINALIZED_RETURN_TO_BORROWER: { tone: 'good', icon: IconCircleCheck },
  CANCELLED: { tone: 'neutral', icon: IconBan },
}

/** A failed or cancelled one has no look: its note says what happened. */
export const transactionLooks: Partial<Record<TransactionStatus, Look>> = {
  PENDING: { tone: 'wait', icon: IconClockHour4Filled },
  DONE: { tone: 'good', icon: IconCircleCheckFilled },
}

/** The label of a phase says enough, so it has no icon. */
export const phaseTones: Record<LoanPhase, Tone> = {
  FUNDING_CLAIMED: 'wait',
  ACTIVE: 'run',
  DUE_SOON: 'wait',
  DUE_TODAY: 'wait',
  IN_GRACE: 'wait',
  OVERDUE: 'bad',
  REPAYMENT_CLAIMED: 'wait',
  DEFAULT_NOTICED: 'bad',
  SEIZURE_READY: 'bad',
}
