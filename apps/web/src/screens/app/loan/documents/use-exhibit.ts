import { limits } from '@pier/protocol/limits'
import { useQueryClient } from '@tanstack/react-query'
import { failureText } from '../../../../api/client/api-error.ts'
import type { Loan } from '../../../../api/loans/loans.ts'
import { addExhibit, type LoanFile, loanFileKey } from '../../../../api/loans/loan-files.ts'
import { usePage } from '../../../../shell/page/page-context.tsx'
import { useStepUp } from '../../../../shell/action/step-up-provider.tsx'
import { useOnce } from '../../../../ui/form/use-once.ts'

export const exhibitTypes = 'application/pdf,image/png,image/jpeg'
const mebibyte = 1024 * 1024
const tooLarge = `Files can be up to ${limits.evidenceBytesMax / mebibyte} MB`

/** Adds a file to the loan for good. One that is too large is refused before it is sent. */
export function useExhibit(loan: Loan, onAdded: (file: LoanFile) => void) {
  const queries = useQueryClient()
  const confirm = useStepUp()
  const { setLoading, setPageError } = usePage()
  const { busy, run } = useOnce(limits.loadingClearMs)

  const add = (file: File) =>
    run(async () => {
      if (file.size > limits.evidenceBytesMax) return setPageError(tooLarge)
      setLoading(true)
      try {
        const added = await confirm('Add an exhibit', () => addExhibit(loan.id, file))
        if (!added) return
        onAdded(added)
        await queries.invalidateQueries({ queryKey: loanFileKey(loan.id) })
      } catch (error) {
        setPageError(failureText('The file could not be added', error))
      } finally {
        setLoading(false)
      }
    })
  return { busy, add }
}
