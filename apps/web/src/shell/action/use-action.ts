import { limits } from '@pier/protocol/limits'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { failureText } from '../../api/client/api-error.ts'
import { useOnce } from '../../ui/form/use-once.ts'
import { usePage } from '../page/page-context.tsx'
import { useStepUp } from './step-up-provider.tsx'

type ActionOptions<T> = {
  /** What it does, as text: shown when it has to be confirmed. */
  what: string
  /** What the green banner says afterwards, if anything. */
  done?: string
  /** The queries to reload afterwards. */
  reload?: readonly QueryKey[]
  onDone?: (answer: T) => void
}

/** A button that changes something: one call at a time, confirmed if required, then a banner. */
export function useAction<Input extends unknown[], T>(
  work: (...input: Input) => Promise<T>,
  { what, done, reload = [], onDone }: ActionOptions<T>,
) {
  const queries = useQueryClient()
  const confirm = useStepUp()
  const { setLoading, setSuccess, setPageError } = usePage()
  const { busy, run } = useOnce(limits.loadingClearMs)

  const act = (...input: Input) =>
    run(async () => {
      setLoading(true)
      try {
        const answer = await confirm(what, () => work(...input))
        if (answer === undefined) return
        onDone?.(answer)
        if (done) setSuccess(done)
        await Promise.all(reload.map((queryKey) => queries.invalidateQueries({ queryKey })))
      } catch (error) {
        setPageError(failureText(`${what}: this did not work`, error))
      } finally {
        setLoading(false)
      }
    })
  return { busy, act }
}
