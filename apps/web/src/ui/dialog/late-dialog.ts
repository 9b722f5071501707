import type { ComponentType } from 'react'
import { late } from './late.tsx'

/** What every dialog stands in. */
export const frame = late(async () => (await import('./dialog-frame.tsx')).DialogFrame)

/** Opens a dialog: its file and that of every dialog come at once, not one after the other. */
export const lateDialog = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  late(async () => (await Promise.all([load(), frame.fetchIt()]))[0])

/** Opens a dialog by itself: whoever types is not interrupted. */
export const unaskedDialog = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  late(async () => (await Promise.all([load(), frame.fetchIt()]))[0], {
    opensWhen: untilNobodyTypes,
  })

const lookMs = 400

/**
 * A press on a button ends the typing before it is a click, and from one field to the next is no end
 * of it: so nobody types when that is seen twice.
 */
async function untilNobodyTypes(): Promise<void> {
  const isTyping = () => document.activeElement?.matches('input, textarea') === true
  if (!isTyping()) return
  for (let quiet = 0; quiet < 2; quiet = isTyping() ? 0 : quiet + 1)
    await new Promise((resolve) => {
      setTimeout(resolve, lookMs)
    })
}
