import { useState } from 'react'
import { operatorCall } from '../../../api/operator.ts'
import { DomainName } from '../../../domains/domain-name.tsx'
import { DocumentField } from '../../../operator/approvals/document-field.tsx'
import { keepDocument } from '../../../operator/approvals/keep-document.ts'
import { ReasonDialog } from '../../../operator/dialogs/reason-dialog.tsx'
import type { Loan } from './loan.ts'

type OrderDialogProps = { loan: Loan; opened: boolean; onClose: () => void }

/** The domain is taken from both parties. Requires the document that orders it. */
export function OrderDialog({ loan, opened, onClose }: OrderDialogProps) {
  const [file, setFile] = useState<File | null>(null)
  return (
    <ReasonDialog
      title="Propose seizure by order"
      opened={opened}
      onClose={() => {
        setFile(null)
        onClose()
      }}
      button="Propose seizure by order"
      danger
      done="Proposed. Waiting for second approval"
      forParties
      withCode
      checks={{ document: () => (file ? null : 'Attach the order') }}
      work={async ({ reason, code }) => {
        if (!file) return
        const { id } = await keepDocument(file, reason.slice(0, 1000))
        await operatorCall('POST /operator/loans/:id/seize-for-platform', {
          params: { id: loan.id },
          body: { version: loan.version, document_id: id, reason, code },
        })
      }}
    >
      {(field) => (
        <>
          <DomainName name={loan.unicode} size="card" />
          <p>
            By order of a court or authority, or for theft. Neither side gets the domain. This
            cannot be undone.
          </p>
          <DocumentField file={file} onFile={setFile} error={field('document').error} />
        </>
      )}
    </ReasonDialog>
  )
}
