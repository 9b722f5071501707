import { Button } from '@mantine/core'
import { useState } from 'react'
import { operatorDownload } from '../../api/operator.ts'
import { openFile } from '../../ui/file/open-file.ts'
import { useMay } from '../page/duty-context.tsx'
import { ReasonDialog } from '../dialogs/reason-dialog.tsx'

/** Opening an order or a proof of identity asks for a reason, which is logged. */
export function DocumentButton({ id }: { id: string | null }) {
  const mayRead = useMay('GET /operator/documents/:id')
  const [opened, setOpened] = useState(false)
  if (!id || !mayRead) return null
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpened(true)}>
        Open the document
      </Button>
      <ReasonDialog
        title="Open the document"
        opened={opened}
        onClose={() => setOpened(false)}
        button="Open"
        done="Document opened and logged"
        work={async ({ reason }) => {
          const asked = { params: { id }, query: { reason } }
          await openFile(() => operatorDownload('GET /operator/documents/:id', asked))
        }}
      />
    </>
  )
}
