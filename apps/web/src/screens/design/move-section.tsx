import { Button } from '@mantine/core'
import { MoveBar } from '../../loans/next-action/move-bar.tsx'
import { yourMove } from '../../loans/next-action/move-button.ts'
import { GallerySection } from './gallery-section.tsx'

const now = '2026-10-14T14:10:00Z'

export function MoveSection() {
  return (
    <GallerySection title="Whose move, by when, else what">
      <MoveBar
        whose="you"
        what="Confirm you received $8,900.00"
        whatNote="Wen says it was sent on 12 Oct."
        by="2026-10-19T12:10:00Z"
        now={now}
        otherwise="An operator looks at it"
        otherwiseNote="Nobody loses the domain."
      >
        <Button vars={yourMove}>Confirm</Button>
      </MoveBar>
      <MoveBar
        whose="lender"
        what="Confirm your repayment"
        whatNote="You said you repaid on 12 Oct."
        by="2026-10-17T09:30:00Z"
        now={now}
        otherwise="An operator looks at it"
        otherwiseNote="Interest has stopped."
      >
        <Button variant="default">Send a reminder</Button>
      </MoveBar>
      <MoveBar
        whose="operators"
        what="Rule on case 0412"
        whatNote="Both statements are in."
        by="2026-10-19T10:10:00Z"
        now={now}
        otherwise="Senior review on 8 Nov"
        otherwiseNote="Never an automatic award."
      >
        <Button variant="default">Open case</Button>
      </MoveBar>
      <MoveBar
        whose="borrower"
        what="Repay $1,000,000.00"
        by="2026-10-12T23:59:59Z"
        now={now}
        otherwise="7 days of grace, to 19 Oct"
      />
      <MoveBar
        whose="you"
        what="Repay $15,358.08"
        whatNote="or $15,243.67 if the money arrives today. Partial payments from $25. The transfer of averyveryveryverylongreferencewithoutanyspaceinit0123456789 counts too."
        by="2026-10-14T14:44:00Z"
        now={now}
        otherwise="7 days of grace, to 6 Nov"
        otherwiseNote="Interest goes on at the same rate. No fee, and nothing happens to the domain."
      >
        <Button vars={yourMove}>I am paying now</Button>
        <Button variant="default">It has not arrived</Button>
      </MoveBar>
    </GallerySection>
  )
}
