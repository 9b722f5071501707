import { vi } from 'vitest'

type Opened = { at: string }

/** The windows the page has open, from here on. They are fakes, so none hides the page. */
export function listenToWindows(): Opened[] {
  const open: Opened[] = []
  vi.spyOn(window, 'open').mockImplementation(() => {
    const opened: Opened = { at: 'about:blank' }
    open.push(opened)
    const beside = {
      location: {
        replace: (address: string) => {
          opened.at = address
        },
      },
      close: () => {
        open.splice(open.indexOf(opened), 1)
      },
    }
    return beside as unknown as Window // Only what the page uses of it.
  })
  return open
}
