import { limits } from '@pier/protocol/limits'
import { messageOf } from '../../../api/api-error.ts'
import { download } from '../../../api/client.ts'
import { usePage } from '../../../shared/page-context.tsx'
import { openFile } from '../../../ui/open-file.ts'
import { useOnce } from '../../../ui/use-once.ts'

type FetchFile = Parameters<typeof openFile>[0]

/** Files need the token, so a plain link cannot lead to them. */
export function useOpening() {
  const { busy, run } = useOnce(limits.loadingClearMs)
  const { setPageError } = usePage()
  const open = (fetchFile: FetchFile) =>
    run(() => openFile(fetchFile).catch((error: unknown) => setPageError(messageOf(error))))
  return { busy, open }
}

export function useOpenFile(escrowId: string) {
  const { busy, open } = useOpening()
  return {
    busy,
    open: (fileId: string) =>
      open(() => download('GET /escrow/:id/files/:fileId', { params: { id: escrowId, fileId } })),
  }
}
