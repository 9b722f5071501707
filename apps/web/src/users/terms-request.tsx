import { Button } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useState } from 'react'
import { useSelf } from '../api/users.ts'
import { unaskedDialog } from '../ui/dialog/late-dialog.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { isOld, titleOf } from './terms-accepted.ts'

const termsDialog = unaskedDialog(async () => (await import('./terms-dialog.tsx')).TermsDialog)

/**
 * Asks whoever has not accepted the terms in force. It can be put off: reading, repaying and whatever
 * a running loan needs stay open.
 */
export function TermsRequest() {
  const { data: self } = useSelf()
  const [putOff, setPutOff] = useState(false)
  if (!self || !(isOld(self.legal.terms) || isOld(self.legal.privacy))) return null
  const open = (
    <Button variant="default" size="xs" onClick={() => setPutOff(false)}>
      Read and accept
    </Button>
  )
  return (
    <>
      {putOff && (
        <Notice icon={<IconFileText size={20} aria-hidden="true" />} action={open}>
          {titleOf(self.legal)}. Until you accept, nothing new can begin here.
        </Notice>
      )}
      <termsDialog.Part legal={self.legal} opened={!putOff} onPutOff={() => setPutOff(true)} />
    </>
  )
}
