import type { ComponentType } from 'react'
import { late } from './late.tsx'

/** What every dialog stands in. */
export const frame = late(async () => (await import('./dialog-frame.tsx')).DialogFrame)

/** Opens a dialog: its file and that of every dialog come at once, not one after the other. */
export const lateDialog = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  late(async () => (await Promise.all([load(), frame.fetchIt()]))[0])

/** Opens a dialog by itself: whoever types is not interrupted. */
export const unaskedDialog = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  late(
    async () => {
      const [part, { untilNobodyTypes }] = await Promise.all([
        load(),
        import('./dialog-frame.tsx'),
        frame.fetchIt(),
      ])
      await untilNobodyTypes()
      return part
    },
    { isUnasked: true },
  )
