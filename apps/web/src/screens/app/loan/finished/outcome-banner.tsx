import { IconFileDownload } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { download } from '../../../../api/client/client.ts'
import type { Loan } from '../../../../api/loans/loans.ts'
import { useLoanFiles } from '../../../../api/loans/loan-files.ts'
import { clockTime, fullDay } from '../../../../text/date-text.ts'
import { useAction } from '../../../../shell/action/use-action.ts'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import { Mark } from '../../../../ui/display/mark.tsx'
import { saveFile } from '../../../../ui/file/save-file.ts'
import styles from './finished-page.module.css'
import type { Receipt } from './receipt-rows.ts'
import { useOpenFile } from '../documents/use-open-file.ts'

type OutcomeBannerProps = {
  loan: Loan
  receipt: Receipt
  /** The loan ended while it was shown, so what had the focus is gone. */
  isNews: boolean
}

/** How it ended, in the server's text, and the two documents that prove it. */
export function OutcomeBanner({ loan, receipt, isNews }: OutcomeBannerProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNews && document.activeElement === document.body) heading.current?.focus()
  }, [isNews])
  const isRepaid = loan.status === 'FINALIZED_RETURN_TO_BORROWER'
  return (
    <section aria-labelledby={id} className={styles.banner}>
      <div className={styles.outcome}>
        {loan.ended_at && (
          <p className={styles.ended}>
            Ended{' '}
            <time dateTime={loan.ended_at}>
              {fullDay(loan.ended_at)}, {clockTime(loan.ended_at)}
            </time>
          </p>
        )}
        <h2 id={id} ref={heading} tabIndex={-1}>
          {receipt.headline}
        </h2>
        <p>
          <bdi>{receipt.sentence}</bdi>
        </p>
        <div className={styles.papers}>
          <ReceiptButton loan={loan} />
          <LoanFileButton loan={loan} />
        </div>
      </div>
      {isRepaid && <Pinwheel escrowId={loan.id} />}
    </section>
  )
}

/** The letter that confirms repayment. It is created a moment after the loan has ended. */
function ReceiptButton({ loan }: { loan: Loan }) {
  const { data } = useLoanFiles(loan.id)
  const { busy, open } = useOpenFile(loan.id)
  const letter = data?.files.find(({ kind }) => kind === 'letter')
  if (!letter) return null
  return (
    <BusyButton
      variant="white"
      vars={onWater}
      leftSection={<IconFileDownload size={18} aria-hidden="true" />}
      busy={busy}
      onClick={() => void open(letter.id)}
    >
      Receipt (PDF)
    </BusyButton>
  )
}

function LoanFileButton({ loan: { id } }: { loan: Loan }) {
  const { busy, act } = useAction(() => download('GET /escrow/:id/bundle', { params: { id } }), {
    what: 'Download the loan file',
    onDone: ({ name, content }) => saveFile(name, content),
  })
  return (
    <BusyButton variant="outline" vars={lined} busy={busy} onClick={() => void act()}>
      Loan file (ZIP)
    </BusyButton>
  )
}

const onWater = () => ({
  root: { '--button-bg': '#fff', '--button-hover': '#dbeaeb', '--button-color': '#0b4a57' },
})
const lined = () => ({
  root: {
    '--button-hover': 'rgb(255 255 255 / .1)',
    '--button-color': 'var(--on-water)',
    '--button-bd': '1px solid var(--on-water-2)',
  },
})

const restDegrees = 20
const seenKey = (escrowId: string) => `pier.ended.${escrowId}`

/** One quarter turn when this device shows the end for the first time; after that it is still. */
function Pinwheel({ escrowId }: { escrowId: string }) {
  const [isFirst] = useState(() => !wasSeen(escrowId))
  const [angle, setAngle] = useState(isFirst ? restDegrees - 90 : restDegrees)
  useEffect(() => {
    const timer = setTimeout(() => setAngle(restDegrees), 120)
    keepSeen(escrowId)
    return () => clearTimeout(timer)
  }, [escrowId])
  return (
    <div
      aria-hidden="true"
      className={styles.pinwheel}
      data-pinwheel={isFirst ? 'turns' : 'stands'}
    >
      <Mark size={196} angle={angle} onWater />
    </div>
  )
}

/** The browser may block storage: then it turns each time. */
function wasSeen(escrowId: string): boolean {
  try {
    return localStorage.getItem(seenKey(escrowId)) !== null
  } catch {
    return false
  }
}

function keepSeen(escrowId: string): void {
  try {
    localStorage.setItem(seenKey(escrowId), '1')
  } catch {
    // Nothing depends on it.
  }
}
