import { useEffect, useState } from 'react'
import { keysAreOn } from './queue-keys.ts'
import type { QueueRow } from './queue-table.tsx'

type Steps = {
  open: (row: QueueRow) => void
  assign: (row: QueueRow) => void
  search: () => void
  help: () => void
}

/** Moves through a queue by keyboard. Returns the row that the keys act on. */
export function useQueueKeys(rows: readonly QueueRow[], steps: Steps): QueueRow | undefined {
  const [markedId, setMarkedId] = useState<string | null>(null)
  const at = rows.findIndex(({ id }) => id === markedId)
  const marked = rows[at]

  useEffect(() => {
    const move = (step: number) => {
      const next = at === -1 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)
      setMarkedId(rows[next]?.id ?? null)
    }
    const actions: Record<string, () => void> = {
      j: () => move(1),
      ArrowDown: () => move(1),
      k: () => move(-1),
      ArrowUp: () => move(-1),
      Enter: () => marked && steps.open(marked),
      a: () => marked && steps.assign(marked),
      '/': steps.search,
      '?': steps.help,
    }
    const onKey = (event: KeyboardEvent) => {
      const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined
      if (!action || !isForPage(event) || !keysAreOn()) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [rows, at, marked, steps])

  useEffect(() => {
    if (markedId) document.querySelector('[data-marked]')?.scrollIntoView({ block: 'nearest' })
  }, [markedId])
  return marked
}

/** Keys in fields, buttons, links or dialogs are not meant for the list. */
function isForPage({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey) return false
  const isBusy =
    target instanceof Element &&
    target.closest('input, textarea, select, button, a, [role="dialog"]') !== null
  return !isBusy && !document.querySelector('[role="dialog"]')
}
