import { IconAlertTriangleFilled, IconCircleCheckFilled, IconMinus } from '@tabler/icons-react'
import { limits } from '@pier/protocol/limits'
import { useState } from 'react'
import { messageOf } from '../../../api/client/api-error.ts'
import { operatorDownload } from '../../../api/operator.ts'
import { useMay } from '../../../operator/page/duty-context.tsx'
import { usePage } from '../../../shell/page/page-context.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { openFile } from '../../../ui/file/open-file.ts'
import { useOnce } from '../../../ui/form/use-once.ts'
import { VisuallyHidden } from '../../../ui/display/visually-hidden.tsx'
import type { Case, Exhibit } from './case.ts'
import styles from './case.module.css'
import { MarkDialog, weights } from './mark-dialog.tsx'

/** All exhibits of both parties, numbered, with their weight. */
export function ExhibitsCard({ found }: { found: Case }) {
  const [marking, setMarking] = useState<Exhibit | null>(null)
  const mayMark = useMay('PUT /operator/cases/:id/exhibits/:number')
  const open = useOpenExhibit(found.id)
  return (
    <>
      <DataTable
        title="Exhibits"
        aside={<span>Weight by payment rail, {found.rail}</span>}
        dense
        columns={columnsOf({
          open: useMay('GET /operator/cases/:id/exhibits/:number') ? open : null,
          mark: mayMark && !found.closed_at ? setMarking : null,
        })}
        rows={found.exhibits}
        keyOf={({ id }) => id}
        pageSize={4}
        empty={<p className={styles.none}>No exhibits yet.</p>}
      />
      <MarkDialog caseId={found.id} exhibit={marking} onClose={() => setMarking(null)} />
    </>
  )
}

function useOpenExhibit(id: string) {
  const { run } = useOnce(limits.loadingClearMs)
  const { setPageError } = usePage()
  return ({ number }: Exhibit) =>
    void run(() =>
      openFile(() =>
        operatorDownload('GET /operator/cases/:id/exhibits/:number', { params: { id, number } }),
      ).catch((error: unknown) => setPageError(messageOf(error))),
    )
}

type Acts = { open: ((exhibit: Exhibit) => void) | null; mark: ((exhibit: Exhibit) => void) | null }

function columnsOf({ open, mark }: Acts): Column<Exhibit>[] {
  return [
    { key: 'number', header: 'No.', cell: ({ number }) => <strong>{number}</strong> },
    {
      key: 'name',
      header: 'Document',
      place: 'line',
      wrap: true,
      cell: (exhibit) =>
        open ? (
          <button type="button" className={styles.file} onClick={() => open(exhibit)}>
            <VisuallyHidden>Open </VisuallyHidden>
            <bdi>{exhibit.name}</bdi>
          </button>
        ) : (
          <bdi>{exhibit.name}</bdi>
        ),
    },
    { key: 'from', header: 'From', cell: ({ from }) => from },
    {
      key: 'weight',
      header: 'Weight',
      cell: (exhibit) => <Weight exhibit={exhibit} onMark={mark} />,
    },
    { key: 'check', header: 'Check', place: 'line', wrap: true, cell: checkCell },
    {
      key: 'hash',
      header: 'Hash',
      place: 'more',
      cell: ({ hash }) => (
        <code title={hash} className={styles.hash}>
          {hash.slice(0, 4)}…{hash.slice(-4)}
        </code>
      ),
    },
  ]
}

type WeightProps = { exhibit: Exhibit; onMark: Acts['mark'] }

/** For operators who may weigh it, the weight is a button. */
function Weight({ exhibit, onMark }: WeightProps) {
  const { weight, number } = exhibit
  const word = weight ? weights[weight] : 'Not weighed'
  if (!onMark) {
    return (
      <span className={styles.weight} data-weight={weight}>
        {word}
      </span>
    )
  }
  return (
    <button
      type="button"
      className={styles.weight}
      data-weight={weight}
      title={`Weigh exhibit ${number}`}
      onClick={() => onMark(exhibit)}
    >
      {word}
      <VisuallyHidden>, weigh exhibit {number}</VisuallyHidden>
    </button>
  )
}

function checkCell({ is_good, check_note }: Exhibit) {
  const Shown =
    is_good === null ? IconMinus : is_good ? IconCircleCheckFilled : IconAlertTriangleFilled
  return (
    <span className={styles.check} data-good={is_good ?? 'none'}>
      <Shown size={16} aria-hidden="true" />
      {check_note ?? 'Not checked'}
    </span>
  )
}
