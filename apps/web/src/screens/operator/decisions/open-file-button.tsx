import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../../operator/page/duty-context.tsx'
import { OpenLoanDialog } from '../../../operator/dialogs/open-loan-dialog.tsx'
import type { LoanFile } from './decision-file.ts'

/** The button to open what both parties wrote; hidden once it is open. */
export function OpenFileButton({ loan }: { loan: LoanFile }) {
  const [opened, setOpened] = useState(false)
  const may = useMay('POST /operator/loans/:id/open')
  if (!may || loan.is_open) return null
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpened(true)}>
        Open chat and files
      </Button>
      <OpenLoanDialog loan={loan} opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}
