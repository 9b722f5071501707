import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { operatorCall } from '../../api/operator.ts'
import { DateField } from '../../text/date-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { DomainName } from '../../domains/domain-name.tsx'
import { DocumentField } from './document-field.tsx'
import { ReasonDialog } from '../dialogs/reason-dialog.tsx'
import { keepDocument } from './keep-document.ts'

const kinds = [
  { value: 'dispute', label: 'Dispute' },
  { value: 'theft', label: 'Theft report' },
  { value: 'abuse', label: 'Abuse' },
  { value: 'udrp', label: 'UDRP or URS' },
  { value: 'court', label: 'Court or authority' },
] as const
type Kind = (typeof kinds)[number]['value']

type HoldDialogProps = { domain: string; opened: boolean; onClose: () => void }

/** A held domain does not move. Its nameservers keep working. */
export function HoldDialog({ domain, opened, onClose }: HoldDialogProps) {
  const [file, setFile] = useState<File | null>(null)
  return (
    <ReasonDialog
      title="Place hold"
      opened={opened}
      onClose={() => {
        setFile(null)
        onClose()
      }}
      button="Place hold"
      danger
      forParties
      done="Hold placed"
      checks={{ kind: () => null, review: () => null, secret: () => null }}
      work={async ({ kind, review, secret, reason }) => {
        const document = file ? await keepDocument(file, reason) : null
        return operatorCall('POST /operator/holds', {
          body: {
            domain,
            kind: kind as Kind, // One of the options.
            document_id: document?.id ?? null,
            is_secret: secret === 'on',
            ...(review && { review_on: review }),
            reason,
          },
        })
      }}
    >
      {(field) => (
        <>
          <DomainName name={domain} size="card" />
          <p>No transfer, seizure or return while the hold lasts. DNS keeps working.</p>
          <SelectField {...field('kind')} label="Kind" options={kinds} />
          <DateField {...field('review')} label="Review on" optional />
          <DocumentField file={file} onFile={setFile} optional />
          <Checkbox name="secret" label="Secret: the order forbids us to notify the parties" />
        </>
      )}
    </ReasonDialog>
  )
}
