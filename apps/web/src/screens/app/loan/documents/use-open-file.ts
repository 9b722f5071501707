import { limits } from '@pier/protocol/limits'
import { failureText } from '../../../../api/client/api-error.ts'
import { download } from '../../../../api/client/client.ts'
import { usePage } from '../../../../shell/page/page-context.tsx'
import { openFile } from '../../../../ui/file/open-file.ts'
import { useOnce } from '../../../../ui/form/use-once.ts'

/** Files need the token, so a plain link cannot lead to them. */
export function useOpenFile(escrowId: string) {
  const { busy, run } = useOnce(limits.loadingClearMs)
  const { setPageError } = usePage()
  const fetchFile = (fileId: string) =>
    download('GET /escrow/:id/files/:fileId', { params: { id: escrowId, fileId } })
  const open = (fileId: string) =>
    run(() =>
      openFile(() => fetchFile(fileId)).catch((error: unknown) =>
        setPageError(failureText('The file could not be opened', error)),
      ),
    )
  return { busy, open }
}
