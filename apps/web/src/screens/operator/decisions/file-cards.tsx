import { IconAlertTriangleFilled, IconCircleCheckFilled } from '@tabler/icons-react'
import { PersonHead } from '../../../operator/page/person-head.tsx'
import { shortDay } from '../../../text/date-text.ts'
import { CheckList } from '../../../operator/approvals/check-list.tsx'
import { DeskCard } from '../../../operator/page/operator-page.tsx'
import { TimeText } from '../../../text/time-text.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { DocumentButton } from '../../../operator/approvals/document-button.tsx'
import type { DecisionFile, LoanFile } from './decision-file.ts'
import styles from './decision.module.css'

/** What both parties said, what was sent and arrived, the checks, and why it is proposed. */
export function FileCards({ file: { decision, loan } }: { file: DecisionFile }) {
  return (
    <>
      {loan && (
        <div className={styles.halves}>
          <PersonCard person={loan.borrower} side="Borrower" isOpen={loan.is_open} />
          <PersonCard person={loan.lender} side="Lender" isOpen={loan.is_open} />
        </div>
      )}
      {loan && loan.notices.length > 0 && <NoticesTable notices={loan.notices} />}
      <div className={styles.halves}>
        {loan && <ChecksCard checks={loan.checks} />}
        <DeskCard title="Proposer’s reasons" aside={decision.proposed_by.name}>
          <p className={styles.said}>{decision.reasons}</p>
          <DocumentButton id={decision.document_id} />
          {loan && <Exhibits relied={decision.exhibits} exhibits={loan.exhibits} />}
        </DeskCard>
      </div>
    </>
  )
}

type PersonCardProps = { person: LoanFile['borrower']; side: string; isOpen: boolean }

function PersonCard({ person: { name, record, said }, side, isOpen }: PersonCardProps) {
  return (
    <DeskCard>
      <PersonHead
        {...{ name, side, record }}
        aside={
          said && (
            <p>
              {said.what === 'statement' ? 'statement' : 'last words'}, {shortDay(said.at)}
            </p>
          )
        }
      />
      {said ? (
        <p className={styles.said}>“{said.body}”</p>
      ) : (
        <p className={styles.quiet}>
          {isOpen ? 'No statement.' : 'No statement. Open the file to see their chat messages.'}
        </p>
      )}
    </DeskCard>
  )
}

type Notice = LoanFile['notices'][number]

const noticeColumns: Column<Notice>[] = [
  { key: 'at', header: 'Date', cell: ({ at }) => <TimeText at={at} withTime /> },
  { key: 'what', header: 'Notice', cell: ({ what }) => <strong>{what}</strong> },
  {
    key: 'delivery',
    header: 'Delivery',
    place: 'line',
    cell: ({ delivery, is_good }) => (
      <span className={styles.delivery} data-good={is_good}>
        {is_good ? (
          <IconCircleCheckFilled size={16} aria-hidden="true" />
        ) : (
          <IconAlertTriangleFilled size={16} aria-hidden="true" />
        )}
        {delivery}
      </span>
    ),
  },
  {
    key: 'read',
    header: 'Proof',
    cell: ({ read_at }) =>
      read_at ? (
        <>
          read here <TimeText at={read_at} withTime />
        </>
      ) : (
        'not read here'
      ),
  },
]

const NoticesTable = ({ notices }: { notices: Notice[] }) => (
  <DataTable
    title="Notices and their delivery"
    aside={<span>All times UTC</span>}
    dense
    pageSize={notices.length}
    rows={notices}
    keyOf={({ at }) => at}
    columns={noticeColumns}
    empty={null}
  />
)

function ChecksCard({ checks }: { checks: LoanFile['checks'] }) {
  const unmet = checks.filter(({ is_met }) => !is_met).length
  return (
    <DeskCard title="Checks" aside={`${checks.length - unmet} met, ${unmet} unmet, now`}>
      <CheckList checks={checks} />
    </DeskCard>
  )
}

type ExhibitsProps = { relied: number[]; exhibits: LoanFile['exhibits'] }

function Exhibits({ relied, exhibits }: ExhibitsProps) {
  if (exhibits.length === 0) return null
  return (
    <>
      <h3 className={styles.head}>Exhibits</h3>
      <ol className={styles.exhibits}>
        {exhibits.map(({ id, number, name, from, hash }) => (
          <li key={id}>
            <strong>{number}</strong>
            <span>
              <bdi>{name}</bdi>, {from}
              {relied.includes(number) && ', relied on'}
            </span>
            <code title={hash}>
              {hash.slice(0, 4)}…{hash.slice(-4)}
            </code>
          </li>
        ))}
      </ol>
    </>
  )
}
