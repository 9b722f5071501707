import { limits } from '@pier/protocol/limits'
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react'

export type Message = { kind: 'error' | 'success'; text: string; id: number }

type PageState = {
  loading: boolean
  message: Message | null
  setLoading: (loading: boolean) => void
  setSuccess: (text: string) => void
  setPageError: (text: string) => void
  clearMessage: () => void
}

const PageContext = createContext<PageState | null>(null)

/** Lets a screen turn the logo and show a banner, without knowing where they are. */
export function PageProvider({ children }: { children: ReactNode }) {
  const [loading, setLoading] = useState(false)
  const [message, setMessage] = useState<Message | null>(null)
  const clearMessage = useCallback(() => setMessage(null), [])

  useEffect(() => {
    if (!loading) return undefined
    const timer = setTimeout(() => setLoading(false), limits.loadingClearMs)
    return () => clearTimeout(timer)
  }, [loading])

  const state = useMemo(() => {
    const show = (kind: Message['kind']) => (text: string) =>
      // A new id, so that repeating the same text restarts its time.
      setMessage((before) => ({ kind, text, id: (before?.id ?? 0) + 1 }))
    const say = { setSuccess: show('success'), setPageError: show('error') }
    return { loading, message, setLoading, clearMessage, ...say }
  }, [loading, message, clearMessage])
  return <PageContext value={state}>{children}</PageContext>
}

export function usePage(): PageState {
  const state = use(PageContext)
  if (!state) throw new Error('usePage stands outside PageProvider')
  return state
}
