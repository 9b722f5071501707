import { limits } from '@pier/protocol/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, failureText, messageOf } from '../../../../api/client/api-error.ts'
import { call } from '../../../../api/client/client.ts'
import { reloadMessages } from '../../../../api/loans/messages.ts'
import { usePage } from '../../../../shell/page/page-context.tsx'
import { useOnce } from '../../../../ui/form/use-once.ts'

type Written = { message: string; fileId: string | undefined }

/** Sends one message at a time and says whether it is sent. */
export function useSendMessage(escrowId: string) {
  const [heldBack, setHeldBack] = useState<string | null>(null)
  const queries = useQueryClient()
  const { setPageError } = usePage()
  const { busy, run } = useOnce(limits.loadingClearMs)

  const refuse = (error: unknown) => {
    const isHeld = error instanceof ApiError && error.body.code === 'message_has_account'
    if (isHeld) setHeldBack(messageOf(error))
    else setPageError(failureText('Your message was not sent', error))
  }
  const send = async ({ message, fileId }: Written): Promise<boolean> => {
    let isSent = false
    await run(async () => {
      setHeldBack(null)
      const body = { message, ...(fileId && { file_id: fileId }) }
      try {
        await call('POST /escrow/:id/message', { params: { id: escrowId }, body })
        isSent = true
        await reloadMessages(queries, escrowId)
      } catch (error) {
        refuse(error)
      }
    })
    return isSent
  }
  return { busy, heldBack, send }
}
