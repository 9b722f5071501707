import { FileButton } from '@mantine/core'
import {
  type Icon,
  IconCertificate,
  IconDownload,
  IconFileText,
  IconMail,
  IconReceipt,
} from '@tabler/icons-react'
import { download } from '../../../../api/client/client.ts'
import type { Loan } from '../../../../api/loans/loans.ts'
import { type LoanFile, useLoanFiles } from '../../../../api/loans/loan-files.ts'
import { LoadFailed } from '../../../../shell/failures/load-failed.tsx'
import { TimeText } from '../../../../text/time-text.tsx'
import { useAction } from '../../../../shell/action/use-action.ts'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import { saveFile } from '../../../../ui/file/save-file.ts'
import { SkeletonBar } from '../../../../ui/feedback/skeleton-bar.tsx'
import { VisuallyHidden } from '../../../../ui/display/visually-hidden.tsx'
import { LoanCard } from '../layout/loan-card.tsx'
import { sayer } from '../actions/loan-actions.ts'
import styles from './loan-papers.module.css'
import { ShortHash } from './short-hash.tsx'
import { exhibitTypes, useExhibit } from './use-exhibit.ts'
import { useOpenFile } from './use-open-file.ts'

/** The documents of the loan. None is changed or removed later. */
export function DocumentsCard({ loan, ended = false }: { loan: Loan; ended?: boolean }) {
  const { data, error, refetch } = useLoanFiles(loan.id)
  return (
    <LoanCard title="Documents" aside={!ended && <LoanFileButton loan={loan} />}>
      {!data && error && (
        <LoadFailed what="The documents" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <div aria-busy="true">
          <SkeletonBar width="80%" height={40} />
        </div>
      )}
      {data?.files.length === 0 && <p className={styles.small}>No documents yet.</p>}
      <ul className={styles.files}>
        {data?.files.map((file) => (
          <FileRow key={file.id} loan={loan} file={file} withHash={ended} />
        ))}
      </ul>
      {!ended && <AddExhibit loan={loan} />}
    </LoanCard>
  )
}

const kinds: Record<LoanFile['kind'], { title: string; Icon: Icon }> = {
  agreement: { title: 'Lending agreement, unsigned', Icon: IconFileText },
  signed: { title: 'Lending agreement, signed', Icon: IconFileText },
  annex: { title: 'Annex', Icon: IconFileText },
  receipt: { title: 'Custody receipt', Icon: IconCertificate },
  exhibit: { title: 'Exhibit', Icon: IconReceipt },
  letter: { title: 'Receipt of repayment', Icon: IconMail },
}

/** "Exhibit 1, wire.pdf": ours are named by their kind, exhibits also by their file name. */
function titleOf({ kind, number, name }: LoanFile): string {
  const { title } = kinds[kind]
  const numbered = number === null ? title : `${title} ${number}`
  return kind === 'exhibit' ? `${numbered}, ${name}` : numbered
}

type FileRowProps = { loan: Loan; file: LoanFile; withHash: boolean }

function FileRow({ loan, file, withHash }: FileRowProps) {
  const { busy, open } = useOpenFile(loan.id)
  const { Icon: Shown } = kinds[file.kind]
  const isAgreement = file.kind === 'agreement' || file.kind === 'signed'
  return (
    <li>
      <Shown size={20} aria-hidden="true" />
      <span className={styles.file}>
        <bdi>{titleOf(file)}</bdi>
        <span className={styles.record}>
          {isAgreement ? (
            <>
              sha256 <ShortHash sha256={file.sha256} />
            </>
          ) : (
            <>
              <TimeText at={file.created_at} />
              {(file.by === 'BORROWER' || file.by === 'LENDER') && (
                <>
                  , <bdi>{sayer(loan, file.by)}</bdi>
                </>
              )}
              {withHash && (
                <>
                  , sha256 <ShortHash sha256={file.sha256} />
                </>
              )}
            </>
          )}
        </span>
      </span>
      <button
        type="button"
        className={styles.word}
        aria-busy={busy}
        onClick={() => void open(file.id)}
      >
        Open <VisuallyHidden>{titleOf(file)}</VisuallyHidden>
      </button>
    </li>
  )
}

/** The whole loan file in one download, which can be verified without us. */
function LoanFileButton({ loan: { id } }: { loan: Loan }) {
  const { busy, act } = useAction(() => download('GET /escrow/:id/bundle', { params: { id } }), {
    what: 'Download the loan file',
    onDone: ({ name, content }) => saveFile(name, content),
  })
  return (
    <BusyButton
      variant="subtle"
      size="xs"
      leftSection={<IconDownload size={18} aria-hidden="true" />}
      busy={busy}
      onClick={() => void act()}
    >
      Loan file
    </BusyButton>
  )
}

function AddExhibit({ loan }: { loan: Loan }) {
  const { busy, add } = useExhibit(loan, () => {})
  return (
    <div className={styles.foot}>
      <FileButton accept={exhibitTypes} onChange={(file) => file && void add(file)}>
        {(props) => (
          <BusyButton {...props} variant="default" size="xs" busy={busy}>
            Add exhibit
          </BusyButton>
        )}
      </FileButton>
      <span className={styles.small}>
        PDF, PNG or JPEG. Both sides can see it, and it cannot be removed.
      </span>
    </div>
  )
}
